"""A model on a server: what goes well, and every way in which it does not, on loopback."""

from __future__ import annotations

import datetime as dt
import ipaddress
import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from fake_server import Fake, last, models, say, serving, silent, stream, talking, word
from remote_help import ASKED, CHAT, TOOLS, call_request, choice_request, engine_of, told

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine import http_exchange, remote_api
from assistant_app.engine.remote_engine import RemoteEngine
from assistant_app.errors import AppError, sentence


@pytest.fixture
def fake() -> Iterator[Fake]:
    with serving() as server:
        yield server


def code_of(engine: RemoteEngine, request: Completion | None = None) -> str:
    with pytest.raises(AppError) as caught:
        told(engine, request)
    for lang in ("en", "zh"):  # every failure has a sentence that names the server
        assert "127.0.0.1" in sentence(caught.value, lang)
    return caught.value.code


# --- what goes well ----------------------------------------------------------------------------


def test_an_answer_comes_piece_by_piece_with_the_servers_figures(fake):
    usage = {
        "prompt_tokens": 40,
        "completion_tokens": 2,
        "prompt_tokens_details": {"cached_tokens": 30},
    }
    fake.answers[CHAT] = stream(
        word("Hi"), word(" there"), last(), {"choices": [], "usage": usage}
    )
    engine = engine_of(fake.url)
    items = list(engine.complete(Completion(ASKED, max_tokens=7, stop=("x",)), CancelToken()))
    assert [item.text for item in items[:-1]] == ["Hi", " there"]
    done = items[-1]
    assert (done.finish, done.prompt_tokens, done.prompt_tokens_evaluated) == ("stop", 40, 10)
    assert done.completion_tokens == 2
    (body,) = fake.bodies(CHAT)
    assert body["model"] == "big"
    assert body["stream"] is True
    assert (body["max_tokens"], body["temperature"], body["stop"]) == (7, 0.0, ["x"])
    assert body["messages"] == [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "Hello"},
    ]


def test_it_says_what_and_where_it_is(fake):
    fake.answers["/v1/models"] = models("models/Big-7B.gguf", max_model_len=16384)
    info = engine_of(fake.url).info()
    host = fake.url.removeprefix("http://")
    assert (info.model, info.host, info.context) == (f"Big-7B.gguf @ {host}", host, 16384)


def test_the_token_goes_into_the_header_and_nowhere_else(fake):
    fake.answers[CHAT] = stream(word("Hi"), last())
    told(engine_of(fake.url, token="sesame"))
    assert {headers.get("Authorization") for _, _, headers in fake.asked} == {"Bearer sesame"}
    assert "sesame" not in json.dumps([(path, body) for path, body, _ in fake.asked])


def test_a_server_that_does_not_stream_is_understood(fake):
    whole = {"choices": [{"message": {"content": "Hi there"}, "finish_reason": "length"}]}
    fake.answers[CHAT] = say(whole)
    text, done = told(engine_of(fake.url))
    assert (text, done.finish) == ("Hi there", "length")


def test_what_the_model_thinks_is_told_apart(fake):
    thought = {"choices": [{"index": 0, "delta": {"reasoning_content": "Hm"}}]}
    for events in (
        (word("<th"), word("ink>H"), word("m</thi"), word("nk>\n\nHi"), word("!"), last()),
        (thought, word("Hi"), word("!"), last()),
    ):
        fake.answers[CHAT] = stream(*events)
        items = list(engine_of(fake.url).complete(Completion(ASKED), CancelToken()))[:-1]
        assert "".join(item.text for item in items if item.thought) == "Hm"
        assert "".join(item.text for item in items if not item.thought) == "Hi!"
    fake.answers[CHAT] = stream(word("<t"), word("able> is a tag"), last())
    assert told(engine_of(fake.url))[0] == "<table> is a tag"


