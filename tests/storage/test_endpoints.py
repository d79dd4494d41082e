"""Servers as models: named, chosen, asked, forgotten; and their tokens, in the keyring alone."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fake_keyring import Ring, ring_in_use
from fake_server import Fake, Handler, last, models, say, serving, stream, talking, word
from keyring.errors import KeyringLocked, NoKeyringError

from assistant_app.cli.main import cli
from assistant_app.domain.changes import Changes
from assistant_app.domain.clock import Moment
from assistant_app.domain.endpoint import is_machine, is_own, read_address
from assistant_app.domain.session import MessageState
from assistant_app.domain.turn import CancelToken, TextDelta, TurnEnded, TurnRequest, TurnResult
from assistant_app.engine import http_exchange
from assistant_app.errors import AppError
from assistant_app.paths import Paths
from assistant_app.resources import phrase
from assistant_app.services.assistant import Assistant

pytestmark = pytest.mark.storage

CHAT = "/v1/chat/completions"
NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


@pytest.fixture
def ring() -> Iterator[Ring]:
    with ring_in_use() as backend:
        yield backend


@pytest.fixture
def fake() -> Iterator[Fake]:
    with serving() as server:
        yield server


@pytest.fixture
def paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Paths:
    monkeypatch.setenv("ASSISTANT_APP_MODELS_DIR", str(tmp_path / "models"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return Paths(tmp_path / "data", tmp_path / "models")


@pytest.fixture
def run(paths: Paths) -> Callable[..., Result]:
    def invoke(*args: str, stdin: str = "") -> Result:
        words = [*args[:2], "--data-dir", str(paths.data_dir), *args[2:]]
        return CliRunner().invoke(cli, words, input=stdin, prog_name="assistant-app")

    return invoke


def opened(paths: Paths) -> Assistant:
    return Assistant.open(paths)


def document(result: Result) -> Any:
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


# --- addresses ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "address"),
    [
        ("http://192.168.1.5:8080", "http://192.168.1.5:8080"),
        ("192.168.1.5:8080/v1/", "http://192.168.1.5:8080"),
        ("https://Box.Lan/llm/v1", "https://box.lan/llm"),
        ("http://[::1]:9", "http://[::1]:9"),
        ("http://[fe80::1%25eth0]:9", "http://[fe80::1%eth0]:9"),
        ("http://localhost:80", "http://localhost"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
    ],
)
def test_an_address_is_read_as_people_write_it(said, address):
    assert str(read_address(said)) == address
    assert read_address(address) == read_address(said)


@pytest.mark.parametrize(
    "said",
    [
        "", "ftp://box", "http://", "http://me:secret@box", "http://box?a=1", "http://box#a",
        "http://box:99999", "http://box:0", "http://bo x", "http://box/a b", "http://box\r\nX: 1",
        "file:///etc/passwd", "http://-" + "a" * 80,
    ],
)  # fmt: skip
def test_what_is_no_address_is_refused(said):
    with pytest.raises(AppError) as caught:
        read_address(said)
    assert caught.value.code == "endpoint_url"


def test_which_numbers_are_the_owners_own():
    own = "127.0.0.1 127.9.9.9 ::1 10.1.2.3 172.16.0.1 192.168.0.9 169.254.1.1 100.64.0.1"
    own += " fe80::1%eth0 fd00::1 ::ffff:192.168.0.9 0.0.0.0"
    assert [n for n in own.split() if not is_own(n)] == []
    others = "8.8.8.8 172.32.0.1 100.128.0.1 2001:4860:4860::8888 ::ffff:1.1.1.1 224.0.0.1 ff02::1"
    assert [n for n in f"{others} box 192.168.0".split() if is_own(n)] == []
    machine = ("localhost", "a.localhost", "127.0.0.1", "::1", "::ffff:127.0.0.1")
    assert all(map(is_machine, machine))
    assert not any(map(is_machine, ("box", "192.168.0.9", "localhost.example", "127.example")))


# --- the entries -------------------------------------------------------------------------------


def test_a_server_is_off_until_it_is_chosen(paths, fake, run):
    added = document(run("models", "add-endpoint", "box", fake.url, "--json"))
    host = fake.url.removeprefix("http://")
    assert (added["name"], added["host"], added["model"]) == ("box", host, "big")
    assert (added["place"], added["current"], added["token"]) == ("machine", False, False)
    assistant = opened(paths)
    assert assistant.destination() is None
    assistant.close()
    used = run("models", "use", "box")
    assert used.exit_code == 0
    assert host in used.stdout
    assert "sent" in used.stdout
    rows = {row["name"]: row for row in document(run("models", "list", "--json"))}
    assert rows["box"]["current"] is True
    assert not any(row["current"] for name, row in rows.items() if name != "box")
    assert f"* box  server at {host}, model big: in use" in run("models", "list").stdout
    assistant = opened(paths)
    destination = assistant.destination()
    assert destination is not None
    assert destination.address.place == host
    assistant.close()


def test_another_choice_turns_it_off(paths, fake):
    assistant = opened(paths)
    told: list[Changes] = []
    assistant.subscribe(told.append)
    endpoints = assistant.endpoints
    endpoints.add(endpoints.draft("box", fake.url))
    endpoints.use("box")
    assert assistant.models.current() is None
    assert assistant.engine.info().model.startswith("big @ ")
    endpoints.leave()
    assert endpoints.current() is None
    endpoints.use("box")
    endpoints.remove("box")
    assert (endpoints.current(), endpoints.listing()) == (None, [])
    assert told == [Changes.MODELS] * 6
    with pytest.raises(AppError) as caught:
        assistant.engine.info()
    assert caught.value.code == "no_model"
    assistant.close()


def test_entries_that_cannot_be_read_are_left_out(paths, fake):
    assistant = opened(paths)
    endpoints = assistant.endpoints
    endpoints.add(endpoints.draft("box", fake.url))
    rows = assistant.settings.get("model.endpoints")
    assistant.settings.set("model.endpoints", [1, {"name": "x"}, {**rows[0], "url": "ftp://a"}])
    assert endpoints.listing() == []
    assistant.settings.set("model.endpoints", "none")
    assert endpoints.listing() == []
    assistant.close()


@pytest.mark.parametrize(
    ("name", "url", "code"),
    [
        ("starter", "http://127.0.0.1:1", "endpoint_exists"),
        ("a b", "http://127.0.0.1:1", "endpoint_name"),
        ("-x", "http://127.0.0.1:1", "endpoint_name"),
        ("box", "ftp://127.0.0.1", "endpoint_url"),
        ("box", "http://127.0.0.1:1", "endpoint_unreachable"),
    ],
)
def test_what_cannot_be_added_changes_nothing(paths, name, url, code):
    assistant = opened(paths)
    with pytest.raises(AppError) as caught:
        assistant.endpoints.add(assistant.endpoints.draft(name, url))
    assert caught.value.code == code
    assert assistant.endpoints.listing() == []
    assistant.close()


def test_a_name_is_taken_once(paths, fake):
    assistant = opened(paths)
    assistant.endpoints.add(assistant.endpoints.draft("box", fake.url))
    with pytest.raises(AppError) as caught:
        assistant.endpoints.draft("box", fake.url)
    assert caught.value.code == "endpoint_exists"
    assistant.close()


# --- the internet ------------------------------------------------------------------------------


@pytest.fixture
def far(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Give every host an address on the internet that nothing answers; note what is dialled."""
    dialled: list[str] = []

    def dial(address: tuple[str, int], timeout: float) -> None:
        dialled.append(address[0])
        raise OSError

    monkeypatch.setattr(
        http_exchange.socket,
        "getaddrinfo",
        lambda _h, port, **_m: [(0, 0, 0, "", ("8.8.8.8", port))],
    )
    monkeypatch.setattr(http_exchange.socket, "create_connection", dial)
    return dialled


