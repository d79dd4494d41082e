"""The text layer of .ics files, and the zones that other programs name."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from assistant_app.errors import AppError
from assistant_app.planner.ics_text import (
    MAX_PARTS,
    decode,
    escape,
    fold,
    parse_line,
    read_bytes,
    split,
    unescape,
    unfold,
)
from assistant_app.planner.ics_zones import zone_for


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=200))
def test_text_survives_escaping(text):
    wanted = text.replace("\r\n", "\n").replace("\r", "\n")
    assert unescape(escape(text)) == wanted


@given(st.text(alphabet=st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), min_size=1))
def test_lines_survive_folding(text):
    line = f"SUMMARY:{text}"
    folded = fold(line)
    assert all(len(part.encode()) <= 75 for part in folded.split("\r\n"))
    assert list(unfold(folded)) == [line]


@given(st.text(max_size=300))
def test_any_text_can_be_split(text):
    assert all(c.kind in ("VEVENT", "VTODO") for c in split(text).components)


def test_parameters_in_quotes():
    prop = parse_line('DTSTART;TZID="A;B:C";VALUE=DATE-TIME:20200101T090000')
    assert prop is not None
    assert (prop.name, prop.params["TZID"], prop.value) == ("DTSTART", "A;B:C", "20200101T090000")


@pytest.mark.parametrize("ending", ["\r\n", "\n", "\r"])
def test_folded_after_the_name(ending):
    text = ending.join(["BEGIN:VEVENT", "DTSTART", " :20001104T150000", "END:VEVENT"])
    (component,) = split(text).components
    assert component.finished
    assert component.lines == ["DTSTART:20001104T150000"]


def test_a_component_without_end_leaves_the_others():
    text = "BEGIN:VEVENT\nUID:a\nBEGIN:VEVENT\nUID:b\nEND:VEVENT\n"
    first, second = split(text).components
    assert (first.finished, second.finished) == (False, True)
    assert second.lines == ["UID:b"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "ics_empty"),
        (b" \r\n", "ics_empty"),
        (b"PK\x03\x04rest", "ics_archive"),
        (b"<!doctype html><p>BEGIN:VEVENT", "ics_web_page"),
        (b"hello, world", "ics_not_calendar"),
        (bytes(range(256)) * 10, "ics_not_calendar"),
    ],
)
def test_what_is_no_calendar_is_named(data, code):
    with pytest.raises(AppError) as raised:
        decode(data, "x.ics")
    assert raised.value.code == code


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
def test_encodings(encoding):
    text = "BEGIN:VCALENDAR\r\nSUMMARY:开会\r\n"
    assert "SUMMARY:开会" in decode(text.encode(encoding), "x.ics")


def test_too_big_is_refused_without_reading_it_all(tmp_path):
    big = tmp_path / "big.ics"
    with big.open("wb") as file:
        file.truncate(51 * 1024 * 1024)
    with pytest.raises(AppError) as raised:
        read_bytes(big)
    assert raised.value.code == "ics_too_big"


@pytest.mark.parametrize("name", ["/dev/zero", "/nowhere/x.ics", "."])
def test_what_is_no_file_is_refused(name):
    from pathlib import Path

    with pytest.raises(AppError) as raised:
        read_bytes(Path(name))
    assert raised.value.code == "ics_missing"


@pytest.mark.parametrize(
    ("tzid", "zone"),
    [
        ("Europe/London", "Europe/London"),
        ("europe/london", "Europe/London"),
        ("W. Europe Standard Time", "Europe/Berlin"),
        ("China Standard Time", "Asia/Shanghai"),
        ("New Zealand Standard Time", "Pacific/Auckland"),
        ("Eastern Standard Time", "America/New_York"),
        ("/mozilla.org/20070129_1/America/New_York", "America/New_York"),
        ("/freeassociation.sourceforge.net/Tzfile/America/Argentina/Buenos_Aires",
         "America/Argentina/Buenos_Aires"),
        ("UTC", "UTC"),
        ("(UTC+08:00) Beijing", "Etc/GMT-8"),
        ("(no TZ description)", None),
        ("Customized Time Zone", None),
        ("", None),
        ("foo", None),
        ("../../etc/passwd", None),
    ],
)  # fmt: skip
def test_zones(tzid, zone):
    assert zone_for(tzid) == zone


def test_zone_by_its_location():
    assert zone_for("My own", "Asia/Tokyo") == "Asia/Tokyo"


@pytest.mark.parametrize("parameters", [" ;p=a," * 5_000, ';p="a' * 5_000, ';p="a",' * 5_000])
def test_heaps_of_parameters_are_no_line_at_once(parameters):
    begun = time.process_time()
    assert parse_line(f"X-A{parameters}") is None
    assert time.process_time() - begun < 2


def test_parameters_with_blanks_around_them():
    found = parse_line('DTSTART ; TZID = "Europe/Berlin" ;VALUE=DATE-TIME : 20260101T090000')
    assert found is not None
    assert found.params == {"TZID": "Europe/Berlin", "VALUE": "DATE-TIME"}


def test_more_parts_than_an_import_takes_are_refused():
    with pytest.raises(AppError) as raised:
        split("BEGIN:VEVENT\r\n" * (MAX_PARTS + 1), "x.ics")
    assert raised.value.code == "ics_too_many"
    assert len(split("BEGIN:VEVENT\r\n" * MAX_PARTS).components) == MAX_PARTS