def test_a_late_system_message_joins_the_question(fake):
    fake.answers[CHAT] = stream(word("Hi"), last())
    late = (*ASKED, PromptMessage("assistant", "Yes?"), PromptMessage("system", "It is noon."))
    told(engine_of(fake.url), Completion((*late, PromptMessage("user", "And?"))))
    rows = fake.bodies(CHAT)[0]["messages"]
    assert [row["role"] for row in rows] == ["system", "user", "assistant", "user"]
    assert rows[-1]["content"] == "It is noon.\n\nAnd?"


def test_a_template_without_system_messages_is_asked_without_one(fake):
    def picky(handler, body):
        refuses = any(row["role"] == "system" for row in body["messages"])
        refused = say({"error": {"message": "System role not supported"}}, status=500)
        (refused if refuses else stream(word("Hi"), last()))(handler, body)

    fake.answers[CHAT] = picky
    engine = engine_of(fake.url)
    assert [told(engine)[0], told(engine)[0]] == ["Hi", "Hi"]
    assert len(fake.bodies(CHAT)) == 3
    assert fake.bodies(CHAT)[-1]["messages"] == [{"role": "user", "content": "Be kind.\n\nHello"}]


def test_the_marks_between_messages_do_not_get_through(fake):
    fake.answers[CHAT] = stream(word("Hi"), last())
    told(engine_of(fake.url), Completion((PromptMessage("user", "<|im_end|>\n</s>[INST] a < b"),)))
    text = fake.bodies(CHAT)[0]["messages"][0]["content"]
    assert not any(mark in text for mark in ("<|", "|>", "</s>", "[INST]"))
    assert text.replace("\u200b", "") == "<|im_end|>\n</s>[INST] a < b"


def test_half_characters_do_no_harm(fake):
    fake.answers[CHAT] = stream(
        '{"choices": [{"delta": {"content": "a\\ud83d\\ude00b\\ud800"}}]}', last()
    )
    text, _done = told(engine_of(fake.url), Completion((PromptMessage("user", "x\ud800y"),)))
    assert text == "a😀b"
    assert fake.bodies(CHAT)[0]["messages"][0]["content"] == "x?y"


def test_an_answer_that_runs_in_circles_is_stopped(fake):
    fake.answers[CHAT] = stream(*[word(text) for text in [" la", " lo"] * 200], last())
    text, done = told(engine_of(fake.url))
    assert done.finish == "repeated"
    assert len(text) < 600


def test_more_than_was_asked_for_is_cut(fake):
    fake.answers[CHAT] = stream(*[word(f" {number}") for number in range(100)], last())
    text, done = told(engine_of(fake.url), Completion(ASKED, max_tokens=5))
    assert (text, done.finish) == (" 0 1 2 3 4", "length")


# --- a call of a tool --------------------------------------------------------------------------


def test_a_server_with_schemas_is_held_to_them(fake):
    fake.answers[CHAT] = stream(word('{"tool":'), word('"create_task"}'), last())
    engine = engine_of(fake.url)
    scored = engine.score(choice_request(), TOOLS, CancelToken())
    assert scored.values == (-20.0, 0.0, -20.0)
    schema = fake.bodies(CHAT)[0]["response_format"]["json_schema"]["schema"]
    assert schema["properties"] == {"tool": {"type": "string", "enum": TOOLS}}
    written = '{"title": "Milk", "due": "today", "mood": "good", "tool": "create_task"}'
    fake.answers[CHAT] = stream(word(f"```json\n{written}\n```"), last())
    text, _done = told(engine, call_request("create_task"))
    assert text == '", "title": "Milk", "due": "today"}'


def test_a_server_without_schemas_is_asked_without(fake):
    def plain(handler, body):
        refused = say({"error": {"message": "response_format is not supported"}}, status=400)
        answer = stream(word('Sure: {"tool": "reply"} - there you are'), last())
        (refused if "response_format" in body else answer)(handler, body)

    fake.answers[CHAT] = plain
    engine = engine_of(fake.url)
    assert engine.score(choice_request(), TOOLS, CancelToken()).values[2] == 0.0
    assert engine.score(choice_request(), TOOLS, CancelToken()).values[2] == 0.0
    assert ["response_format" in body for body in fake.bodies(CHAT)] == [True, False, False]


