"""Which tools the words and the dates of a message leave out of the choice."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant_app.agent.about import asks
from assistant_app.agent.alert_me import asks_alert
from assistant_app.agent.decide import CHANGES
from assistant_app.agent.evidence import (
    CREATES,
    UNABLE,
    is_appointment,
    is_call,
    is_due,
    is_event,
    is_move,
    names_media,
)
from assistant_app.agent.hearsay import heard_changed, only_heard
from assistant_app.agent.of_others import tells_of_others
from assistant_app.agent.pass_on import to_pass_on
from assistant_app.agent.prompt import tool_names
from assistant_app.agent.told import NOT_TOLD, READS, is_told
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Resolved
from assistant_app.tools.shift_words import Length, orders_shift, shift_said
from assistant_app.tools.spec import REPLY

_LEFT_AS_IS = re.compile(
    r"^\W*(?:(?:no|ok(?:ay)?|please|pls|actually|wait|hmm|on second thoughts?|and|so)\b\W*)*"
    r"(?:don['’]?t|do not|never|no need to|let['’]?s not|never ?mind (?:about )?)\s*"
    r"(?:actually |just )?"
    r"(?:mov|push|shift|bump|delay|postpon|re-?schedul|bring|cancel|delet|remov|chang|renam|add|schedul|"
    r"put|book|creat|mark|tick|complet)\w*\b(?!.*(?:[,;.!]\s*\w|\b(?:but|instead|rather|just)\b))",
    re.IGNORECASE,
)
"""What is not to be done; unless something else is, in its place."""


def not_offered(
    text: str, lang: Lang, now: Moment, found: Sequence[Resolved], length: Length
) -> list[str]:
    """Return the tools that are not to be weighed for a message whose date words are `found`."""
    without: list[str] = []
    if is_told(text, found, now.wall.date().isoformat()):
        without += NOT_TOLD
    if tells_of_others(text, found) or only_heard(text):
        without += [*NOT_TOLD, *CHANGES]
    if to_pass_on(text):  # declined: the day in it is for somebody else to hear
        return [*without, *CHANGES, *READS, "remember", "undo", "weather", "media", "shop", "news"]
    if heard_changed(text):
        without += CREATES
    if _LEFT_AS_IS.match(text):
        without += CHANGES
    if found and asks_alert(text):
        without += [*UNABLE, REPLY, "list_items", "recall", "search", "what_date"]
    if found and not asks(text):
        # "Call the bank at 5" is for its owner to do: nothing to decline, and no talk.
        without += [*UNABLE, REPLY] if is_call(text) else ["phone"]
        without += [] if names_media(text) else ["media"]
    if not found and not is_event(text):
        without.append("create_event")
    if is_appointment(text, found):
        without.append("create_task")
    if is_due(text, found):
        without += ["complete_task", REPLY, *UNABLE]
    if is_move(text, found):
        without.append("edit_item")
    without += _no_shift(text, lang, length)
    return without


def _no_shift(text: str, lang: Lang, length: Length) -> Sequence[str]:
    """Return the tools that "push it back an hour" is none of."""
    if lang != "en" or _LEFT_AS_IS.match(text) or not shift_said(text, length):
        return ()
    if orders_shift(text, length):
        return [name for name in tool_names(lang) if name != "move_item"]
    if asks(text):
        return ()
    return (*CREATES, "edit_item", "what_date", "calculate", "find_free_time")
