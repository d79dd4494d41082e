"""What the model reads: a static part, the chat so far, the message, and late the background.

The static part never changes within a release, model and language, so its KV state is computed
once. The decision is made on the message alone; whatever changes with each message (clock,
memories, results) comes after the decision and only when the model has to write an answer, so that
nothing before it is evaluated twice and a decision stays short.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

from assistant_app import resources
from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import PromptMessage
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Recalled
from assistant_app.domain.session import Message, MessageState, Role
from assistant_app.tools.spec import REPLY

MAX_SHOWN = 600
"""Characters of an earlier answer that the model is shown; the owner's words stay whole."""
MAX_MEMORY = 300
"""Characters of one memory in the background."""


@cache
def _text(lang: Lang) -> dict[str, Any]:
    return resources.read_toml(f"prompts/{lang}.toml")


@cache
def static_messages(lang: Lang) -> tuple[PromptMessage, ...]:
    """Return the part of the prompt that is the same for every message in a language."""
    prompt = _text(lang)
    tools = "\n".join(f"{name}: {about}" for name, about in prompt["tools"].items())
    examples = "\n".join(
        f"{prompt['user_label']}{example['user']}\n{example['call']}"
        for example in prompt["examples"]
    )
    parts = (
        prompt["persona"].strip(),
        f"{prompt['tools_heading']}\n{tools}",
        f"{prompt['examples_heading']}\n{examples}",
    )
    return (PromptMessage("system", "\n\n".join(parts)),)


def tool_names(lang: Lang) -> list[str]:
    """Return the names of the tools, in the order the model reads them."""
    return list(_text(lang)["tools"])


def tool_bias(lang: Lang) -> dict[str, float]:
    """Return what is added to the log-probability of a tool, measured on development cases."""
    return dict(_text(lang).get("bias", {}))


def unable(lang: Lang) -> dict[str, str]:
    """Return the kinds of things that no tool can do, with words for them.

    The model is offered their names beside the tools': a small one that sees `weather` in the list
    does not take a question about rain for one about dates.
    """
    return dict(_text(lang)["unable"])


def unable_note(lang: Lang, kind: str) -> str:
    """Return what the model is told before it declines something of that kind."""
    note: str = _text(lang)["unable_note"]
    return note.format(what=unable(lang)[kind])


def history(messages: Sequence[Message]) -> list[PromptMessage]:
    """Return earlier messages as the model sees them: questions and answers in turns."""
    turns: list[PromptMessage] = []
    for message in messages:
        text = message.text.strip()
        if not text or message.state is MessageState.FAILED:
            continue
        role: Literal["user", "assistant"] = "user" if message.role is Role.USER else "assistant"
        if role == "assistant":
            text = _call_of(message) + text[:MAX_SHOWN]
        if turns and turns[-1].role == role:
            turns[-1] = PromptMessage(role, f"{turns[-1].text}\n{text}")
        else:
            turns.append(PromptMessage(role, text))
    if turns and turns[0].role == "assistant":
        del turns[0]
    return turns


def _call_of(message: Message) -> str:
    """Return the call an answer began with, so that the model sees its own way of writing."""
    calls = message.extra.get("calls") or []
    return "".join(f"{call}\n" for call in calls if isinstance(call, str))


def decision_messages(
    lang: Lang, past: Sequence[Message], text: str, summary: str = ""
) -> list[PromptMessage]:
    """Return the prompt on which the tool is chosen."""
    messages = [*static_messages(lang)]
    if summary:
        note = _text(lang)["summary"].format(summary=summary)
        messages += [PromptMessage("user", note), PromptMessage("assistant", '{"tool": "reply"}')]
    messages += history(past)
    if messages[-1].role == "user":
        messages.append(PromptMessage("assistant", f'{{"tool": "{REPLY}"}}'))
    return [*messages, PromptMessage("user", text)]


def reply_messages(
    lang: Lang, decided: Sequence[PromptMessage], call: str, background: str
) -> list[PromptMessage]:
    """Return the prompt on which the answer is written: the decision's, then the background."""
    ask = _text(lang)["answer"].format(background=background)
    return [*decided, PromptMessage("assistant", call), PromptMessage("user", ask)]


def background(
    lang: Lang, now: Moment, memories: Sequence[Recalled], results: Sequence[str], state: str
) -> str:
    """Return what the model may know for this answer: clock, memories, results; all of it data."""
    lines = [_say(lang, "background_now", now=_clock(now, lang))]
    if memories:
        lines.append(_say(lang, "background_memories"))
        lines += [f"{n}. {_memory(r)}" for n, r in enumerate(memories, 1)]
    else:
        lines.append(_say(lang, "background_no_memories"))
    if state:
        lines.append(_say(lang, "background_state", state=state))
    return "\n".join([*lines, *results])


def _say(lang: Lang, key: str, **params: object) -> str:
    return resources.phrase(lang, f"agent.{key}", **params)


def _memory(recalled: Recalled) -> str:
    memory = recalled.memory
    text = " ".join(memory.text.split())[:MAX_MEMORY]
    day = Moment.from_ms(memory.created_at, "UTC").wall.date().isoformat()
    return f"[{day}] {text}"


_DAYS_ZH = "一二三四五六日"
_DAYS_EN = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


def _clock(now: Moment, lang: Lang) -> str:
    wall = now.wall
    if lang == "zh":
        day = f"{wall.year}年{wall.month}月{wall.day}日 星期{_DAYS_ZH[wall.weekday()]}"
        return f"{day} {wall:%H:%M}"
    day = f"{_DAYS_EN[wall.weekday()]} {wall.day} {_MONTHS[wall.month - 1]} {wall.year}"
    return f"{day}, {wall:%H:%M}"
