"""A deed told in the past beside "tick that off" is the task that is meant."""

from __future__ import annotations

import pytest

from assistant_app.tools.deed import deed_in, only_refers


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("paid the plumber, tick that off", "paid the plumber"),
        ("called grandma so cross it off my list", "called grandma"),
        ("i've posted the parcel, you can mark that as done", "i've posted the parcel"),
        ("the bins are out - tick it off please", "the bins are out"),
        ("bought stamps, mark it complete", "bought stamps"),
        ("finally sent the invoice! cross that off", "finally sent the invoice"),
        ("check that off, i called the vet", "i called the vet"),
        ("council tax is paid, tick it", "council tax is paid"),
        ("hoovered the stairs so that's off my list", "hoovered the stairs"),
        ("finished the report so strike it off the list", "finished the report"),
    ],
)
def test_the_other_clause_is_the_deed(text: str, deed: str) -> None:
    assert deed_in(text) == deed
    assert deed_in(text.upper()) == deed.upper()


@pytest.mark.parametrize(
    "text",
    [
        "tick off the ironing",
        "check that off",
        "mark it as done please",
        "I asked for Tuesday, scratch that",
        "she called at noon. strike that",
        "mark the ironing as done",
        "the tram's delayed, check it",
        "all done, you can tick that one off now",
        "did i pay the plumber? check that",
    ],
)
def test_no_deed_is_told(text: str) -> None:
    assert deed_in(text) == ""


@pytest.mark.parametrize(
    ("words", "refers"),
    [("it", True), ("that one", True), ("tick that off", True), ("the ironing", False)],
)
def test_words_that_name_nothing(words: str, refers: bool) -> None:
    assert only_refers(words) is refers
