"""What a tool is given, and what it gives back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from assistant_app import resources
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.memory import Recalled
from assistant_app.domain.ports import MemoryPort, PlannerPort, SessionPort, UndoPort
from assistant_app.domain.session import SessionState
from assistant_app.domain.turn import Action, ActionStatus, Question


@dataclass(frozen=True, slots=True)
class ToolContext:
    """The turn as a tool sees it.

    `text` is the owner's message, `previous` the one before it. `yes` answers confirmations;
    `dry_run` says to change nothing. `hours` are the working hours ("09:00", "18:00").
    """

    text: str
    now: Moment
    lang: Lang
    planner: PlannerPort
    memories: MemoryPort
    sessions: SessionPort
    undo: UndoPort
    session_id: int | None = None
    message_id: int | None = None
    previous: str = ""
    state: SessionState = field(default_factory=SessionState)
    recalled: Sequence[Recalled] = ()
    yes: bool = False
    dry_run: bool = False
    hours: tuple[str, str] = ("09:00", "18:00")

    def say(self, key: str, /, **params: object) -> str:
        """Return a sentence of `resources/phrases/LANG/agent.toml` in the turn's language."""
        return resources.phrase(self.lang, f"agent.{key}", **params)


@dataclass(frozen=True, slots=True)
class Choice:
    """One answer to a pending question, and what it settles."""

    label: str
    fixed: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pending:
    """An action that waits for the owner's answer; kept with the session as JSON.

    `fixed` is what is settled already (such as the id of an item). `slot` is the argument that a
    free answer fills; a `confirm` waits for a yes. `then` are the steps of a routine that wait for
    the answer too.
    """

    tool: str
    args: dict[str, str]
    fixed: dict[str, Any]
    choices: tuple[Choice, ...] = ()
    slot: str | None = None
    confirm: bool = False
    asked_at: int = 0
    then: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return plain JSON."""
        return {
            "tool": self.tool,
            "args": self.args,
            "fixed": self.fixed,
            "choices": [{"label": c.label, "fixed": c.fixed} for c in self.choices],
            "slot": self.slot,
            "confirm": self.confirm,
            "asked_at": self.asked_at,
            "then": list(self.then),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Pending:
        """Read what `to_json` gave."""
        return cls(
            tool=data["tool"],
            args=dict(data["args"]),
            fixed=dict(data["fixed"]),
            choices=tuple(Choice(c["label"], c["fixed"]) for c in data["choices"]),
            slot=data["slot"],
            confirm=data["confirm"],
            asked_at=data.get("asked_at", 0),
            then=tuple(data.get("then", ())),
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a tool did.

    `say` is the reply where no model is needed for it. `again` is what the model should know
    before it decides once more (a step of several). `used` are the memories that mattered.
    `heard` are the messages of past sessions that it tells of. `finished` is what was done.
    `nothing` says that nothing was found of what was looked for.
    """

    action: Action | None
    say: str = ""
    question: Question | None = None
    pending: Pending | None = None
    again: str | None = None
    used: tuple[Recalled, ...] = ()
    heard: tuple[int, ...] = ()
    listing: tuple[str, ...] = ()
    finished: str = ""
    nothing: bool = False


class Tool(Protocol):
    """Runs one tool: the model's arguments, what answers to questions settled, the turn."""

    def __call__(
        self, args: dict[str, str], fixed: Mapping[str, Any], ctx: ToolContext, /
    ) -> Outcome:
        """Do it, or say what is missing.

        Raises:
            AppError: what kept it from being done; nothing is half done.
        """


def ask(
    ctx: ToolContext,
    tool: str,
    args: dict[str, str],
    fixed: Mapping[str, Any],
    text: str,
    *,
    choices: Sequence[Choice] = (),
    slot: str | None = None,
    confirm: bool = False,
    title: str = "",
    when: str = "",
    used: Sequence[Recalled] = (),
    assumptions: Sequence[str] = (),
) -> Outcome:
    """Return the outcome that puts a question to the owner; nothing was changed."""
    labels = tuple(choice.label for choice in choices)
    if confirm:
        labels = (ctx.say("yes"), ctx.say("no"))
    action = Action(
        tool=tool,
        args=dict(args),
        status="needs_confirmation",
        summary=text,
        title=title,
        when=when,
        assumptions=tuple(assumptions),
    )
    pending = Pending(
        tool, dict(args), dict(fixed), tuple(choices), slot, confirm, asked_at=ctx.now.ms
    )
    return Outcome(action, text, Question(text, labels), pending, used=tuple(used))


def told(
    tool: str, args: dict[str, str], text: str, *, status: ActionStatus = "done", **more: Any
) -> Outcome:
    """Return an outcome that changed nothing and only says something.

    `more` goes to the `Action` (`data`, `title`, `when`), but for `used`, `heard`, `listing` and
    `nothing`.
    """
    used = tuple(more.pop("used", ()))
    heard = tuple(more.pop("heard", ()))
    listing = tuple(more.pop("listing", ()))
    nothing = bool(more.pop("nothing", False))
    action = Action(tool=tool, args=dict(args), status=status, summary=text, **more)
    return Outcome(action, text, used=used, heard=heard, listing=listing, nothing=nothing)
