"""What the model reads: one prompt to decide on, another to write the answer on.

Each has a static part that never changes within a release, model and language, so its KV state is
computed once. To decide, the last exchanges and the message are enough. To answer, the whole chat
follows, and then whatever changes with each message (clock, memories, results), late, so that
nothing before it is computed twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from assistant_app import resources
from assistant_app.domain.calendar_words import MONTHS_EN, WEEKDAYS_EN, WEEKDAYS_ZH
from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import PromptMessage
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Recalled
from assistant_app.domain.session import Message, MessageState, Role
from assistant_app.tools.spec import REPLY

DECISION_PAST = 6
"""Messages before this one that a decision looks at."""
MAX_GLANCE = 160
"""Characters of an earlier answer that a decision is shown."""
MAX_SHOWN = 1200
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


def unable(lang: Lang) -> dict[str, str]:
    """Return the kinds of things that no tool can do, with words for them.

    The model is offered their names beside the tools': a small one that sees `weather` in the list
    does not take a question about rain for one about dates.
    """
    return dict(_text(lang)["unable"])


def history(messages: Sequence[Message], *, calls: bool = False) -> list[PromptMessage]:
    """Return earlier messages as the model sees them: questions and answers in turns.

    With `calls`, an answer begins with the call it came of, and is cut short.
    """
    turns: list[PromptMessage] = []
    for message in messages:
        text = message.text.strip()
        if not text or message.state is MessageState.FAILED:
            continue
        role: Literal["user", "assistant"] = "user" if message.role is Role.USER else "assistant"
        if role == "assistant":
            text = _call_of(message) + text[:MAX_GLANCE] if calls else text[:MAX_SHOWN]
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


def decision_messages(lang: Lang, past: Sequence[Message], text: str) -> list[PromptMessage]:
    """Return the prompt on which the tool is chosen; the last exchanges are enough as `past`."""
    messages = [*static_messages(lang), *history(past, calls=True)]
    if messages[-1].role == "user":
        messages.append(PromptMessage("assistant", f'{{"tool": "{REPLY}"}}'))
    return [*messages, PromptMessage("user", text)]


@cache
def answer_static(lang: Lang) -> tuple[PromptMessage, ...]:
    """Return the part of the answer's prompt that is the same for every message in a language."""
    return (PromptMessage("system", _text(lang)["answer"]["persona"].strip()),)


@dataclass(frozen=True, slots=True)
class Background:
    """What the model may know for one answer; all of it is data.

    `unable` is the kind of thing to decline; `wants` is `mood` for a feeling that was told and `text`
    for something to be written; `unknown` says that the owner asks about their own
    life and nothing is known of it.
    """

    now: Moment
    memories: Sequence[Recalled] = ()
    results: Sequence[str] = ()
    state: str = ""
    summary: str = ""
    unable: str = ""
    unknown: bool = False
    wants: Literal["", "mood", "text"] = ""

    def text(self, lang: Lang) -> str:
        """Return it as the model reads it."""
        words = _text(lang)["answer"]
        lines = [_say(lang, "background_now", now=_clock(self.now, lang))]
        if self.summary:
            lines.append(words["summary"].format(summary=self.summary))
        if self.memories or self.results:
            lines.append(words["notes"])
            lines += [f"{n}. {_memory(r)}" for n, r in enumerate(self.memories, 1)]
            lines += [f"- {result}" for result in self.results]
        elif self.unknown:
            lines.append(words["unknown"])
        if self.state:
            lines.append(words["state"].format(state=self.state))
        if self.wants:
            lines.append(words[self.wants])
        if self.unable:
            lines.append(words["unable"].format(what=unable(lang)[self.unable]))
        return "\n".join(lines)


def reply_messages(
    lang: Lang, past: Sequence[Message], text: str, late: Background
) -> list[PromptMessage]:
    """Return the prompt on which the answer is written: the background stands late, by the message."""
    return [
        *answer_static(lang),
        *history(past),
        PromptMessage("system", late.text(lang)),
        PromptMessage("user", text),
    ]


def _say(lang: Lang, key: str, **params: object) -> str:
    return resources.phrase(lang, f"agent.{key}", **params)


def _memory(recalled: Recalled) -> str:
    memory = recalled.memory
    text = " ".join(memory.text.split())[:MAX_MEMORY]
    day = Moment.from_ms(memory.created_at, "UTC").wall.date().isoformat()
    return f"[{day}] {text}"


def day_line(lang: Lang, now: Moment) -> str:
    """Return how the background begins whatever the hour: what is the same all day."""
    return _say(lang, "background_now", now=_day(now, lang)).rstrip(".。")


def _day(now: Moment, lang: Lang) -> str:
    wall = now.wall
    if lang == "zh":
        return f"{wall.year}年{wall.month}月{wall.day}日 星期{WEEKDAYS_ZH[wall.weekday()]}"
    return f"{WEEKDAYS_EN[wall.weekday()]} {wall.day} {MONTHS_EN[wall.month - 1]} {wall.year}"


def _clock(now: Moment, lang: Lang) -> str:
    return f"{_day(now, lang)}{' ' if lang == 'zh' else ', '}{now.wall:%H:%M}"
