"""What a loaded model answers: streams, counts, grammars, scores, limits."""

from __future__ import annotations

import json

import pytest
from engine_help import SMALL, SYSTEM, answer, ask

from assistant_app import resources
from assistant_app.domain.engine import Completion, PromptMessage, TextChunk
from assistant_app.domain.turn import CancelToken
from assistant_app.engine.channel import EngineOptions
from assistant_app.engine.grammar import (
    TOOL_PREFILL,
    arguments_grammar,
    arguments_prefill,
    choice_grammar,
    tool_grammar,
)
from assistant_app.errors import AppError

TOOLS = json.loads(resources.read_text("tools.json"))


def test_an_answer_streams_and_is_counted(engine):
    *chunks, done = engine.complete(ask("Write about the sea."), CancelToken())
    assert len(chunks) > 5
    assert all(isinstance(chunk, TextChunk) and chunk.text for chunk in chunks)
    assert done.finish == "length"
    assert done.completion_tokens == 24
    assert 0 < done.prompt_tokens_evaluated <= done.prompt_tokens
    assert 0 < done.ttft_ms <= done.total_ms


def test_greedy_is_the_same_from_a_cold_and_a_warm_cache(engine, start):
    first, _ = answer(engine, ask("Name three colours."))
    answer(engine, ask("Something else entirely."))
    again, _ = answer(engine, ask("Name three colours."))
    cold, done = answer(start(), ask("Name three colours."))
    assert first == again == cold
    assert done.prompt_tokens_evaluated == done.prompt_tokens


def test_only_what_is_new_is_evaluated(engine):
    messages = [SYSTEM, PromptMessage("user", "Name a fruit.")]
    text, first = answer(engine, Completion(messages, static=1, max_tokens=12))
    messages += [PromptMessage("assistant", text), PromptMessage("user", "Another one?")]
    new = engine.count_tokens([text, "Another one?"])
    _, second = answer(engine, Completion(messages, static=1, max_tokens=4))
    assert second.prompt_tokens > first.prompt_tokens
    assert second.prompt_tokens_evaluated <= new[1] + 16
    _, repeated = answer(engine, Completion(messages, static=1, max_tokens=4))
    assert repeated.prompt_tokens_evaluated == 1


def test_a_reply_after_a_decision_shares_its_prompt(engine):
    prompt = ask("Please remind me to buy milk and eggs tomorrow.")
    decision = Completion(
        prompt.messages,
        static=1,
        prefill=TOOL_PREFILL,
        grammar=tool_grammar(TOOLS, prefilled=True),
        max_tokens=60,
    )
    answer(engine, decision)
    _, done = answer(engine, prompt)
    assert done.prompt_tokens_evaluated <= 2


def test_a_decision_is_a_call_whatever_the_model_wants(engine):
    for temperature in (0.0, 1.2):
        text, done = answer(
            engine,
            ask(
                "Lunch with Ann on Friday",
                prefill=TOOL_PREFILL,
                grammar=tool_grammar(TOOLS, prefilled=True, max_chars=30),
                max_tokens=400,
                temperature=temperature,
            ),
        )
        call = json.loads(TOOL_PREFILL + text)
        assert call["tool"] in {tool["name"] for tool in TOOLS}
        assert done.finish == "stop"


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool["name"])
def test_the_arguments_of_every_tool_can_be_written(engine, tool):
    prefill = arguments_prefill(tool["name"])
    text, done = answer(
        engine,
        ask("你好 tomorrow", prefill=prefill, grammar=arguments_grammar(tool), max_tokens=600),
    )
    assert done.finish == "stop"
    assert json.loads(prefill + text)["tool"] == tool["name"]


def test_an_answer_ends_where_its_grammar_does(engine):
    text, done = answer(engine, ask("Is water wet?", grammar=choice_grammar(["yes", "maybe so"])))
    assert text in {"yes", "maybe so"}
    assert done.finish == "stop"


def test_scores_are_those_of_the_model_step_by_step(engine):
    prompt = ask("Buy milk", prefill=TOOL_PREFILL)
    names = ["create_task", "create_event", "reply", "remember", "undo"]
    scores = engine.score(prompt, names, CancelToken()).values
    assert all(score < 0 for score in scores)
    alone = [engine.score(prompt, [name], CancelToken()).values[0] for name in names]
    best = names[scores.index(max(scores))]
    assert max(scores) == pytest.approx(max(alone), abs=0.05)
    assert best == names[alone.index(max(alone))]
    # What cannot be the best has an upper bound.
    assert all(score >= true - 0.05 for score, true in zip(scores, alone, strict=True))
    assert scores[1] == pytest.approx(alone[1], abs=0.05) or best not in names[:2]
    chosen, _ = answer(
        engine, ask("Buy milk", prefill=TOOL_PREFILL, grammar=choice_grammar([best]))
    )
    assert chosen == best


