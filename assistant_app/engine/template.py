"""A prompt as tokens, by the model's own chat template, with the messages kept out of its reach.

The template is rendered with a mark in place of each message; what it puts around the marks is
tokenized with its special tokens, and each message apart, as plain text. So the words of a message
never become a control token (`<|im_end|>` typed by a person, or found in a calendar file, stays
text), and the tokens of a message do not depend on what follows: the prefix of a conversation is
stable, token by token, which is what the KV cache needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from assistant_app.domain.engine import PromptMessage
from assistant_app.engine.thought import END, left_open
from assistant_app.engine.time_limit import TooSlow, within

Render = Callable[[list[dict[str, str]], bool], str]
"""(messages, whether the model is to think before it answers) -> prompt"""
Tokenize = Callable[[str, bool], list[int]]
"""(text, whether control tokens are read) -> tokens"""

_MARK = re.compile("\ue2f0(\\d+)\ue2f1")
CHATML_END = "<|im_end|>"
LIMIT_S = 1.0
"""What a template may take; those of real models take milliseconds."""


def render_chatml(messages: list[dict[str, str]], thinking: bool = False) -> str:
    """Return the prompt in ChatML, for a model that has no usable template."""
    turns = [f"<|im_start|>{m['role']}\n{m['content']}{CHATML_END}\n" for m in messages]
    return "".join(turns) + "<|im_start|>assistant\n"


def fold_systems(messages: Sequence[PromptMessage], heads: int = 0) -> list[list[int]]:
    """Return groups of message numbers for templates that know no system message in mid-prompt.

    A system message after the first `heads` messages joins the user's message after it, and
    neighbours of one role are one.
    """
    groups: list[list[int]] = []
    roles: list[str] = []
    for index, message in enumerate(messages):
        role = "user" if message.role == "system" and index >= heads else message.role
        if roles and roles[-1] == role:
            groups[-1].append(index)
        else:
            groups.append([index])
            roles.append(role)
    return groups


class PromptTemplate:
    """The chat template of one model; `render` None means ChatML.

    A template that does not come to an end in time is not used again.
    """

    def __init__(self, render: Render | None, tokenize: Tokenize) -> None:
        self._renders: list[Render] = [*([render] if render else []), render_chatml]
        self._tokenize = tokenize

    def works(self) -> bool:
        """Try the model's own template on the shortest of chats; False when ChatML takes its place."""
        chat = [PromptMessage("system", ""), PromptMessage("user", "")]
        own = self._renders[0]
        tried = [self._attempt(own, chat, groups, False) for groups in ([[0], [1]], [[0, 1]])]
        return own is not render_chatml and any(tried)

    def tokens(
        self,
        messages: Sequence[PromptMessage],
        static: int,
        prefill: str,
        *,
        thinking: bool = False,
    ) -> tuple[list[int], int, bool]:
        """Return the tokens, how many of them the first `static` messages are, and what is open.

        `prefill` stands after the header of the answer. The last value says that the prompt ends
        inside a thought; without `thinking`, one that the template opens is closed again.
        """
        pieces = self._pieces(messages, thinking)
        end = pieces[-1] if pieces and isinstance(pieces[-1], str) else ""
        opened = left_open(end)
        if opened and (prefill or not thinking):
            pieces.append(END)
            opened = False
        tokens: list[int] = []
        static_end = 0
        for piece in pieces:
            if isinstance(piece, int):
                tokens += self._tokenize(messages[piece].text, False)
                if piece == static - 1:
                    static_end = len(tokens)
            elif piece:
                tokens += self._tokenize(piece, True)
        if prefill:
            tokens += self._tokenize(prefill, False)
        return tokens, static_end, opened

    def _pieces(self, messages: Sequence[PromptMessage], thinking: bool) -> list[str | int]:
        """Return template text and message numbers in turn; the first way that works wins."""
        alone = [[index] for index in range(len(messages))]
        for render in tuple(self._renders):
            for groups in (alone, fold_systems(messages, heads=1), fold_systems(messages)):
                pieces = self._attempt(render, messages, groups, thinking)
                if pieces is not None:
                    return pieces
        raise ValueError("ChatML cannot fail")

    def _attempt(
        self,
        render: Render,
        messages: Sequence[PromptMessage],
        groups: list[list[int]],
        thinking: bool,
    ) -> list[str | int] | None:
        rows = []
        for group in groups:
            first, last = messages[group[0]], messages[group[-1]]
            role = first.role if len(group) == 1 else last.role
            if role == "system" and len(group) > 1:
                role = "user"
            marks = "\n\n".join(f"\ue2f0{index}\ue2f1" for index in group)
            rows.append({"role": role, "content": marks})
        if render not in self._renders:
            return None
        try:
            text = within(LIMIT_S, lambda: render(rows, thinking))
        except TooSlow:
            self._renders.remove(render)
            return None
        except Exception:  # a template is a program of the model's author: it may raise anything
            return None
        parts = _MARK.split(text)
        pieces: list[str | int] = [
            int(part) if index % 2 else part for index, part in enumerate(parts)
        ]
        found = [piece for piece in pieces if isinstance(piece, int)]
        return pieces if found == list(range(len(messages))) else None
