"""One turn: the message is on disk first; then recall, decide, act, and reply."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, Literal

from assistant_app import log
from assistant_app.agent import prompt
from assistant_app.agent.about import (
    about_self,
    asks,
    asks_for_text,
    begins_anew,
    only_tells,
    orders,
)
from assistant_app.agent.alert_me import alert_call
from assistant_app.agent.answer import EXPIRES_MS, read_answer
from assistant_app.agent.claims import ClaimGuard
from assistant_app.agent.correction import asked_again, correction, takes_back
from assistant_app.agent.decide import CHANGES, Decision, by_rule, decide
from assistant_app.agent.ending import finish
from assistant_app.agent.not_offered import not_offered
from assistant_app.agent.own_fact import asked_about, asks_own_fact
from assistant_app.agent.own_thing import in_own_words, own_call, takes_back_last
from assistant_app.agent.parts import Parts
from assistant_app.agent.remarks import tells_a_mood
from assistant_app.agent.several import is_to_be_listed, requests_in
from assistant_app.agent.told import is_told
from assistant_app.agent.turn_state import TurnState
from assistant_app.agent.weighing import weighs
from assistant_app.agent.window import fit, reply_tokens
from assistant_app.domain import routine
from assistant_app.domain.clock import Moment
from assistant_app.domain.engine import Completion, TextChunk
from assistant_app.domain.language import detect
from assistant_app.domain.memory import Draft, MemoryKind, Recalled
from assistant_app.domain.planner import Resolved
from assistant_app.domain.session import MessageState, Role, Session, SessionState
from assistant_app.domain.text import clean
from assistant_app.domain.turn import (
    MAX_MESSAGE,
    ActionDone,
    CancelToken,
    TextDelta,
    TurnEnded,
    TurnEvent,
    TurnRequest,
    TurnStarted,
    TurnStatus,
)
from assistant_app.errors import AppError, Cancelled
from assistant_app.resources import phrase
from assistant_app.tools import registry
from assistant_app.tools.dates import pieces, spans
from assistant_app.tools.draft import likely_call
from assistant_app.tools.fields import offered_fields
from assistant_app.tools.outcome import Outcome, Pending, ToolContext
from assistant_app.tools.remember import fitting, nothing_known
from assistant_app.tools.said_move import Follows
from assistant_app.tools.spec import REPLY, Call

SAVE_EVERY_S = 1.0
MAX_THOUGHT = 8000
"""Characters of a thought that are kept with the answer."""
_PAST = {
    "en": ("remember", "last time", "earlier", "told you", "before", "recall", "we talked"),
    "zh": ("记得", "之前", "上次", "以前", "说过", "聊过", "回忆"),
}

_log = log.get(__name__)


class TurnRunner:
    """Runs turns, one at a time; a generator of events, on the thread that iterates it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def run(self, request: TurnRequest, cancel: CancelToken, now: Moment) -> Iterator[TurnEvent]:
        """Run one turn; the last event is `TurnEnded`.

        Failures after the message is stored end the turn with their code; they are not raised.

        Raises:
            AppError: `message_empty`, `message_too_long`, `session_missing`: nothing was stored.
        """
        turn = self._begin(request, now)
        if not request.dry_run:
            assert turn.user_message is not None
            assert turn.reply_message is not None
            yield TurnStarted(turn.session.id, turn.user_message, turn.reply_message)
        status: TurnStatus = "failed"
        error: AppError | None = None
        try:
            yield from self._steps(turn, cancel)
            status = "needs_confirmation" if turn.question else "complete"
            error = turn.notice
        except Cancelled:
            status = "interrupted"
        except GeneratorExit:
            finish(self._parts, turn, "interrupted", None)
            raise
        except AppError as fault:
            error = fault
            status = "interrupted" if fault.code == "reply_repeated" else "failed"
            _log.warning("turn %s: %s", status, fault.code)
        yield TurnEnded(finish(self._parts, turn, status, error))

    def _begin(self, request: TurnRequest, now: Moment) -> TurnState:
        """Store the message before anything else happens, and gather what the turn needs."""
        text = clean(request.text)
        if not text.strip():
            raise AppError("message_empty")
        if len(text) > MAX_MESSAGE:
            raise AppError("message_too_long", length=len(text), limit=MAX_MESSAGE)
        lang = request.lang or detect(text)
        parts = self._parts
        at = now.ms if request.now else None
        if request.dry_run:
            session = self._dry_session(request, now)
            past = parts.sessions.messages(session.id) if session.id else []
            state = parts.sessions.state(session.id) if session.id else SessionState()
            return TurnState(request, text, lang, now, session, past, state)
        session = (
            parts.sessions.get(request.session_id)
            if request.session_id is not None
            else parts.sessions.create()
        )
        past = parts.sessions.messages(session.id)
        user = parts.messages.add(session.id, Role.USER, text, created_at=at)
        reply = parts.messages.add(
            session.id, Role.ASSISTANT, "", state=MessageState.STREAMING, created_at=at
        )
        state = parts.sessions.state(session.id)
        return TurnState(request, text, lang, now, session, past, state, user.id, reply.id)

    def _dry_session(self, request: TurnRequest, now: Moment) -> Session:
        if request.session_id is not None:
            return self._parts.sessions.get(request.session_id)
        return Session(0, "", now.ms, now.ms)

    # The steps -------------------------------------------------------------------------------

    def _steps(self, turn: TurnState, cancel: CancelToken) -> Iterator[TurnEvent]:
        if cancel.cancelled:
            raise Cancelled
        if pending := self._pending(turn):
            turn.later = pending.then
            yield from self._resume(turn, pending)
            if turn.says or turn.question:
                yield from self._say(turn)
                yield from self._each(turn, cancel)
                return
            turn.later = ()
        if (found := self._parts.memories.routine(turn.text)) and not turn.session.off_record:
            memory, taught = found
            turn.used[memory.id] = Recalled(memory, 1.0, ("routine",))
            turn.later = taught.steps
            yield from self._each(turn, cancel)
            return
        self._recall(turn)
        turn.drafts = self._drafts(turn)
        if self._only_told(turn):
            turn.says.append(phrase(turn.lang, "agent.noted"))
            turn.calls.append(Call(REPLY, {}).to_json())
            yield from self._say(turn)
            return
        turn.later = self._requests(turn)
        if len(turn.later) > 1:
            yield from self._each(turn, cancel)
            return
        turn.later = ()
        yield from self._work(turn, cancel)

    def _requests(self, turn: TurnState) -> tuple[str, ...]:
        """Return the requests of a message.

        What is to be remembered is kept whole, it may well be of several sentences, unless all that
        follows is to be done.
        """
        found = requests_in(turn.text, turn.now, turn.lang, self._parts.planner.resolver)
        asked = [draft for draft in turn.drafts if draft.explicit]
        taught = any(draft.kind is MemoryKind.PROCEDURAL for draft in asked)
        return () if taught or (asked and not all(map(orders, found[1:]))) else found

    def _each(self, turn: TurnState, cancel: CancelToken) -> Iterator[TurnEvent]:
        """Do the steps of a routine or the requests of a message, each as if it alone had been said.

        A question puts off the rest.
        """
        said, drafts = turn.text, turn.drafts
        while turn.later and not turn.question:
            if cancel.cancelled:
                raise Cancelled
            turn.text, turn.later = turn.later[0], turn.later[1:]
            turn.results = []
            self._recall(turn)
            turn.drafts = self._drafts(turn) if turn.text in said else []
            yield from self._work(turn, cancel)
        turn.text, turn.drafts = said, drafts

    def _work(self, turn: TurnState, cancel: CancelToken) -> Iterator[TurnEvent]:
        """Decide and act until the message is answered; a turn runs five tools at most."""
        done_before: list[str] = []
        while True:
            decision = self._decide(turn, cancel, done_before)
            turn.calls.append(decision.written)
            if decision.call.tool == REPLY:
                yield from self._reply(turn, decision, cancel)
                return
            if turn.left == 0:
                break
            turn.left -= 1
            outcome = registry.run(decision.call, self._context(turn))
            if outcome.nothing and self._is_talk(turn, decision.call.tool):
                yield from self._reply(turn, Decision(Call(REPLY, {})), cancel)
                return
            yield from self._take(turn, outcome)
            if outcome.again is None:
                yield from self._say(turn)
                return
            turn.results.append(
                phrase(
                    turn.lang, "agent.background_step", tool=decision.call.tool,
                    result=outcome.again,
                )
            )  # fmt: skip
            done_before.append(decision.call.tool)
        turn.later = ()
        turn.says.append(phrase(turn.lang, "agent.five_steps"))
        yield from self._say(turn)

    def _recall(self, turn: TurnState) -> None:
        parts = self._parts
        if turn.session.off_record:
            return
        found = parts.memories.recall(
            turn.text,
            before=[m.text for m in turn.past if m.role is Role.USER][-2:],
            session_id=turn.session.id,
        )
        # What a routine says is to be done when its words are said: it tells nothing of its owner.
        turn.recalled = [r for r in found if not routine.is_key(r.memory.key)]
        if any(word in turn.text.casefold() for word in _PAST[turn.lang]):
            hits = parts.sessions.recall(turn.text, limit=9, exclude=turn.session.id or None)
            for hit in fitting(hits, turn.text, turn.lang, parts.memories)[:3]:
                day = Moment.from_ms(hit.message.created_at, turn.now.tz).wall.date()
                said = " ".join(hit.message.text.split())[: prompt.MAX_MEMORY]
                who = "user" if hit.message.role is Role.USER else "assistant"
                text = phrase(turn.lang, f"agent.background_said_{who}", text=said)
                turn.results.append(f"[{day}] {text}")
                turn.heard.add(hit.message.id)

    def _drafts(self, turn: TurnState) -> list[Draft]:
        """Return what could be kept of the message.

        Off the record a wish to remember is seen, so that it is refused and not lost in a friendly
        answer.
        """
        if turn.lang == "en" and is_to_be_listed(turn.text):
            return []
        drafts = self._parts.memories.propose(turn.text, turn.lang)
        return [d for d in drafts if d.explicit] if turn.session.off_record else drafts

    def _decide(self, turn: TurnState, cancel: CancelToken, done_before: list[str]) -> Decision:
        certain = None
        if not done_before:
            dated = partial(self._parts.names_a_day, turn, turn.text)
            certain = by_rule(turn.text, turn.drafts, dated) or self._noted(turn)
            certain = certain or self._corrected(turn) or self._alert(turn)
            certain = certain or own_call(
                self._context(turn), spoken_of=_spoken_of(turn), follows=_follows(turn)
            )
        if certain:
            return Decision(certain)
        engine = self._parts.engine
        fit(turn, engine, self._parts.messages)
        length = partial(self._parts.planner.resolver.length, lang=turn.lang)
        without = [
            *done_before,
            *not_offered(turn.text, turn.lang, turn.now, self._dates(turn), length),
        ]
        decision = decide(
            engine, turn.lang, turn.glance, turn.text, cancel, without=without,
            scope=str(turn.session.id),
            likely=lambda tool: likely_call(tool, self._context(turn)),
            fields=partial(self._fields, turn),
            known=any("asked" in r.why for r in turn.recalled)
            and not self._parts.names_a_day(turn, turn.text),
        )  # fmt: skip
        turn.count_scored(decision.scored)
        turn.count(decision.done)
        call = in_own_words(decision.call, self._context(turn))
        return dataclasses.replace(decision, call=call)

    def _alert(self, turn: TurnState) -> Call | None:
        """Return the reminder that "ping me at 5 to …" is, whatever word is used for it."""
        resolver = self._parts.planner.resolver
        return alert_call(turn.text, resolver.extract(turn.text, turn.now, turn.lang))

    def _dates(self, turn: TurnState) -> Sequence[Resolved]:
        """Return the date words of the message."""
        return self._parts.planner.resolver.extract(turn.text, turn.now, turn.lang).found

    def _told(self, turn: TurnState, found: Sequence[Resolved]) -> bool:
        """Tell whether the message, with its date words, only says what happened."""
        return is_told(turn.text, found, turn.now.wall.date().isoformat())

    def _is_talk(self, turn: TurnState, tool: str) -> bool:
        """Tell whether a message whose tool found nothing is better answered in words.

        No date was asked for; the task that was said to be done is none of the list's; or what is
        not in the calendar was told.
        """
        if tool == "what_date":
            return True
        if turn.request.dry_run:
            return False
        return self._told(turn, self._dates(turn)) if tool in CHANGES else bool(turn.recalled)

    def _fields(self, turn: TurnState, tool: str) -> tuple[str, ...]:
        """Return the arguments of a tool that the message, or the one before it, may fill."""
        context = self._context(turn)
        dated = any(spans(text, context) for text in (turn.text, turn.previous))
        return offered_fields(tool, f"{turn.text}\n{turn.previous}", dated=dated)

    def _noted(self, turn: TurnState) -> Call | None:
        """Return the call for a bare "remember that": what was said before it is kept.

        A day in it may be one for the calendar.
        """
        keeps = self._parts.memories.keeps_what_was_said
        if not keeps(turn.text):
            return None
        told = (m.text for m in reversed(turn.past) if m.role is Role.USER and not keeps(m.text))
        said = next(told, "")
        return None if self._parts.names_a_day(turn, said) else Call("remember", {"text": said})

    def _corrected(self, turn: TurnState) -> Call | None:
        """Return what a bare "make it Friday" or "that was wrong" asks for, after one change."""
        resolver = self._parts.planner.resolver
        before = turn.past[-1].extra if turn.past else {}
        done = [str(a.get("title")) for a in before.get("actions") or [] if a.get("undo")]
        if done and (
            takes_back(turn.text) or takes_back_last(turn.text, done, self._context(turn))
        ):
            return Call("undo", {})
        if (calls := before.get("calls")) and (
            again := asked_again(turn.text, calls[-1], turn.now, turn.lang, resolver)
        ):
            return again
        if not _spoken_of(turn):
            return None
        return correction(turn.text, turn.now, turn.lang, resolver)

    def _context(self, turn: TurnState) -> ToolContext:
        parts = self._parts
        hours = (
            parts.settings.get("hours.start", "09:00"),
            parts.settings.get("hours.end", "18:00"),
        )
        return ToolContext(
            text=turn.text, now=turn.now, lang=turn.lang, planner=parts.planner,
            memories=parts.memories, sessions=parts.sessions, undo=parts.undo,
            session_id=turn.session.id or None, message_id=turn.user_message,
            previous=turn.previous, state=turn.state, recalled=turn.recalled,
            yes=turn.request.yes, dry_run=turn.request.dry_run, hours=hours,
        )  # fmt: skip

    def _take(self, turn: TurnState, outcome: Outcome) -> Iterator[TurnEvent]:
        """Add what a tool did to the turn."""
        if outcome.action:
            turn.actions.append(outcome.action)
            yield ActionDone(outcome.action)
        if outcome.say:
            turn.says.append(outcome.say)
        turn.question, turn.pending = outcome.question, outcome.pending
        turn.used.update({r.memory.id: r for r in outcome.used})
        turn.heard.update(outcome.heard)
        turn.listing = outcome.listing or turn.listing
        if outcome.finished:
            turn.finished.append(outcome.finished)

    # A pending question ----------------------------------------------------------------------

    def _pending(self, turn: TurnState) -> Pending | None:
        """Return the action that waits for an answer, unless it waited too long."""
        if not turn.state.pending:
            return None
        pending = Pending.from_json(turn.state.pending)
        return pending if turn.now.ms - pending.asked_at <= EXPIRES_MS else None

    def _resume(self, turn: TurnState, pending: Pending) -> Iterator[TurnEvent]:
        """Go on with the action that waits, if the message answers its question."""
        answer = turn.request.choice
        read = read_answer(turn.text, pending) if answer is None else _button(answer, pending)
        fixed, args = dict(pending.fixed), dict(pending.args)
        if read == "no":
            turn.says.append(phrase(turn.lang, "agent.kept_as_is"))
            return
        if read == "yes":
            fixed["confirmed"] = True
        elif isinstance(read, int):
            fixed.update(pending.choices[read].fixed)
        elif not self._fills_slot(turn, pending, args):
            return
        call = Call(pending.tool, args)
        turn.calls.append(call.to_json())
        yield from self._take(turn, registry.run(call, self._context(turn), fixed))

    def _fills_slot(self, turn: TurnState, pending: Pending, args: dict[str, str]) -> bool:
        """Take a free answer for the date that was asked for, and what is left for the title."""
        if pending.slot not in ("when", "due", "to"):
            return False
        if begins_anew(turn.text) or weighs(turn.text):
            return False
        extracted = self._parts.planner.resolver.extract(turn.text, turn.now, turn.lang)
        found = pieces(turn.text, extracted)
        if not found:
            return False
        args[pending.slot] = " ".join(found)
        rest = extracted.rest.strip(" ,，.。、:：")
        if "title" in args and len(rest) > 1 and len(rest) < 60:
            args["title"] = _with_subject(args["title"], rest)
        return True

    # The answer ------------------------------------------------------------------------------

    def _say(self, turn: TurnState) -> Iterator[TurnEvent]:
        """Give the sentences made from stored rows; no model is needed for them."""
        text = "\n".join(turn.says)
        turn.says.clear()
        if text:
            yield self._add(turn, text)

    def _add(self, turn: TurnState, text: str, *, goes_on: bool = False) -> TextDelta:
        """Add to the answer; the answers to two steps are two paragraphs."""
        turn.first_word()
        if turn.reply and not goes_on:
            text = f"\n\n{text}"
        turn.reply += text
        return TextDelta(text)

    def _reply(
        self, turn: TurnState, decision: Decision, cancel: CancelToken
    ) -> Iterator[TurnEvent]:
        """Stream the model's answer, saved about once a second."""
        if turn.request.dry_run:
            return
        if self._unknown(turn):
            off = turn.session.off_record
            nothing = nothing_known(self._parts.memories, turn.lang)
            turn.says.append(phrase(turn.lang, "agent.recall_off_record") if off else nothing)
            yield from self._say(turn)
            return
        turn.used.update({r.memory.id: r for r in turn.recalled})
        late = prompt.Background(
            turn.now, turn.recalled, turn.results, _state_note(turn.state, turn.lang),
            turn.session.summary, decision.unable, about_self(turn.text), _wants(turn.text),
        )  # fmt: skip
        request = Completion(
            messages=prompt.reply_messages(turn.lang, turn.fitting, turn.text, late),
            static=len(prompt.answer_static(turn.lang)),
            max_tokens=reply_tokens(self._parts.engine.info().context),
            scope=str(turn.session.id),
        )  # fmt: skip
        done = [*turn.state.finished_tasks, *turn.finished]
        guard = ClaimGuard(turn.lang, done, anything=asks_for_text(turn.text))
        try:
            yield from self._stream(turn, request, guard, cancel)
        finally:  # what was held back belongs to what came
            turn.reply += guard.finish()
        if not turn.reply.strip():
            turn.reply = phrase(turn.lang, "agent.reply_empty")
            yield TextDelta(turn.reply)

    def _stream(
        self, turn: TurnState, request: Completion, guard: ClaimGuard, cancel: CancelToken
    ) -> Iterator[TurnEvent]:
        saved, goes_on = time.monotonic(), False
        for chunk in self._parts.engine.complete(request, cancel):
            if not isinstance(chunk, TextChunk):
                turn.count(chunk)
                if chunk.finish == "cancelled":
                    raise Cancelled
                if chunk.finish == "repeated":
                    raise AppError("reply_repeated")
                if chunk.finish == "length":
                    turn.notice = AppError("reply_cut")
                break
            if chunk.thought:
                turn.thought += chunk.text[: MAX_THOUGHT - len(turn.thought)]
                continue
            if shown := guard.feed(chunk.text):
                yield self._add(turn, shown, goes_on=goes_on)
                goes_on = True
            if turn.reply_message and time.monotonic() - saved >= SAVE_EVERY_S:
                saved = time.monotonic()
                self._parts.messages.save_partial(turn.reply_message, turn.reply)
        if shown := guard.finish():
            yield self._add(turn, shown, goes_on=goes_on)

    def _only_told(self, turn: TurnState) -> bool:
        """Tell whether there is nothing to do but to offer to remember what was said."""
        drafts = [draft for draft in turn.drafts if draft.decision != "duplicate"]
        explicit = any(draft.explicit for draft in turn.drafts)
        return (
            not explicit
            and not tells_a_mood(turn.text)
            and only_tells(turn.text, drafts)
            and not self._parts.names_a_day(turn, turn.text)
        )

    def _unknown(self, turn: TurnState) -> bool:
        """Tell whether the owner asks about their own life and nothing at all is known of it.

        What they told in this chat is known; what they only asked before is not.
        """
        if turn.recalled or turn.results or not asks_own_fact(turn.text):
            return False
        words = asked_about(turn.text)
        return not any(
            any(word in message.text.casefold() for word in words)
            and self._parts.memories.tells(message.text, turn.lang)
            for message in turn.past
            if message.role is Role.USER
        )