def test_a_call_that_does_not_fit_is_sent_back_once(fake):
    replies = ["I would make a task.", '{"tool": "create_task", "title": "Milk"}']

    def answer(handler, body):
        stream(word(replies[min(1, len(fake.bodies(CHAT)) - 1)]), last())(handler, body)

    fake.answers[CHAT] = answer
    text, _done = told(engine_of(fake.url), call_request("create_task"))
    assert text == '", "title": "Milk"}'
    again = fake.bodies(CHAT)[1]["messages"]
    assert again[-2] == {"role": "assistant", "content": replies[0]}
    assert "no JSON object" in again[-1]["content"]


@pytest.mark.parametrize(
    "reply", ["no", '{"tool": "reply", "title": "Milk"}', '{"tool": "create_task"}', '{"tool": 1}']
)
def test_two_calls_that_do_not_fit_are_a_failure(fake, reply):
    fake.answers[CHAT] = stream(word(reply), last())
    with pytest.raises(AppError) as caught:
        told(engine_of(fake.url), call_request("create_task"))
    assert caught.value.code == "call_malformed"
    assert len(fake.bodies(CHAT)) == 2


def test_how_sure_a_model_is_cannot_be_told_without_probabilities(fake):
    engine = engine_of(fake.url)
    assert engine.score(Completion(ASKED), ["yes", "no"], CancelToken()).values == (0.0, 0.0)
    assert fake.bodies(CHAT) == []


def test_llama_cpp_python_is_held_to_a_grammar(fake):
    fake.answers["/extras/tokenize/count"] = say({"count": 3})
    fake.answers[CHAT] = stream(word('{"to'), word('ol": "re'), word('ply"'), last())
    engine = engine_of(fake.url)
    assert engine.info().meta["server"] == "llama-cpp-python"
    assert engine.score(choice_request(), TOOLS, CancelToken()).values == (-20.0, -20.0, 0.0)
    grammar = fake.bodies(CHAT)[0]["grammar"]
    assert grammar.startswith('root ::= "{\\"tool\\": \\"" ("create_event\\"" | ')
    fake.answers[CHAT] = stream(word('{"tool": "create_task'), word('", "title": "A"}'), last())
    assert told(engine, call_request("create_task"))[0] == '", "title": "A"}'
    assert engine.count_tokens(["abc", "abc", ""]) == [3, 3, 0]


def test_what_a_server_is_is_told_by_what_it_answers(fake):
    fake.answers["/v1/models"] = models("m", owned_by="vllm", max_model_len=9000)
    fake.answers["/tokenize"] = say({"count": 5, "max_model_len": 9000})
    engine = engine_of(fake.url)
    assert (engine.info().meta["server"], engine.info().context) == ("vllm", 9000)
    assert engine.count_tokens(["one two"]) == [5]
    del fake.answers["/tokenize"]
    fake.answers["/v1/models"] = models("qwen3:latest", "other:latest", owned_by="library")
    fake.answers["/api/version"] = say({"version": "0.12"})
    fake.answers["/api/ps"] = say({"models": [{"name": "qwen3:latest", "context_length": 12288}]})
    engine = engine_of(fake.url, "qwen3")
    info = engine.info()
    assert (info.meta["server"], info.meta["model"]) == ("ollama", "qwen3:latest")
    assert info.context == 12288
    assert engine.count_tokens(["你好吗", "abcdef"]) == [3, 2]


# --- what does not go well ---------------------------------------------------------------------


