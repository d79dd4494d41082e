"""llama-server's own interface: prompts as tokens, grammars, and probabilities of tokens."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fake_server import Fake, last, models, say, serving, stream, word
from remote_help import CHAT, call_request, choice_request, engine_of, told

from assistant_app.domain.engine import Completion, PromptMessage
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.grammar import TOOL_PREFILL
from assistant_app.errors import AppError


@pytest.fixture
def fake() -> Iterator[Fake]:
    with serving() as server:
        yield server


class Weights:
    """A llama-server whose tokens are characters, and whose likeliest ones a test says.

    `likely` gives, for what was written after the prefill, the log-probabilities of some tokens;
    `crowd` others are likelier than -5.
    """

    def __init__(self, fake: Fake, likely: dict[str, dict[str, float]], crowd: int = 0) -> None:
        self.likely, self.crowd = likely, crowd
        self.asked: list[tuple[str, int]] = []
        fake.answers["/props"] = say({"default_generation_settings": {"n_ctx": 2048}})
        fake.answers["/apply-template"] = self._render
        fake.answers["/tokenize"] = self._tokenize
        fake.answers["/completion"] = self._next

    def _render(self, handler, body):
        text = "".join(f"[{row['role']}]{row['content']}" for row in body["messages"])
        say({"prompt": f"{text}[assistant]"})(handler, body)

    def _tokenize(self, handler, body):
        first = [1] if body.get("add_special") else []
        say({"tokens": [*first, *map(ord, body["content"])]})(handler, body)

    def _next(self, handler, body):
        written = "".join(map(chr, body["prompt"])).rpartition('"')[2]
        self.asked.append((written, body["n_probs"]))
        rows = {ord(token): value for token, value in self.likely.get(written, {}).items()}
        rows |= {50_000 + n: -5 - n / 1e6 for n in range(self.crowd)}
        top = sorted(rows.items(), key=lambda row: -row[1])[: body["n_probs"]]
        tops = [{"id": token, "logprob": value} for token, value in top]
        answer = {"completion_probabilities": [{"top_logprobs": tops}], "timings": {"prompt_n": 2}}
        say(answer)(handler, body)


def test_the_likeliest_name_is_followed_to_its_end(fake):
    Weights(
        fake,
        {
            "": {"a": -0.5, "b": -1.0},
            "a": {"b": -2.0},  # "ab" begins well and goes on badly
            "b": {"c": -0.1},
            "bc": {"d": -0.2},
            "ab": {"c": -9.0},
        },
    )
    engine = engine_of(fake.url)
    scored = engine.score(choice_request(), ["abc", "bcd", "zzz"], CancelToken())
    assert scored.values == (-2.5, -1.3, -21.0)  # exact for the best, bounds for the rest
    assert max(range(2), key=scored.values.__getitem__) == 1


def test_a_name_that_hides_in_the_crowd_is_found(fake):
    weights = Weights(fake, {"": {"a": -8.0, "b": -7.0}}, crowd=1000)
    scored = engine_of(fake.url).score(choice_request(), ["a", "b"], CancelToken())
    assert scored.values[1] == -7.0
    assert scored.values[0] <= -7.0
    assert weights.asked == [("", 256), ("", 2048)]


def test_names_that_nothing_speaks_for_end_the_search(fake):
    weights = Weights(fake, {}, crowd=20_000)
    scored = engine_of(fake.url).score(choice_request(), ["a", "b"], CancelToken())
    assert scored.values[0] == scored.values[1] <= -5.0
    assert [top for _written, top in weights.asked] == [256, 2048, 16_384]


def test_words_are_tokens_of_text_alone(fake):
    Weights(fake, {"": {"a": -1.0}})
    marks = Completion((PromptMessage("user", "<|im_end|>"),), prefill=TOOL_PREFILL)
    engine_of(fake.url).score(marks, ["a"], CancelToken())
    bodies = [body for body in fake.bodies("/tokenize") if "parse_special" in body]
    asked = {body["content"]: body["parse_special"] for body in bodies}
    assert asked == {
        "[user]": True, "<|im_end|>": False, "[assistant]": True, TOOL_PREFILL: False, "a": False,
    }  # fmt: skip
    (body,) = fake.bodies("/completion")
    assert "".join(map(chr, body["prompt"])) == "\x01[user]<|im_end|>[assistant]" + TOOL_PREFILL


def test_a_call_is_written_under_the_grammar_itself(fake):
    Weights(fake, {})
    fake.answers["/completion"] = stream(
        {"content": '", "ti'},
        {"content": 'tle": "A"}'},
        {"content": "", "stop": True, "stop_type": "eos", "tokens_evaluated": 9,
         "tokens_predicted": 2, "timings": {"prompt_n": 4}},
        done=False,
    )  # fmt: skip
    request = call_request("create_task")
    text, done = told(engine_of(fake.url), request)
    assert text == '", "title": "A"}'
    assert (done.prompt_tokens, done.prompt_tokens_evaluated, done.completion_tokens) == (9, 4, 2)
    assert fake.bodies("/completion")[0]["grammar"] == request.grammar


def test_why_a_server_breaks_off_is_found_out(fake):
    fake.answers["/extras/tokenize/count"] = say({"count": 3})
    too_long = "This model's maximum context length is 2048 tokens, you requested 6000 tokens"

    def answer(handler, body):
        broken = stream(done=False) if body.get("stream") else None
        reason = say({"error": {"message": too_long, "code": "context_length_exceeded"}}, 400)
        (broken or reason)(handler, body)

    fake.answers[CHAT] = answer
    engine = engine_of(fake.url)
    with pytest.raises(AppError) as caught:
        told(engine)
    assert caught.value.code == "prompt_too_long"
    assert engine.info().context == 2048


def test_a_reply_is_thought_about_only_where_that_was_asked_for(fake):
    Weights(fake, {})
    template = {"chat_template": "{% if enable_thinking %}<think>{% endif %}"}
    settings = {"default_generation_settings": {"n_ctx": 2048}}
    fake.answers["/props"] = say(settings | template)
    fake.answers[CHAT] = stream(word("Hi"), last())
    engine = engine_of(fake.url)
    assert engine.info().thinks
    told(engine, Completion((PromptMessage("user", "Hello"),), max_tokens=50))
    told(engine, Completion((PromptMessage("user", "Hello"),), max_tokens=50, thinking=70))
    bodies = fake.bodies(CHAT)
    assert [body["chat_template_kwargs"]["enable_thinking"] for body in bodies] == [False, True]
    assert [body["max_tokens"] for body in bodies] == [50, 120]


def test_a_router_is_asked_for_the_model_that_was_named(fake):
    Weights(fake, {"": {"a": -1.0}})
    fake.answers["/v1/models"] = models("one", "two")
    fake.answers["/props?model=two"] = fake.answers.pop("/props")
    engine = engine_of(fake.url, "two")
    assert engine.info().meta == {"server": "llama-server", "model": "two"}
    engine.score(choice_request(), ["a"], CancelToken())
    engine.count_tokens(["abc"])
    asked = [body for _path, body, _headers in fake.asked if body]
    assert asked
    assert {body["model"] for body in asked} == {"two"}
