"""Whoever asks to be alerted at a time asks for a reminder, in whatever words."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.alert_me import alert_call
from assistant_app.domain.clock import Moment
from assistant_app.planner.dates.api import Resolver
from assistant_app.tools.spec import Call

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "UTC")
RESOLVER = Resolver()


def _call(text: str) -> Call | None:
    return alert_call(text, RESOLVER.extract(text, NOW, "en"))


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("give me a nudge in 25 minutes to turn the soup off", "turn the soup off"),
        ("gimme a shout in ten minutes about the soup", "the soup"),
        ("ping me at 5 to ring ines", "ring ines"),
        ("poke me in an hour, the soup", "the soup"),
        ("buzz me at quarter past 4 so i can leave", "leave"),
        ("wake me up tomorrow at 6:30 please", "Wake up"),
        ("get me up at 7 on friday", "Wake up"),
        ("let me know at 5 to feed the cat", "feed the cat"),
        ("can you give me a quick heads-up at 3pm to check the soup?", "check the soup"),
        ("soup is on the stove, ping me in 15 min", "soup is on the stove"),
        ("i need a reminder in 2 hours to take my pills", "take my pills"),
        ("could i get a wake up call at 6 tomorrow", "Wake up"),
        ("in 20 minutes nudge me to turn off the soup", "turn off the soup"),
        ("ping me every weekday at 9 to take my pills", "take my pills"),
        ("shout at me in 10 minutes to get off the sofa", "get off the sofa"),
        ("could you ping me in an hour and a half about the laundry, thanks", "the laundry"),
    ],
)
def test_an_alert_is_a_reminder(text: str, about: str) -> None:
    for typed in (text, text.capitalize()):
        call = _call(typed)
        assert call is not None
        assert call.tool == "set_reminder"
        assert call.args["text"].casefold() == about.casefold()


@pytest.mark.parametrize(
    "text",
    [
        "add choir on friday at 7pm and ping me an hour before",
        "let me know what's on at 5",
        "let me know if i'm free at 5",
        "let me know by 5",
        "i have a ping pong match at 5",
        "send me a message at 5",
        "buzz lightyear at 5",
        "give me a hand at 5",
        "give me a recipe for tonight",
        "warn me if it rains tomorrow",
        "tell ines to wake me at 6",
        "ping me before lunch",
        "ping me",
    ],
)
def test_what_is_none_is_left_to_the_model(text: str) -> None:
    assert _call(text) is None