def test_an_address_on_the_internet_is_asked_about_first(run, far):
    refused = run("models", "add-endpoint", "far", "https://models.example")
    assert refused.exit_code == 1
    assert "models.example is on the internet" in refused.stderr
    assert far == []
    agreed = run("models", "add-endpoint", "far", "https://models.example", "--yes")
    assert "models.example is on the internet" in agreed.stderr  # it is still said
    assert "cannot be reached" in agreed.stderr
    assert far == ["8.8.8.8"]


def test_nothing_goes_to_the_internet_in_the_clear(run, far):
    result = run("models", "add-endpoint", "far", "http://models.example", "--yes")
    assert result.exit_code == 1
    assert "not be encrypted" in result.stderr
    assert far == []


# --- tokens ------------------------------------------------------------------------------------


def secret_answer(handler: Handler, body: dict[str, Any]) -> None:
    known = handler.headers.get("Authorization") == "Bearer sesame"
    (models("big") if known else say({}, status=401))(handler, body)


def test_a_token_is_in_the_keyring_and_in_no_file(paths, fake, run, ring):
    fake.answers["/v1/models"] = secret_answer
    refused = run("models", "add-endpoint", "box", fake.url)
    assert refused.exit_code == 1
    assert "--token" in refused.stderr
    added = run("models", "add-endpoint", "box", fake.url, "--token", stdin="sesame\n")
    assert added.exit_code == 0, added.stderr
    assert list(ring.kept.values()) == ["sesame"]
    assert run("models", "test-endpoint", "box").exit_code == 0
    assert "with a token" in run("models", "list").stdout
    for file in paths.data_dir.rglob("*"):
        assert not file.is_file() or b"sesame" not in file.read_bytes(), file
    assert run("models", "token", "box", stdin="other\n").exit_code == 0
    assert list(ring.kept.values()) == ["other"]
    assert "refused the token" in run("models", "test-endpoint", "box").stderr
    assert run("models", "token", "box", "--forget").exit_code == 0
    assert ring.kept == {}


