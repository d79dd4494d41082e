"""News of other people is nothing for the calendar; what its owner goes to is."""

from __future__ import annotations

import datetime as dt

import pytest

from assistant_app.agent.of_others import tells_of_others
from assistant_app.domain.clock import Moment
from assistant_app.planner.dates.api import Resolver

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "UTC")
RESOLVER = Resolver()
NEWS = (
    "shes moving to leeds in march",
    "Tom and Jo are getting divorced next year",
    "my best friend is turning 40 in January",
    "my boss retires in March",
    "dad's retiring next summer",
    "mums going to spain next week",
    "the kids are off school next week",
    "my cousin Ben starts college in September",
    "they're expecting in April",
    "gran turns 90 in May",
    "my parents are selling the house in spring",
    "jo is pregnant, due in July",
    "my roommate is leaving on Friday",
    "i heard the guy next door is marrying his boss in May",
    "his daughter will be graduating this summer",
    "My little brother's flying to Japan on Sunday!",
    "mum's having an operation on Tuesday",
    "my niece is getting engaged at Easter",
    "our landlord is selling up in February",
    "my manager is on leave until june",
    "my flatmate will be in Rome next week",
    "the kids are with their grandparents on Sunday",
    "hanna starts her new job in January",
    "Omar and Lou are splitting up next month",
    "Ben turns 30 on May 4",
)
PLANS = (
    "mum's visiting on Saturday at 2",
    "lunch with Jo tomorrow",
    "my sister's wedding is on june 5",
    "my brother's birthday on May 3",
    "yoga moving to friday",
    "standup is moving to Friday",
    "rent due friday",
    "flight leaving Sunday",
    "my son's swimming on Saturday",
    "my sister is having a party on Saturday",
    "dinner with my parents on Saturday",
    "mum's visiting us on Saturday",
    "my brother is moving out at 9 on Saturday",
    "she's not coming on Friday",
    "baby shower for Jo on Sunday",
    "meeting my cousin on Tuesday",
    "we're having a baby in May",
    "I'm moving out in June",
    "the neighbours are coming for dinner on Friday",
    "pick up my sister on Friday",
    "the painters are coming on Tuesday at 8",
    "my daughter's piano recital friday",
    "optician friday 3pm",
    "my aunt is getting married in May, put it on the calendar",
    "my partner Ines is vegan",
    "I get married in June",
    "choir starts in January",
    "Ben's leaving drinks on Friday",
    "term finishes on Friday",
)


def _is_news(text: str) -> bool:
    """Tell how a message is read, and that it is read so however carelessly it is typed."""
    typed = (text, text.lower().replace("'", ""), text.replace("'", "’").capitalize() + ".")
    read = {tells_of_others(t, RESOLVER.extract(t, NOW, "en").found) for t in typed}
    assert len(read) == 1, typed
    return read.pop()


@pytest.mark.parametrize("text", NEWS)
def test_news_of_others_is_only_told(text: str) -> None:
    assert _is_news(text)


@pytest.mark.parametrize("text", PLANS)
def test_a_plan_is_no_news(text: str) -> None:
    assert not _is_news(text)
