"""An answer shows no pictures, however it is cut into pieces."""

from __future__ import annotations

import pytest

from assistant_app.agent.claims import ClaimGuard
from assistant_app.agent.pictures import Pictures


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Fine. ![done](https://c.example/p.png?d=Lunch) Bye!", "Fine. done Bye!"),
        ("![](file:///C:/a.ini)", ""),
        ("see ![a map][1], then", "see a map, then"),
        ('a <img src="http://c.example/a.gif" onerror="x()"> b', "a  b"),
        (
            "Wow! [A link](http://c.example) and 3 < 4!",
            "Wow! [A link](http://c.example) and 3 < 4!",
        ),
        ("write `![words](address)` for it", "write `![words](address)` for it"),
        ("```md\n![a](b)\n```\nand ![c](d)", "```md\n![a](b)\n```\nand c"),
        ("never closed ![a](b", "never closed ![a](b"),
        ("看![图](http://c.example)！", "看图！"),
    ],
)
@pytest.mark.parametrize("size", [1, 2, 3, 7, 400])
def test_no_pictures(said: str, shown: str, size: int) -> None:
    pictures = Pictures()
    pieces = [pictures.feed(said[n : n + size]) for n in range(0, len(said), size)]
    assert "".join(pieces) + pictures.finish() == shown


def test_text_is_not_kept_waiting() -> None:
    pictures = Pictures()
    assert pictures.feed("Good morning, all well?") == "Good morning, all well?"
    assert pictures.feed("!" + "[" + "a" * 5000) != ""


def test_an_answer_has_no_claims_and_no_pictures() -> None:
    guard = ClaimGuard("en")
    said = "Hello there. ![x](http://c.example/?d=1). I've added it to your calendar. Bye."
    shown = "".join(guard.feed(letter) for letter in said) + guard.finish()
    assert "http" not in shown
    assert "added it" not in shown
    assert shown.startswith("Hello there. x.")
    assert shown.endswith("Bye.")