def test_a_score_is_the_sum_over_the_prefixes(engine):
    prompt = ask("Count", prefill="one two")
    (whole,) = engine.score(prompt, [" three four"], CancelToken()).values
    (first,) = engine.score(prompt, [" three"], CancelToken()).values
    (second,) = engine.score(
        ask("Count", prefill="one two three"), [" four"], CancelToken()
    ).values
    assert whole == pytest.approx(first + second, abs=0.1)


def test_scores_leave_the_prompt_in_place(engine):
    prompt = ask("What is for dinner?", prefill=TOOL_PREFILL)
    scored = engine.score(prompt, [tool["name"] for tool in TOOLS], CancelToken())
    assert scored.prompt_tokens_evaluated < scored.prompt_tokens + len(TOOLS)
    _, done = answer(engine, prompt)
    assert done.prompt_tokens_evaluated == 1


def test_many_and_long_and_empty_candidates(engine):
    words = [f"word{number} and more" for number in range(35)]
    scores = engine.score(ask("Say"), [*words, "", "long " * 200], CancelToken()).values
    assert len(scores) == 37
    assert scores[35] == 0.0


def test_characters_are_whole(engine):
    wanted = "你好，世界😀é𠮷"
    *chunks, done = engine.complete(ask("x", grammar=choice_grammar([wanted])), CancelToken())
    assert "".join(chunk.text for chunk in chunks) == wanted
    assert not any("\ufffd" in chunk.text for chunk in chunks)
    assert done.completion_tokens > len(wanted)


def test_half_a_character_at_the_token_limit_is_not_shown(engine):
    for limit in range(1, 7):
        text, done = answer(engine, ask("x", grammar=choice_grammar(["你😀好"]), max_tokens=limit))
        assert "你😀好".startswith(text)
        assert done.completion_tokens <= limit


def test_stop_words_end_an_answer_and_are_not_shown(engine):
    words = choice_grammar(["one two three four five"])
    text, done = answer(engine, ask("Count", grammar=words, stop=("three",)))
    assert text == "one two "
    assert done.finish == "stop"


@pytest.mark.parametrize(
    "text", ["", "\x00\x01", "\ud800 lone", "<|im_end|>\n<|im_start|>", "‮‏\u200b"]
)
def test_odd_characters_are_taken(engine, text):
    assert answer(engine, ask(text, max_tokens=2))[1].finish in {"length", "stop"}


def test_a_forged_end_of_turn_is_plain_text(engine):
    _, plain = answer(engine, ask("a", max_tokens=1))
    _, forged = answer(engine, ask("a<|im_end|>", max_tokens=1))
    assert forged.prompt_tokens - plain.prompt_tokens > 1


def test_forged_turns_in_a_list_are_plain_text(engine):
    """A title in an answer before, as the model that decides reads it."""
    marks = ("<|im_end|>", "<|im_start|>", "<|endoftext|>")

    def listed(title: str) -> int:
        said = [SYSTEM, PromptMessage("user", "What is on?"), PromptMessage("assistant", title)]
        request = Completion([*said, PromptMessage("user", "Thanks.")], static=1)
        return engine.score(request, ["yes", "no"], CancelToken()).prompt_tokens

    plain = listed("1. Sync now")
    for mark in marks:
        assert listed(f"1. Sync {mark} now") - plain > 1


def filled(engine, tokens: int) -> Completion:
    """Return a request whose prompt has exactly that many tokens."""
    base = answer(engine, Completion([PromptMessage("user", " a")], max_tokens=1))[1].prompt_tokens
    return Completion([PromptMessage("user", " a" * (1 + tokens - base))], max_tokens=8)


def test_the_context_is_used_to_its_last_token(start):
    engine = start(options=EngineOptions(context=256, batch=64, threads=1))
    limit = engine.info().context
    _, almost = answer(engine, filled(engine, limit - 1))
    assert almost.prompt_tokens == limit - 1
    assert almost.completion_tokens <= 2
    _, exact = answer(engine, filled(engine, limit))
    assert exact.prompt_tokens == limit
    assert exact.completion_tokens <= 1
    with pytest.raises(AppError) as caught:
        answer(engine, filled(engine, limit + 1))
    assert caught.value.code == "prompt_too_long"
    assert caught.value.params == {"tokens": limit + 1, "limit": limit}
    assert answer(engine, ask("Hi"))[0]


def test_tokens_are_counted(engine):
    assert engine.count_tokens([]) == []
    one, two = engine.count_tokens(["hello", "hello hello"])
    assert (one, two) == (1, 2)


def test_it_says_what_is_loaded(engine, tiny_model):
    info = engine.info()
    assert info.path == str(tiny_model)
    assert info.context == SMALL.context
    assert info.size > 50_000_000
    assert info.meta["general.architecture"] == "llama"
