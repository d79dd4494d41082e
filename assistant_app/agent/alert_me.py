# ruff: noqa: E501 - a pattern cut in two is harder to read than a long line
"""Other words for a reminder: "give me a shout in ten minutes", "buzz me at 5". Pure.

Where its owner is the one to be alerted and a time ahead is said, that is a reminder and nothing else.
"""

from __future__ import annotations

import re

from assistant_app.agent.about import orders
from assistant_app.agent.alert_zh import alert_in, of_what
from assistant_app.domain.planner import Extracted
from assistant_app.tools.dates import pieces
from assistant_app.tools.spec import Call

_SIGNAL = (
    r"(?:nudge|ping|buzz|shout|head['’]?s?[- ]?up|poke|prod|reminder|alert|notification|notif|warning|"
    r"wake[- ]?up(?: call)?|beep|holler|tap|signal|alarm|knock|jab|jog|bell)"
)
_SMALL = r"(?:(?:little|quick|gentle|small|friendly|wee|tiny|loud|another|brief)\s+)*"
_ALERT = re.compile(
    r"(?P<before>^|[,;.!?–—:]\s*|\s-\s*|\b(?:so|and|then|but)\s+)"
    r"(?:(?:please|pls|plz|can you|could you|would you|will you|can u|hey|hi|ok(?:ay)?|so|just|also|and|then|kindly|"
    r"i['’]?d like you to|i (?:need|want) you to|go ahead and|make sure (?:to|you)|be sure to|don['’]?t forget to)\b\W*)*"
    r"(?P<alert>"
    r"(?:ping|buzz|nudge|poke|prod|alert|notify|warn|beep|page|rouse|prompt|jab|(?:shout|yell|holler|bark|beep) at)\s+(?:me|us)(?:\s+again)?|"
    r"wake\s+(?:me|us)(?:\s+up)?|get\s+(?:me|us)\s+(?:up|out of bed)|jog my memory|"
    rf"(?:(?:give|send|drop|shoot|throw|get|do|set)\s+(?:me|us)|gimme|gi['’]?me|giz|lemme (?:get|have)|let me have|"
    rf"(?:can|could|may) (?:i|we) (?:get|have)|i (?:need|want)|i['’]?d like)\s+(?:(?:a|an|the|one|my|another)\s+)?{_SMALL}(?P<signal>{_SIGNAL})|"
    r"(?:let|lemme)\s+(?:(?:me|us)\s+)?know(?=\s*$|\s+(?:to|that it['’]?s|when it['’]?s|it['’]?s)\b)|lemme know(?=\s*$|\s+to\b)"
    r")\b",
    re.IGNORECASE,
)
_WAKES = re.compile(r"\b(?:wake|rouse|get (?:me|us) (?:up|out))", re.IGNORECASE)
_THANKS = re.compile(
    r"(?:(?:^|[\s,.!]+)(?:please|pls|plz|thanks|thank you|thx|ok(?:ay)?))+$", re.IGNORECASE
)
_BOUND = re.compile(r"(?:by|before|until|till)\b", re.IGNORECASE)
_RELATIVE = re.compile(
    r"\b(?:before|prior|in advance|ahead of|beforehand|earlier|if|unless)\b", re.IGNORECASE
)
_OF_WHAT = re.compile(
    r"^\W*(?:(?:to|that|about|so(?: that)? (?:i|we)(?: can)?|for|because|cause|cos|coz|when|regarding|re|of|as|"
    r"(?:that )?it['’]?s time (?:to|for)|(?:that )?(?:i|we)(?: have| need| got|['’]?ve got) to)\b\W*)*",
    re.IGNORECASE,
)
_KINDS = ("date", "datetime", "time", "rrule")


def asks_alert(text: str) -> bool:
    """Tell whether a message asks that its owner be alerted, without "remind me"."""
    return bool(_ALERT.search(text)) or alert_in(text)


def alert_call(text: str, extracted: Extracted) -> Call | None:
    """Return the reminder that a message certainly asks for; None where there is a doubt.

    `extracted` are its date words: there has to be one time, and none that is counted from something
    else ("an hour before").
    """
    found = pieces(text, extracted)
    if len(found) != 1 or _RELATIVE.search(text) or _BOUND.match(found[0]):
        return None
    if any(r.kind not in _KINDS or r.status not in ("ok", "ambiguous") for r in extracted.found):
        return None
    rest = " ".join(extracted.rest.split())
    if alert_in(rest):
        title = of_what(text, rest)
        return Call("set_reminder", {"text": title, "when": found[0]}) if title else None
    alert = _ALERT.search(rest)
    if alert is None:
        return None
    told = rest[: alert.start()].strip(" ,;.!?–—:-")
    if told and orders(told):
        return None
    about = _OF_WHAT.sub("", rest[alert.end() :]).strip(" ,;.!?–—:-")
    about = _THANKS.sub("", about)
    called = "Wake up" if _WAKES.search(alert["alert"]) else alert["signal"] or alert["alert"]
    title = about or _THANKS.sub("", told) or called
    return Call("set_reminder", {"text": title, "when": found[0]})