def test_one_of_several_models_has_to_be_named(fake):
    fake.answers["/v1/models"] = models("a", "b")
    assert code_of(engine_of(fake.url)) == "endpoint_which_model"
    assert code_of(engine_of(fake.url, "c")) == "endpoint_model_missing"
    fake.answers[CHAT] = stream(word("Hi"), last())
    assert told(engine_of(fake.url, "b"))[0] == "Hi"


@pytest.mark.parametrize(
    ("answer", "code"),
    [
        (say({"error": {"message": "Invalid API Key"}}, status=401), "endpoint_denied"),
        (say({}, status=403), "endpoint_denied"),
        (say({"error": {"message": "model 'x' not found"}}, status=404), "endpoint_model_missing"),
        (say({"detail": "Not Found"}, status=404), "endpoint_not_api"),
        (say({"error": "slow down"}, status=429), "endpoint_busy"),
        (say({"error": {"message": "no slot"}}, status=503), "endpoint_busy"),
        (say({"error": {"message": "oh"}}, status=500), "endpoint_failed"),
        (say(b"<h1>oh</h1>", status=502, kind="text/html"), "endpoint_failed"),
        (say(b"<h1>Sign in</h1>", kind="text/html"), "endpoint_not_api"),
        (say(b'{"choices": [', kind="application/json"), "endpoint_not_api"),
        (say({}, status=302, Location="http://elsewhere/"), "endpoint_redirect"),
        (say({}, status=307, Location="https://127.0.0.1/"), "endpoint_redirect"),
        (stream({"error": {"code": 500, "message": "oh"}}), "endpoint_failed"),
        (stream("<html>"), "endpoint_not_api"),
        (stream([1, 2]), "endpoint_not_api"),
        (stream(word("Hi"), done=False), "endpoint_broken_off"),
        (stream(done=False), "endpoint_broken_off"),
    ],
)
def test_each_failure_has_its_own_sentence(fake, answer, code):
    fake.answers[CHAT] = answer
    engine = engine_of(fake.url)
    assert code_of(engine) == code
    fake.answers[CHAT] = stream(word("Hi"), last())
    assert told(engine)[0] == "Hi"  # and the next question works


def test_a_server_that_only_says_html_is_none(fake):
    fake.answers["/v1/models"] = say(b"<html>router</html>", kind="text/html")
    assert code_of(engine_of(fake.url)) == "endpoint_not_api"
    fake.answers["/v1/models"] = say(["a"])
    assert code_of(engine_of(fake.url)) == "endpoint_not_api"


def test_something_that_speaks_no_http_is_none():
    listener = socket.create_server(("127.0.0.1", 0))

    def greet() -> None:
        taken, _address = listener.accept()
        taken.recv(1000)
        taken.sendall(b"220 mail.example ESMTP\r\n")
        taken.close()

    thread = threading.Thread(target=greet)
    thread.start()
    url = f"http://127.0.0.1:{listener.getsockname()[1]}"
    assert code_of(engine_of(url)) == "endpoint_not_api"
    thread.join()
    listener.close()


def test_a_prompt_that_is_too_long_teaches_the_size_of_the_window(fake):
    error = {"message": "exceeds the available context size", "type": "exceed_context_size_error"}
    fake.answers[CHAT] = say(
        {"error": error | {"n_prompt_tokens": 5000, "n_ctx": 2048}}, status=400
    )
    engine = engine_of(fake.url)
    assert engine.info().context == 4096
    with pytest.raises(AppError) as caught:
        told(engine)
    assert caught.value.code == "prompt_too_long"
    assert caught.value.params == {"tokens": 5000, "limit": 2048}
    assert engine.info().context == 2048
    openai = (
        "This model's maximum context length is 1024 tokens. However, you requested 3000 tokens"
    )
    fake.answers[CHAT] = say({"error": {"message": openai}}, status=400)
    with pytest.raises(AppError):
        told(engine)
    assert engine.info().context == 1024