def test_a_token_goes_with_its_entry_and_with_the_data(fake, run, ring):
    for name in ("box", "other"):
        run("models", "add-endpoint", name, fake.url, "--token", stdin="sesame\n")
    assert len(ring.kept) == 2
    assert run("models", "remove", "box").exit_code == 1  # nobody said yes
    assert len(ring.kept) == 2
    assert run("models", "remove", "box", "--yes").exit_code == 0
    assert len(ring.kept) == 1
    ring.fault = KeyringLocked()
    locked = run("data", "erase", "--all", "--yes")
    assert locked.exit_code == 1
    assert "keyring did not open" in locked.stderr
    ring.fault = None
    assert run("data", "erase", "--all", "--yes").exit_code == 0
    assert ring.kept == {}


@pytest.mark.parametrize(
    ("fault", "code"),
    [(NoKeyringError(), "keyring_none"), (KeyringLocked(), "keyring_locked")],
)
def test_without_a_keyring_a_token_is_kept_nowhere(paths, fake, ring, fault, code):
    ring.fault = fault
    assistant = opened(paths)
    with pytest.raises(AppError) as caught:
        assistant.endpoints.add(assistant.endpoints.draft("box", fake.url), "sesame")
    assert caught.value.code == code
    assert assistant.endpoints.listing() == []
    assistant.close()


def test_a_token_that_is_gone_is_said_so(paths, fake, ring):
    assistant = opened(paths)
    assistant.endpoints.add(assistant.endpoints.draft("box", fake.url), "sesame")
    assistant.endpoints.use("box")
    ring.kept.clear()
    with pytest.raises(AppError) as caught:
        assistant.engine.info()
    assert caught.value.code == "endpoint_token_lost"
    assert [path for path, _body, headers in fake.asked if "Authorization" not in headers] == []
    assistant.endpoints.set_token("box", "sesame")
    assert assistant.engine.info().model.startswith("big")
    fake.answers["/v1/models"] = secret_answer
    assistant.endpoints.set_token("box", "other")  # at once, though the old one was in use
    with pytest.raises(AppError) as caught:
        assistant.engine.info()
    assert caught.value.code == "endpoint_denied"
    assert list(ring.kept.values()) == ["other"]
    assistant.close()


@pytest.mark.parametrize("token", ["a b", "a\nb", "schlüssel", "x" * 5000])
def test_what_can_be_no_token_is_refused(paths, fake, ring, token):
    assistant = opened(paths)
    with pytest.raises(AppError) as caught:
        assistant.endpoints.add(assistant.endpoints.draft("box", fake.url), token)
    assert caught.value.code == "endpoint_token_form"
    assert ring.kept == {}
    assistant.close()


# --- a conversation ----------------------------------------------------------------------------


@pytest.fixture
def chatting(paths: Paths, fake: Fake) -> Iterator[Assistant]:
    assistant = opened(paths)
    assistant.endpoints.add(assistant.endpoints.draft("box", fake.url))
    assistant.endpoints.use("box")
    yield assistant
    assistant.close()


def calls(tool: str, call: dict[str, str]) -> Callable[[Handler, dict[str, Any]], None]:
    """Choose a tool, write its call, and answer in words else."""

    def answer(handler: Handler, body: dict[str, Any]) -> None:
        form = body.get("response_format")
        schema = form["json_schema"]["schema"]["properties"] if form else {}
        chosen = {"tool": tool} if len(schema) == 1 else {"tool": tool, **call}
        text = json.dumps(chosen) if form else "Well said."
        stream(*[word(text[at : at + 7]) for at in range(0, len(text), 7)], last())(handler, body)

    return answer


def ask(assistant: Assistant, text: str, **more: Any) -> TurnResult:
    *_events, end = assistant.run_turn(TurnRequest(text, now=NOW, **more), CancelToken())
    assert isinstance(end, TurnEnded)
    return end.result