def _spoken_of(turn: TurnState) -> bool:
    """Tell whether one thing was changed or shown just before.

    Later on, "actually 20" may be about anything.
    """
    state, before = turn.state, turn.past[-1].extra if turn.past else {}
    one = state.last_item and tuple(state.listing) == (state.last_item,)
    return bool(one and not state.pending and before.get("actions"))


def _follows(turn: TurnState) -> Follows:
    """Return which change the message, or the part of it, follows at once."""
    before = turn.past[-1].extra if turn.past else {}
    here = [a.tool for a in turn.actions]
    done = here or [a.get("tool") for a in before.get("actions") or []]
    if not done or done[-1] not in ("move_item", "edit_item"):
        return ""
    return "here" if here else "before"


def _wants(text: str) -> Literal["", "mood", "text"]:
    """Return what kind of an answer a message wants, where its words tell."""
    if asks_for_text(text):
        return "text"
    return "mood" if tells_a_mood(text) and not asks(text) else ""


def _button(choice: int, pending: Pending) -> Any:
    """Return what the button with this index means."""
    if pending.confirm:
        return "yes" if choice == 0 else "no"
    return choice if 0 <= choice < len(pending.choices) else "no"


def _with_subject(title: str, rest: str) -> str:
    """Join what was asked for and what it is about ("Meeting" + "budget")."""
    return title if rest.casefold() in title.casefold() else rest if len(rest) > 3 else title


def _state_note(state: SessionState, lang: str) -> str:
    parts = [*state.finished_tasks[-3:], *state.confirmed_facts[-3:]]
    return (", " if lang == "en" else "、").join(parts)