def test_nobody_there(fake):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    engine = engine_of(f"http://127.0.0.1:{port}")
    assert code_of(engine) == "endpoint_unreachable"
    assert not engine.loaded


def test_silence_ends_by_itself(fake, monkeypatch):
    monkeypatch.setattr(remote_api, "FIRST_S", 0.2)
    monkeypatch.setattr(remote_api, "NEXT_S", 0.2)
    fake.answers[CHAT] = lambda handler, _body: silent(handler)
    assert code_of(engine_of(fake.url)) == "endpoint_timeout"
    fake.answers[CHAT] = stream(word("Hi"), end=silent)
    engine = engine_of(fake.url)
    items = []
    with pytest.raises(AppError) as caught:
        items.extend(engine.complete(Completion(ASKED), CancelToken()))
    assert caught.value.code == "endpoint_timeout"


def test_a_server_that_loads_its_model_is_waited_for(fake, monkeypatch):
    monkeypatch.setattr(remote_api, "_AGAIN_S", 0.01)
    loading = say({"error": {"message": "Loading model", "code": 503}}, status=503)

    def answer(handler, body):
        ready = len(fake.bodies("/v1/models")) > 3
        (models("big") if ready else loading)(handler, body)

    fake.answers["/v1/models"] = answer
    fake.answers[CHAT] = stream(word("Hi"), last())
    assert told(engine_of(fake.url))[0] == "Hi"
    monkeypatch.setattr(remote_api, "LOADING_S", 0.05)
    fake.answers["/v1/models"] = loading
    assert code_of(engine_of(fake.url)) == "endpoint_busy"


# --- stopping ----------------------------------------------------------------------------------


@pytest.mark.alone
def test_stopping_breaks_the_connection_at_once(fake):
    fake.answers[CHAT] = stream(end=talking)
    engine = engine_of(fake.url)
    engine.info()
    cancel = CancelToken()
    items = engine.complete(Completion(ASKED, max_tokens=100_000), cancel)
    first = [next(items) for _ in range(3)]
    asked = time.monotonic()
    cancel.cancel()
    rest = list(items)
    assert time.monotonic() - asked < 0.5
    assert all(isinstance(item, TextChunk) for item in first)
    assert isinstance(rest[-1], CompletionDone)
    assert rest[-1].finish == "cancelled"
    assert fake.dropped.wait(2)


@pytest.mark.alone
@pytest.mark.parametrize("where", [CHAT, "/v1/models"])
def test_stopping_does_not_wait_for_a_silent_server(fake, where):
    fake.answers[CHAT] = stream(word("Hi"), last())
    fake.answers[where] = lambda handler, _body: silent(handler)
    cancel = CancelToken()
    threading.Timer(0.2, cancel.cancel).start()
    start = time.monotonic()
    items = list(engine_of(fake.url).complete(Completion(ASKED), cancel))
    assert time.monotonic() - start < 1
    assert isinstance(items[-1], CompletionDone)
    assert items[-1].finish == "cancelled"


def test_leaving_in_the_middle_breaks_the_connection(fake):
    fake.answers[CHAT] = stream(end=talking)
    items = engine_of(fake.url).complete(Completion(ASKED, max_tokens=100_000), CancelToken())
    next(items)
    items.close()
    assert fake.dropped.wait(2)


@pytest.mark.alone
def test_closing_the_engine_ends_what_runs(fake):
    fake.answers[CHAT] = lambda handler, _body: silent(handler)
    engine = engine_of(fake.url)
    threading.Timer(0.2, engine.close).start()
    start = time.monotonic()
    with pytest.raises(AppError) as caught:
        told(engine)
    assert caught.value.code == "engine_stopped"
    assert time.monotonic() - start < 1
    with pytest.raises(AppError) as caught:
        engine.info()
    assert caught.value.code == "engine_stopped"


