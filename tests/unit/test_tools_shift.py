"""Words that move a thing by a length, however they are put."""

from __future__ import annotations

import pytest

from assistant_app.planner.dates.api import Resolver
from assistant_app.tools.shift_words import orders_shift, shift_said

RESOLVER = Resolver()


def _length(words: str) -> int | None:
    return RESOLVER.length(words, "en")


@pytest.mark.parametrize(
    ("text", "seconds", "way"),
    [
        ("push the viva back 40 mins", 2400, "later"),
        ("push her viva back by half an hour", 1800, "later"),
        ("move choir forward an hour", 3600, "forward"),
        ("bring choir forward an hour and a half", 5400, "earlier"),
        ("bump the call out by 20 minutes", 1200, "later"),
        ("delay the call by a quarter of an hour", 900, "later"),
        ("delay tonight's call half an hour", 1800, "later"),
        ("postpone rehearsal for a week", 604800, "later"),
        ("move choir up an hour", 3600, "earlier"),
        ("make choir half an hour later than usual", 1800, "later"),
        ("shift choir by 30 mins", 1800, "forward"),
        ("can you push choir by 1.5 hours please", 5400, "later"),
        ("put choir off for two days", 172800, "later"),
        ("push back my 3pm by an hour", 3600, "later"),
        ("the tram is late so move the viva back 1h", 3600, "later"),
        ("two hours earlier please", 7200, "earlier"),
        ("an hour forward", 3600, "forward"),
        ("Knock choir back 10min", 600, "later"),
        ("push choir out a week", 604800, "later"),
        ("choir has been pushed back an hour and a half", 5400, "later"),
        ("pull choir ahead 30 mins", 1800, "earlier"),
    ],
)
def test_a_length_and_a_way_are_a_shift(text: str, seconds: int, way: str) -> None:
    for typed in (text, text.capitalize() + "!"):
        shift = shift_said(typed, _length)
        assert shift is not None
        assert (shift.seconds, shift.way) == (seconds, way)
        again = shift_said(shift.words, _length)  # as a pending question keeps it
        assert again is not None
        assert (again.seconds, again.way) == (seconds, way)


@pytest.mark.parametrize(
    "text",
    [
        "move choir to friday",
        "move choir back to 4pm",
        "push the 30 minute call to friday",
        "text anna i'm running 10 min late",
        "remind me an hour earlier",
        "set up a call for 30 minutes",
        "i'll be back in 20 minutes",
        "call me back in an hour",
        "hold the room for an hour",
        "move out in 2 weeks",
        "push ups 20 minutes at 7am",
        "take an hour off",
        "block 2 hours off tomorrow",
    ],
)
def test_a_length_alone_is_none(text: str) -> None:
    assert shift_said(text, _length) is None


@pytest.mark.parametrize(
    ("text", "ordered"),
    [
        ("the tram is late, bump our viva out by 20 minutes", True),
        ("Please delay choir by an hour", True),
        ("we need to push him out 2 hours", True),
        ("he is late, can we push him back 2 hours", True),
        ("can you push it back 10 min?", True),
        ("should I push choir back an hour?", False),
        ("choir was pushed back an hour", False),
        ("push choir to friday", False),
    ],
)
def test_an_order_to_shift_has_one_meaning(text: str, ordered: bool) -> None:
    assert orders_shift(text, _length) is ordered
