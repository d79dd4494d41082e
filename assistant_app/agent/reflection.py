"""Look for what could be remembered where the rules can not tell, while nobody waits.

The model only says yes or no, weighed by log-probability, to a sentence of the owner's own: it
writes nothing, so that it can invent nothing. What it says yes to is proposed, never stored. The
rules have their say first: what they refuse never gets here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from assistant_app import log, resources
from assistant_app.domain.clock import now_ms
from assistant_app.domain.engine import ChatEngine, Completion, PromptMessage
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.ports import MemoryPort
from assistant_app.domain.turn import CancelToken
from assistant_app.errors import AppError, Cancelled
from assistant_app.storage.change_store import PROPOSING
from assistant_app.storage.message_store import MessageStore
from assistant_app.storage.setting_store import SettingStore

SURE: dict[Lang, float] = {"en": 1.2, "zh": 99.0}
"""How much likelier (log-probability) a yes has to be than a no; .github/ARCHITECTURE.md has the
measurement. No yes is that sure in Chinese: there too many of them are wrong.
"""
TRIES = 3
"""A message that fails so often is passed over."""
THROUGH, FAILED, PASSED = "reflect.through", "reflect.failed", "reflect.passed"
"""Settings: the last message that was looked at; what failed last (`message`, `code`, `times`,
`at`), until it is done; how many messages were passed over.
"""
_COUNTED = 10_000
_MOST = 600
"""Characters of a message; what is longer is a paste."""
_NOT_NOW = (
    "no_model", "model_", "engine_stopped", "disk_full", "data_in_use", "endpoint_", "keyring_",
)  # fmt: skip
"""How the codes of failures begin that say nothing of the message."""

_log = log.get(__name__)


@dataclass(frozen=True, slots=True)
class ReflectionState:
    """How far looking at messages is: how many wait, what failed last, how many were passed over."""

    waiting: int
    failed: str | None
    passed: int


def reflection_state(messages: MessageStore, settings: SettingStore) -> ReflectionState:
    """Return how far it is; asks no model."""
    through = settings.get(THROUGH, 0)
    failed = settings.get(FAILED)
    return ReflectionState(
        len(messages.to_reflect_on(through if isinstance(through, int) else 0, _COUNTED)),
        failed.get("code") if isinstance(failed, dict) else None,
        int(settings.get(PASSED, 0)),
    )


def weighed(engine: ChatEngine, sentence: str, lang: Lang, cancel: CancelToken) -> float:
    """Return how much likelier the model says yes than no to a sentence (log-probability)."""
    words: dict[str, Any] = resources.read_toml(f"prompts/{lang}.toml")["reflection"]
    static = [PromptMessage("system", words["ask"].strip())]
    for example in words["examples"]:
        static += [
            PromptMessage("user", example["said"]),
            PromptMessage("assistant", words["yes" if example["lasting"] else "no"]),
        ]
    request = Completion(messages=(*static, PromptMessage("user", sentence)), static=len(static))
    yes, no = engine.score(request, (words["yes"], words["no"]), cancel).values
    return yes - no


class Reflector:
    """Goes through the owner's messages one by one; where it is stands in the data file."""

    def __init__(
        self,
        engine: ChatEngine,
        messages: MessageStore,
        memories: MemoryPort,
        settings: SettingStore,
    ) -> None:
        self._engine = engine
        self._messages = messages
        self._memories = memories
        self._settings = settings

    def next(self, cancel: CancelToken) -> bool:
        """Look at the next message that needs the model; returns whether there was one.

        Killed before its end, it looks at the same message again: what was proposed of it by then
        keeps it from being looked at twice.

        Raises:
            Cancelled: it is looked at another time.
            AppError: as `ChatEngine`; noted, and tried again `TRIES` times.
        """
        while found := self._messages.to_reflect_on(self._through(), 1):
            (message,) = self._messages.get_many(found)
            lang = detect(message.text)
            drafts = (
                self._memories.undecided(message.text, lang) if len(message.text) <= _MOST else []
            )
            if drafts:
                self._look(message.session_id, message.id, drafts, lang, cancel)
            self._done(message.id)
            if drafts:
                return True
        return False

    def _look(
        self, session_id: int, message_id: int, drafts: list[Any], lang: Lang, cancel: CancelToken
    ) -> None:
        try:
            sure = [
                d for d in drafts if weighed(self._engine, d.quote, lang, cancel) >= SURE[lang]
            ]
        except Cancelled:
            raise
        except AppError as error:
            self._note(message_id, error)
            raise
        now = self._messages.get(message_id)
        if sure and not now.barred and all(draft.quote in now.text for draft in sure):
            self._memories.keep(sure, session_id=session_id, message_id=message_id, tool=PROPOSING)

    def _through(self) -> int:
        found = self._settings.get(THROUGH, 0)
        return found if isinstance(found, int) else 0

    def _done(self, message_id: int) -> None:
        self._settings.set(THROUGH, message_id)
        failed = self._settings.get(FAILED)
        if isinstance(failed, dict) and failed.get("message", 0) <= message_id:
            self._settings.set(FAILED, None)

    def _note(self, message_id: int, error: AppError) -> None:
        """Keep what failed for `doctor`; a message that fails again and again is passed over."""
        before = self._settings.get(FAILED)
        again = isinstance(before, dict) and before.get("message") == message_id
        times = (before["times"] if again else 0) + 1
        self._settings.set(
            FAILED, {"message": message_id, "code": error.code, "times": times, "at": now_ms()}
        )
        if times >= TRIES and not error.code.startswith(_NOT_NOW):
            _log.warning("message %d is passed over: %s", message_id, error.code)
            self._settings.set(THROUGH, message_id)
            self._settings.set(PASSED, int(self._settings.get(PASSED, 0)) + 1)
            self._settings.set(FAILED, None)
