"""What is stored for a resolved phrase, lengths and reminder offsets, and the `when` command."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from assistant_app.cli.main import cli
from assistant_app.domain.clock import Moment
from assistant_app.domain.language import Lang, detect
from assistant_app.domain.ports import DateResolver
from assistant_app.planner import dates
from assistant_app.planner.dates.clocks import PARTS
from assistant_app.resources import phrase as sentence

NOW = Moment(dt.datetime(2026, 11, 18, 10, 15), "Europe/London")


@pytest.mark.parametrize(
    ("phrase", "start", "end", "all_day"),
    [
        ("next Tuesday at 3pm", "2026-11-24T15:00:00", "2026-11-24T16:00:00", False),
        ("at 9", "2026-11-19T09:00:00", "2026-11-19T10:00:00", False),
        ("at 3", "2026-11-18T15:00:00", "2026-11-18T16:00:00", False),
        ("Friday", "2026-11-20", "2026-11-21", True),
        ("this weekend", "2026-11-21", "2026-11-23", True),
        ("tomorrow 3-4:30pm", "2026-11-19T15:00:00", "2026-11-19T16:30:00", False),
        ("9 to 11am", "2026-11-19T09:00:00", "2026-11-19T11:00:00", False),
        ("10pm to 2am", "2026-11-18T22:00:00", "2026-11-19T02:00:00", False),
        ("two hours", "2026-11-18T12:15:00", "2026-11-18T13:15:00", False),
        ("明天下午三点", "2026-11-19T15:00:00", "2026-11-19T16:00:00", False),
    ],
)
def test_to_when(phrase: str, start: str, end: str, all_day: bool) -> None:
    when = dates.to_when(dates.resolve(phrase, NOW, detect(phrase)), NOW)
    assert (when.start, when.end, when.all_day, when.tz) == (start, end, all_day, "Europe/London")
    assert when.rrule is None


def test_to_when_says_what_it_assumed() -> None:
    found = dates.resolve("next Tuesday at 3pm", NOW, "en")
    assert dates.to_when(found, NOW).assumptions == ("next_weekday=2026-11-24", "length=60")
    half = dates.to_when(found, NOW, default_length_s=1800)
    assert (half.end, half.assumptions[-1]) == ("2026-11-24T15:30:00", "length=30")


def test_to_when_of_a_repeat() -> None:
    found = dates.resolve("every Monday from 9 to 9:45", NOW, "en")
    when = dates.to_when(found, NOW)
    assert (when.start, when.end) == ("2026-11-23T09:00:00", "2026-11-23T09:45:00")
    assert when.rrule == "FREQ=WEEKLY;BYDAY=MO"
    lunar = dates.to_when(dates.resolve("每年农历八月十五", NOW, "zh"), NOW)
    assert (lunar.rscale, lunar.all_day, lunar.start) == ("CHINESE", True, "2027-09-15")


def test_to_when_keeps_a_named_zone() -> None:
    found = dates.resolve("tomorrow 3pm New York time", NOW, "en")
    assert found.tz == "America/New_York"
    assert dates.to_when(found, NOW).tz == "America/New_York"


def test_to_when_without_a_value_is_empty() -> None:
    assert dates.to_when(dates.resolve("gibberish", NOW, "en"), NOW).start is None


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("an hour", 3600),
        ("an hour and a half", 5400),
        ("90 minutes", 5400),
        ("half an hour", 1800),
        ("2 days", 172800),
        ("1.5 hours", 5400),
        ("three quarters of an hour", 2700),
        ("1h 30m", 5400),
        ("1h30", 5400),
        ("1:30", 5400),
        ("0:45", 2700),
        ("13h", 46800),
        ("24 h", 86400),
        ("1:75", None),
        ("0h", None),
        ("一个半小时", 5400),
        ("两小时", 7200),
        ("半小时", 1800),
        ("一刻钟", 900),
        ("三天", 259200),
        ("45分钟", 2700),
        ("Friday", None),
        ("soon", None),
        ("", None),
    ],
)
def test_parse_length(text: str, seconds: int | None) -> None:
    assert dates.parse_length(text, detect(text)) == seconds


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("10 minutes before", 600),
        ("an hour before", 3600),
        ("half an hour beforehand", 1800),
        ("2 days in advance", 172800),
        ("the day before", 86400),
        ("15 minutes", 900),
        ("remind me an hour before it starts", 3600),
        ("at the start", 0),
        ("0 minutes before", 0),
        ("提前0分钟", 0),
        ("提前一天", 86400),
        ("提前半小时提醒我", 1800),
        ("十分钟前", 600),
        ("开始前15分钟", 900),
        ("准时", 0),
        ("Friday", None),
    ],
)
def test_parse_offset(text: str, seconds: int | None) -> None:
    assert dates.parse_offset(text, detect(text)) == seconds


def test_assumptions_are_said_in_both_languages() -> None:
    tags = (
        "next_weekday=2026-11-24",
        "length=60",
        "part=morning@09:00",
        "bound=by",
        "no_such_tag=1",
    )
    assert dates.describe_tags(tags, "en") == [
        "taken as the one in next week",
        "assumed: 1 hour long",
        "assumed: 09:00 for the morning",
        "at the latest",
    ]
    assert dates.describe_tags(tags, "zh") == [
        "按下周的那天理解",
        "假定时长：1小时",
        "假定：早上按09:00",
        "最迟到那时",
    ]


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("tomorrow 10:00", []),
        ("tomorrow at 9", []),
        ("tomorrow at 3", ["assumed: 15:00"]),
        ("明天10点", []),
        ("明天3点", ["假定：15:00"]),
        ("next Tuesday", ["taken as the one in next week"]),
    ],
)
def test_what_was_said_is_not_said_to_be_assumed(phrase: str, said: list[str]) -> None:
    lang = detect(phrase)
    found = dates.resolve(phrase, NOW, lang)
    assert dates.describe_tags(found.assumptions, lang) == said


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_part_of_the_day_has_a_name(lang: Lang) -> None:
    assert all(sentence(lang, f"dates.part.{part}") for part in PARTS)


def run(*args: str) -> Any:
    result = CliRunner().invoke(cli, ["when", *args])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_command_prints_one_json_row() -> None:
    out = run(
        "next tuesday at 3pm", "--now", "2026-11-18T10:15:00", "--tz", "Europe/London", "--json"
    )
    assert json.loads(out) == {
        "status": "ok",
        "kind": "datetime",
        "value": "2026-11-24T15:00",
        "alternatives": [],
        "assumptions": ["next_weekday=2026-11-24"],
        "span": [0, 19],
    }


def test_the_command_says_it_in_words_and_in_chinese() -> None:
    args = ("--now", "2026-11-18T10:15:00", "--tz", "Asia/Shanghai")
    assert "Tue 24 Nov 2026, 15:00, in 6 days" in run("next tuesday at 3pm", *args)
    assert "2026年11月24日 周二 15:00（6天后）" in run("下周二下午三点", *args)
    none = run("30 February", *args)
    assert "no such date" in none
    assert "Sun 28 Feb 2027" in none
    assert "没有看懂" in run("随便", *args)
    assert "in the past" in run("yesterday", *args)


def test_the_command_answers_a_batch_line_by_line(tmp_path: Path) -> None:
    rows = [
        {"phrase": "tomorrow", "now": "2026-11-18T10:15:00", "tz": "UTC", "lang": "en"},
        {"now": "2026-11-18T10:15:00"},
        {"phrase": "明天", "now": "not a time", "tz": "UTC"},
        {"phrase": "明天", "now": "2026-11-18T10:15:00", "tz": "Mars/Olympus"},
    ]
    file = tmp_path / "batch.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    out = [json.loads(line) for line in run("--batch", str(file), "--json").splitlines()]
    assert out[0]["value"] == "2026-11-19"
    assert [row["error"] for row in out[1:]] == ["batch_field", "bad_now", "unknown_zone"]


def test_the_command_neither_opens_the_database_nor_loads_what_is_heavy() -> None:
    code = (
        "import sys\n"
        "from click.testing import CliRunner\n"
        "from assistant_app.cli.main import cli\n"
        "assert CliRunner().invoke(cli, ['when', 'tomorrow at 3', '--json']).exit_code == 0\n"
        "heavy = {'numpy', 'sqlite_utils', 'sqlcipher3', 'llama_cpp', 'borax', 'dateutil'}\n"
        "print(sorted(heavy & set(sys.modules)))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_resolver_is_the_port() -> None:
    resolver: DateResolver = dates.Resolver()
    found = resolver.resolve("tomorrow at 3pm", NOW, "en")
    assert resolver.to_when(found, NOW, default_length_s=None).end is None
    assert resolver.to_when(found, NOW).end == "2026-11-19T16:00:00"
    assert resolver.length("45 minutes", "en") == 2700
    assert resolver.offset("提前一天", "zh") == 86400
    assert resolver.explain(found, NOW, "en") == "Thu 19 Nov 2026, 15:00, tomorrow"
    assert resolver.extract("call Bob tomorrow", NOW, "en").rest == "call Bob"