def test_an_event_is_made_through_a_server(chatting, fake):
    call = {"title": "Dentist", "when": "next Tuesday at 3pm"}
    fake.answers[CHAT] = calls("create_event", call)
    result = ask(chatting, "Add a dentist appointment next Tuesday at 3pm")
    (action,) = result.actions
    assert (action.tool, action.status, action.title) == ("create_event", "done", "Dentist")
    assert result.usage.model == f"big @ {fake.url.removeprefix('http://')}"
    fake.answers[CHAT] = calls("reply", {})
    again = ask(chatting, "What makes a good morning?", session_id=result.session_id)
    assert (again.reply, again.status) == ("Well said.", "complete")


def test_an_answer_that_breaks_off_is_kept_and_the_next_works(chatting, fake):
    def half(handler: Handler, body: dict[str, Any]) -> None:
        if body.get("response_format"):
            calls("reply", {})(handler, body)
        else:
            stream(word("Half an"), word(" answer"), done=False)(handler, body)

    fake.answers[CHAT] = half
    result = ask(chatting, "What makes a good morning?")
    assert (result.status, result.error) == ("failed", "endpoint_broken_off")
    stored = chatting.sessions.messages(result.session_id)[-1]
    assert (stored.text, stored.state) == ("Half an answer", MessageState.INTERRUPTED)
    fake.answers[CHAT] = calls("reply", {})
    assert ask(chatting, "And now?", session_id=result.session_id).reply == "Well said."


def test_a_turn_can_be_stopped(chatting, fake):
    def long(handler: Handler, body: dict[str, Any]) -> None:
        (calls("reply", {}) if body.get("response_format") else stream(end=talking))(handler, body)

    fake.answers[CHAT] = long
    cancel = CancelToken()
    heard = 0
    for event in chatting.run_turn(TurnRequest("What makes a morning?", now=NOW), cancel):
        if isinstance(event, TextDelta):
            heard += 1
            if heard == 3:
                cancel.cancel()
    assert isinstance(event, TurnEnded)
    assert event.result.status == "interrupted"
    assert event.result.reply
    assert fake.dropped.wait(2)


def test_a_server_that_wants_a_token_is_not_added_and_says_how(run, fake):
    fake.answers["/v1/models"] = secret_answer
    done = run("models", "add-endpoint", "box", fake.url)
    assert done.exit_code == 1
    assert "--token" in done.output
    assert "models token" not in done.output
    assert "box" not in run("models", "list").output


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_only_where_a_message_was_stored_is_it_said_that_it_was_kept(run, fake, monkeypatch, lang):
    monkeypatch.setenv("LC_ALL", {"en": "en_GB.UTF-8", "zh": "zh_CN.UTF-8"}[lang])
    kept = {what: phrase(lang, f"core.kept.{what}").strip() for what in ("message", "so_far")}
    run("models", "add-endpoint", "box", fake.url)
    run("models", "use", "box")
    for answer in (secret_answer, lambda handler, _body: handler.send_error(500)):
        fake.answers |= {"/v1/models": answer, "/props": answer, "/version": answer, CHAT: answer}
        for args in (
            ("models", "test-endpoint", "box"),
            ("models", "add-endpoint", "other", fake.url),
            ("ask", "What makes a good morning?", "--dry-run"),
        ):
            done = run(*args)
            assert done.exit_code == 1
            assert done.stderr.strip()
            assert not any(words in done.stderr for words in kept.values()), done.stderr
        asked = run("ask", "What makes a good morning?")
        assert asked.exit_code == 1
        assert sum(words in asked.stderr for words in kept.values()) == 1, asked.stderr


def test_the_command_line_needs_no_model_here_and_says_who_answers(run, fake):
    fake.answers[CHAT] = calls("reply", {})
    run("models", "add-endpoint", "box", fake.url)
    run("models", "use", "box")
    result = document(run("ask", "What makes a good morning?", "--json"))
    assert result["reply"] == "Well said."
    assert result["usage"]["model"] == f"big @ {fake.url.removeprefix('http://')}"


def test_doctor_says_where_what_is_asked_goes(run, fake, monkeypatch):
    from assistant_app.cli import doctor

    monkeypatch.setattr(doctor, "_probe", lambda _code, **_env: (True, "SQLite 3.50 FTS5"))

    def finding() -> dict[str, str]:
        rows = document(run("doctor", "--json"))
        return next(row for row in rows if row["id"] == "server")

    assert finding()["detail"] == "off: what you write stays on this computer"
    run("models", "add-endpoint", "box", fake.url)
    run("models", "use", "box")
    host = fake.url.removeprefix("http://")
    assert finding()["state"] == "ok"
    assert finding()["detail"].startswith(f"box: what you write is sent to {host} (other, big @")
    fake.answers["/v1/models"] = say({}, status=401)
    assert finding()["state"] == "missing"
    assert "token" in finding()["advice"]
