"""What the app and its engine worker say to each other: one JSON object a line, typed.

The worker trusts the app and the app does not trust the pipe: a native library may print to it, a
process may die in mid-line. So every line is checked against the fields of its message, and what
does not fit is a `ProtocolError`. ASCII-only JSON keeps lone surrogates and line ends harmless.
"""

from __future__ import annotations

import collections.abc
import dataclasses
import functools
import json
import types
import typing
from dataclasses import dataclass, field
from typing import Any, Literal

from assistant_app.domain.engine import Completion, CompletionDone, PromptMessage

VERSION = 3
MAX_LINE = 64 * 1024 * 1024
"""Bytes of the longest line that is read; a longer one is garbage."""


class ProtocolError(Exception):
    """A line is not a message of this protocol."""


@dataclass(frozen=True, slots=True)
class Load:
    """Load a model. `threads` 0 lets the worker choose.

    `cache_dir` is for the states of static prompts, `chats_dir` for those of conversations; ""
    keeps none on disk.
    """

    id: int
    model: str
    mode: Literal["chat", "embed"] = "chat"
    context: int = 8192
    batch: int = 256
    threads: int = 0
    gpu_layers: int = 0
    cache_dir: str = ""
    chats_dir: str = ""


@dataclass(frozen=True, slots=True)
class Complete:
    """Stream text: any number of `Chunk`, then `Done`."""

    id: int
    request: Completion


@dataclass(frozen=True, slots=True)
class Score:
    """Give the log-probability of each candidate as the start of the answer."""

    id: int
    request: Completion
    candidates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Warm:
    """Compute the KV state of a static prompt and keep it on disk, unless it is there."""

    id: int
    messages: tuple[PromptMessage, ...]


@dataclass(frozen=True, slots=True)
class Prepare:
    """Have the state of a conversation in memory and, within `budget` bytes, on disk."""

    id: int
    request: Completion
    budget: int = 0


@dataclass(frozen=True, slots=True)
class Count:
    """Count the tokens of each text."""

    id: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Embed:
    """Give the unit vector of each text, which has its prefix already."""

    id: int
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cancel:
    """End the request `id` early; said while it runs or waits."""

    id: int


@dataclass(frozen=True, slots=True)
class Hello:
    """The first line of a worker: who speaks, and which version of this protocol."""

    version: int
    pid: int
    library: str = ""


@dataclass(frozen=True, slots=True)
class Begun:
    """The worker has taken up request `id`: if it dies now, the request may be the reason."""

    id: int


@dataclass(frozen=True, slots=True)
class Progress:
    """Part of request `id` was computed; said about once a second, by the thread that computes."""

    id: int


@dataclass(frozen=True, slots=True)
class Chunk:
    """Whole characters of the answer to `id`, or of what the model thinks before it."""

    id: int
    text: str
    thought: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """The end of a `Complete`."""

    id: int
    done: CompletionDone


@dataclass(frozen=True, slots=True)
class Result:
    """The answer to every other request: its value is what the request asks for."""

    id: int
    value: Any = None


@dataclass(frozen=True, slots=True)
class Failed:
    """The request failed; the worker goes on, unless the request was `Load`."""

    id: int
    code: str
    params: dict[str, Any] = field(default_factory=dict)


Request = Load | Complete | Score | Warm | Prepare | Count | Embed | Cancel
Reply = Hello | Begun | Progress | Chunk | Done | Result | Failed
Message = Request | Reply

_CLASSES: dict[str, type[Any]] = {
    cls.__name__.lower(): cls for cls in (*typing.get_args(Request), *typing.get_args(Reply))
}


def encode(message: Message) -> bytes:
    """Return the line of `message`, line end included."""
    body = _fields(message)
    body["type"] = type(message).__name__.lower()
    return json.dumps(body, separators=(",", ":"), default=_fields).encode("ascii") + b"\n"


def _fields(value: Any) -> dict[str, Any]:
    """Return the fields of a dataclass; unlike `asdict` without a copy of what is in them."""
    return {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}


def decode(line: bytes) -> Message:
    """Return the message of one line.

    Raises:
        ProtocolError: it is none.
    """
    try:
        body = json.loads(line)
        cls = _CLASSES[body.pop("type")]
        return typing.cast(Message, _object(cls, body))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise ProtocolError(f"{type(error).__name__}: {error} in {line[:200]!r}") from None


@functools.cache
def _hints(cls: Any) -> dict[str, Any]:
    """Return the types of its fields; looking them up took most of the time of a line."""
    return typing.get_type_hints(cls)


def _object(cls: type[Any], body: Any) -> Any:
    hints = _hints(typing.cast(collections.abc.Hashable, cls))
    unknown = body.keys() - hints.keys()
    if unknown:
        raise ValueError(f"{cls.__name__} has no {sorted(unknown)}")
    return cls(**{name: _value(hints[name], value) for name, value in body.items()})


def _value(hint: Any, value: Any) -> Any:
    """Return `value` as what the annotation `hint` says, or raise ValueError."""
    origin = typing.get_origin(hint)
    arguments = typing.get_args(hint)
    if hint is Any:
        return value
    if dataclasses.is_dataclass(hint):
        return _object(typing.cast("type[Any]", hint), value)
    if origin is Literal:
        fits = value in arguments
    elif origin in (types.UnionType, typing.Union):
        if value is None and type(None) in arguments:
            return None
        return _value(next(one for one in arguments if one is not type(None)), value)
    elif origin in (tuple, collections.abc.Sequence):
        if not isinstance(value, list):
            raise ValueError(f"{value!r} is not a list")
        return tuple(_value(arguments[0], item) for item in value)
    elif origin is dict:
        fits = isinstance(value, dict)
    elif hint is float:
        fits = isinstance(value, int | float) and not isinstance(value, bool)
    else:
        fits = isinstance(value, hint) and not (hint is int and isinstance(value, bool))
    if not fits:
        raise ValueError(f"{value!r} is not {hint}")
    return value