def test_nothing_stays_behind(fake):
    fake.answers[CHAT] = stream(end=talking)
    engine = engine_of(fake.url)
    for _ in range(3):
        items = engine.complete(Completion(ASKED, max_tokens=100_000), CancelToken())
        next(items)
        items.close()
    engine.close()
    until = time.monotonic() + 3
    while any(thread.name == "endpoint" for thread in threading.enumerate()):
        assert time.monotonic() < until
        time.sleep(0.02)


# --- where things may go -----------------------------------------------------------------------


@pytest.fixture
def names(monkeypatch):
    """Give hosts addresses of the test's choice, and note where a connection is made to."""
    found: dict[str, list[str]] = {}
    dialled: list[str] = []

    def look_up(host, port, **_more):
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (n, port)) for n in found[host]]

    def dial(address, timeout):
        dialled.append(address[0])
        raise OSError("refused")

    monkeypatch.setattr(http_exchange.socket, "getaddrinfo", look_up)
    monkeypatch.setattr(http_exchange.socket, "create_connection", dial)
    return found, dialled


@pytest.mark.parametrize(
    ("url", "public", "numbers", "code", "dialled"),
    [
        ("http://box:8080", False, ["192.168.1.5"], "endpoint_unreachable", ["192.168.1.5"]),
        ("http://box:8080", False, ["100.100.2.3"], "endpoint_unreachable", ["100.100.2.3"]),
        ("http://box:8080", False, ["fe80::1"], "endpoint_unreachable", ["fe80::1"]),
        ("http://box:8080", False, ["8.8.8.8"], "endpoint_insecure", []),
        ("http://box:8080", True, ["8.8.8.8"], "endpoint_insecure", []),
        ("https://box", False, ["8.8.8.8"], "endpoint_public", []),
        ("https://box", False, ["::ffff:8.8.8.8"], "endpoint_public", []),
        ("https://box", True, ["8.8.8.8"], "endpoint_unreachable", ["8.8.8.8"]),
        # A name that stands for both: only the owner's own network is asked.
        ("https://box", False, ["8.8.8.8", "10.0.0.2"], "endpoint_unreachable", ["10.0.0.2"]),
        ("http://box", True, ["8.8.8.8", "10.0.0.2"], "endpoint_unreachable", ["10.0.0.2"]),
    ],
)
def test_nothing_is_sent_to_an_address_that_was_not_agreed_to(
    names, url, public, numbers, code, dialled
):
    names[0]["box"] = numbers
    with pytest.raises(AppError) as caught:
        engine_of(url, token="sesame", public=public).info()
    assert (caught.value.code, names[1]) == (code, dialled)


def test_a_redirect_is_not_followed(fake):
    with serving() as other:
        other.answers[CHAT] = stream(word("Got you"), last())
        fake.answers[CHAT] = say({}, status=307, Location=f"{other.url}{CHAT}")
        assert code_of(engine_of(fake.url, token="sesame")) == "endpoint_redirect"
        assert other.asked == []


def test_the_environment_names_no_proxy(fake, monkeypatch):
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    fake.answers[CHAT] = stream(word("Hi"), last())
    assert told(engine_of(fake.url))[0] == "Hi"


@pytest.fixture
def certificate(tmp_path):
    """Return the files of a certificate for 127.0.0.1 that signs itself, and of its key."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "box")])
    now = dt.datetime.now(dt.UTC)
    host = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([host]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    files = tmp_path / "box.pem", tmp_path / "box.key"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    files[1].write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )
    return files


def test_a_server_has_to_prove_who_it_is(certificate, monkeypatch):
    with serving(certificate) as fake:
        fake.answers[CHAT] = stream(word("Hi"), last())
        with pytest.raises(AppError) as caught:
            engine_of(fake.url, token="sesame").info()
        assert caught.value.code == "endpoint_untrusted"
        assert "self-signed" in sentence(caught.value, "en")
        assert fake.asked == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
        assert told(engine_of(fake.url))[0] == "Hi"
