"""Date phrases that other people wrote, where the shared cases are beside the checkout.

The floors are a little under what the grammar reaches. Right within the rules of the design, not
those of each suite: the suites disagree with each other and with the rules about when an afternoon
begins, about "in 3 days" and about the past.
"""

from __future__ import annotations

import datetime as dt
import importlib.util
import json
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from assistant_app.domain.clock import Moment
from assistant_app.planner import dates

SHARED = Path(__file__).resolve().parents[3] / "shared" / "cases"
pytestmark = pytest.mark.skipif(
    not (SHARED / "dates").is_dir(), reason="the shared cases are not beside this checkout"
)

FLOORS = {
    "recognizers_en": (88.0, 7.0),
    "recognizers_zh": (84.5, 10.5),
    "duckling_en": (80.5, 8.0),
    "duckling_zh": (81.0, 15.0),
    "chrono_en": (59.0, 10.0),
    "chrono_zh": (76.5, 8.0),
    "jionlp_zh": (74.0, 15.0),
}
"""Least right and most silently wrong, in per cent."""


@pytest.fixture(scope="module")
def scorer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("shared_score", SHARED / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def graded(case: dict[str, Any], scorer: ModuleType) -> str:
    now = Moment(dt.datetime.fromisoformat(case["reference_datetime"]), "UTC")
    found = dates.resolve(case["text"], now, case["lang"])

    def hit(kind: Any, value: Any) -> bool:
        args = (case["expected_type"], kind, value, case["reference_datetime"])
        return any(scorer.same(args[0], e, *args[1:]) for e in case["expected_value"])

    offered = any(hit(a.kind, a.value) for a in found.alternatives)
    right = found.value is not None and hit(found.kind, found.value)
    if found.status in ("unresolved", "invalid"):
        return "nothing"
    if right or (found.status == "ambiguous" and offered):
        return "right"
    return "offered" if offered else "wrong"


@pytest.mark.parametrize("name", sorted(FLOORS))
def test_suite(name: str, scorer: ModuleType) -> None:
    cases = json.loads((SHARED / "dates" / f"{name}.json").read_text("utf-8"))
    wanted = [
        c
        for c in cases
        if c["core"]
        and not c["divergent"]
        and not c.get("holiday")
        and c["expected_type"] != "open"
    ]
    counts = Counter(graded(case, scorer) for case in wanted)
    right, wrong = (100 * counts[k] / len(wanted) for k in ("right", "wrong"))
    least, most = FLOORS[name]
    assert right >= least, counts
    assert wrong <= most, counts


def test_what_people_said_to_assistants() -> None:
    """What stays unresolved asks: words such as "hour" or "before it starts" name no date."""
    cases = json.loads((SHARED / "dates" / "said_by_people_en.json").read_text("utf-8"))
    now = Moment(dt.datetime(2026, 11, 18, 10, 15), "America/New_York")
    said = sum(c["n"] for c in cases)
    unread = [c for c in cases if dates.resolve(c["text"], now, "en").status == "unresolved"]
    assert sum(c["n"] for c in unread) <= 0.03 * said, [c["text"] for c in unread]
