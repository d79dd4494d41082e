"""A thing that is there is given another time in many words, and nothing of its name is added."""

from __future__ import annotations

import pytest

from assistant_app.domain.planner import ItemKind, NewItem, When
from assistant_app.engine.scripted import ScriptedEngine
from assistant_app.services.assistant import Assistant
from tests.storage.turn_kit import NOW, ask, call, event, times

pytestmark = pytest.mark.storage


def _task(assistant: Assistant, title: str, due: str | None) -> None:
    when = When(due, None, True, NOW.tz) if due else None
    assistant.planner.add(NewItem(ItemKind.TASK, title, when))


def _due(assistant: Assistant) -> dict[str, str]:
    return {o.item.title: str(o.item.start or o.item.end) for o in assistant.planner.tasks("open")}


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("hold off on the swim until saturday", "2026-11-21T07:00"),
        ("put off my swim till saturday please", "2026-11-21T07:00"),
        ("could you push the swim back to 8:30am", "2026-11-20T08:30"),
        ("make swim 9am", "2026-11-20T09:00"),
        ("swim at 6am instead, thanks", "2026-11-20T06:00"),
        ("let's do the swim saturday at 8am instead of friday", "2026-11-21T08:00"),
        ("the swim is actually on saturday", "2026-11-21T07:00"),
        ("change the day of my swim to saturday", "2026-11-21T07:00"),
        ("set swim's start time to 7:45am", "2026-11-20T07:45"),
        ("the swim now starts at 6:15am", "2026-11-20T06:15"),
    ],
)
def test_a_thing_that_is_there_is_moved_by_its_words(
    assistant: Assistant, engine: ScriptedEngine, text: str, start: str
) -> None:
    event(assistant, "Swim", "2026-11-20T07:00")
    event(assistant, "Yoga", "2026-11-20T18:00")
    call(engine, "create_event", '", "title": "Swim", "when": "saturday"}')
    assert [a.tool for a in ask(assistant, text).actions] == ["move_item"]
    assert times(assistant, "Swim") == [start]
    assert times(assistant, "Yoga") == ["2026-11-20T18:00"]


@pytest.mark.parametrize(
    "text",
    [
        "the visa form is really due on the 2nd of december",
        "change the due date of the visa form to 2 december",
        "visa form's deadline is now 2 december, please fix that",
        "the deadline for the visa form is 2 december",
        "visa form needs doing by 2 december",
        "the visa form isn't due till 2 december",
        "the visa form isn't due back until 2 december actually",
    ],
)
def test_a_due_date_is_put_right(assistant: Assistant, engine: ScriptedEngine, text: str) -> None:
    _task(assistant, "Visa form", "2026-11-25")
    _task(assistant, "Wash car", "2026-11-25")
    call(engine, "create_task", '", "title": "Visa form", "due": "2 december"}')
    ask(assistant, text)
    assert _due(assistant) == {"Visa form": "2026-12-02", "Wash car": "2026-11-25"}


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("visa form should say 2 december", "length", "2 december"),
        ("visa form should say until 2 december", "length", "until 2 december"),
        ("correct the visa form, 2 december", "title", "2 december"),
    ],
)
def test_an_edit_whose_value_is_a_day_is_a_move(
    assistant: Assistant, engine: ScriptedEngine, text: str, field: str, value: str
) -> None:
    _task(assistant, "Visa form", "2026-11-25")
    written = f'", "item": "visa form", "field": "{field}", "value": "{value}"}}'
    call(engine, "edit_item", written)
    ask(assistant, text)
    assert _due(assistant) == {"Visa form": "2026-12-02"}


def test_a_second_change_needs_no_verb(assistant: Assistant, engine: ScriptedEngine) -> None:
    event(assistant, "Swim", "2026-11-20T07:00")
    event(assistant, "Yoga", "2026-11-20T18:00")
    session = ask(assistant, "make swim 8am").session_id
    call(engine, "create_event", '", "title": "Yoga", "when": "at 7pm"}')
    ask(assistant, "and yoga at 7pm", session_id=session)
    assert times(assistant, "Swim") == ["2026-11-20T08:00"]
    assert times(assistant, "Yoga") == ["2026-11-20T19:00"]


def test_which_of_two_is_put_off_is_asked(assistant: Assistant, engine: ScriptedEngine) -> None:
    event(assistant, "Lesson Ida", "2026-11-20T15:00")
    event(assistant, "Lesson Per", "2026-11-20T16:00")
    call(engine, "create_event", '", "title": "Lesson", "when": "saturday"}')
    asked = ask(assistant, "put the lesson off till saturday")
    assert asked.status == "needs_confirmation"
    ask(assistant, "per's", session_id=asked.session_id)
    assert times(assistant, "Lesson Per") == ["2026-11-21T16:00"]
    assert times(assistant, "Lesson Ida") == ["2026-11-20T15:00"]


@pytest.mark.parametrize(
    "text",
    [
        "i have to make lunch at 1pm",
        "add another lunch at 1pm instead",
        "is the lunch due at 1pm?",
    ],
)
def test_what_is_no_move_moves_nothing(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    event(assistant, "Lunch", "2026-11-20T12:00")
    call(engine, "reply")
    engine.fallback = "Fine."
    ask(assistant, text)
    assert times(assistant, "Lunch") == ["2026-11-20T12:00"]


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("move swim to Saturday, same time", "Saturday"),
        ("reschedule swim for Saturday at the same time", "Saturday at the same time"),
        ("put swim on Saturday instead but the same time as before", "Saturday"),
        ("把Swim改到周六，时间不变", "周六"),
        ("Swim挪到周六同一时间", "周六同一时间"),
        ("Swim换到周六，还是原来的时间", "周六"),
    ],
)
def test_the_same_time_is_that_of_the_thing(
    assistant: Assistant, engine: ScriptedEngine, text: str, to: str
) -> None:
    event(assistant, "Swim", "2026-11-20T07:00")
    call(engine, "move_item", f'", "item": "Swim", "to": "{to}"}}')
    ask(assistant, text)
    assert times(assistant, "Swim") == ["2026-11-21T07:00"]


@pytest.mark.parametrize(
    "text",
    [
        "ditch the quiz team, everyone is ill",
        "let's axe quiz team. no one can make it",
        "get rid of the quiz team on thursday",
        "bin off quiz team because the pub is shut",
        "please nix quiz team - too tired",
        "can you lose the quiz team?",
        "ok call the quiz team off, it's off season",
        "chuck quiz team, i can't be bothered",
        "drop the quiz team then",
        "kill quiz team for good",
    ],
)
def test_other_words_for_deleting_ask_about_what_they_name(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    event(assistant, "Quiz team", "2026-11-26T19:00")
    call(engine, "reply")
    asked = ask(assistant, text)
    assert asked.status == "needs_confirmation"
    assert asked.actions[0].tool == "delete_item"
    ask(assistant, "yes", session_id=asked.session_id)
    assert times(assistant, "Quiz team") == []


@pytest.mark.parametrize(
    "text",
    [
        "drop quiz team to wednesday",
        "pull quiz team forward to wednesday",
        "lose some weight",
        "drop the kids at the quiz",
        "bin day is thursday",
        "scrap it",
        "should i drop quiz team?",
        "drop off the parcel",
    ],
)
def test_such_words_delete_nothing_else(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    event(assistant, "Quiz team", "2026-11-26T19:00")
    assistant.planner.add(NewItem(ItemKind.TASK, "Drop off the parcel", None))
    call(engine, "reply")
    engine.fallback = "Fine."
    assert not any(a.tool == "delete_item" for a in ask(assistant, text).actions)


def test_two_things_of_one_message_are_moved(assistant: Assistant, engine: ScriptedEngine) -> None:
    event(assistant, "Swim", "2026-11-20T07:00")
    event(assistant, "Yoga", "2026-11-20T18:00")
    call(engine, "create_event", '", "title": "Yoga", "when": "at 7pm"}')
    ask(assistant, "make swim 8am and yoga at 7pm")
    assert times(assistant, "Swim") == ["2026-11-20T08:00"]
    assert times(assistant, "Yoga") == ["2026-11-20T19:00"]


def test_a_task_to_be_noted_down_is_no_memory(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    call(engine, "create_task", '", "title": "Descale the iron"}')
    done = ask(assistant, "note down descale the iron as a task")
    assert [a.tool for a in done.actions] == ["create_task"]
    assert list(_due(assistant)) == ["Descale the iron"]


@pytest.mark.parametrize(
    ("answer", "starts"),
    [
        ("move it", ["2026-11-21T08:00"]),
        ("add another", ["2026-11-20T07:00", "2026-11-21T08:00"]),
        ("the second", ["2026-11-20T07:00", "2026-11-21T08:00"]),
        ("no", ["2026-11-20T07:00"]),
    ],
)
def test_a_second_thing_of_the_same_name_is_asked_about(
    assistant: Assistant, engine: ScriptedEngine, answer: str, starts: list[str]
) -> None:
    event(assistant, "Swim", "2026-11-20T07:00")
    call(engine, "create_event", '", "title": "Swim", "when": "saturday at 8am"}')
    asked = ask(assistant, "swim saturday at 8am")
    assert asked.status == "needs_confirmation"
    assert times(assistant, "Swim") == ["2026-11-20T07:00"]
    ask(assistant, answer, session_id=asked.session_id)
    assert times(assistant, "Swim") == starts


def test_the_due_date_of_a_task_of_the_same_name_is_moved_after_the_question(
    assistant: Assistant, engine: ScriptedEngine
) -> None:
    _task(assistant, "Pay rent", "2026-11-25")
    call(engine, "create_task", '", "title": "Pay rent", "due": "2 december"}')
    asked = ask(assistant, "pay rent by 2 december")
    assert asked.question
    assert asked.question.choices == ("Move it", "Add another")
    ask(assistant, "Move it", choice=0, session_id=asked.session_id)
    assert _due(assistant) == {"Pay rent": "2026-12-02"}


@pytest.mark.parametrize(
    "text",
    [
        "add swim saturday at 8am",
        "another swim saturday at 8am",
        "i've got swim saturday at 8am",
        "swim saturday at 8am, pop it in",
    ],
)
def test_what_is_said_to_be_new_is_added_at_once(
    assistant: Assistant, engine: ScriptedEngine, text: str
) -> None:
    event(assistant, "Swim", "2026-11-20T07:00")
    call(engine, "create_event", '", "title": "Swim", "when": "saturday at 8am"}')
    ask(assistant, text)
    assert times(assistant, "Swim") == ["2026-11-20T07:00", "2026-11-21T08:00"]


@pytest.mark.parametrize(
    ("text", "to", "new"),
    [
        ("only for next week, shift yoga from tuesday to friday", "friday", "2026-11-27T18:00"),
        ("next week only, move yoga from Tuesday to Wednesday", "Wednesday", "2026-11-25T18:00"),
        (
            "Just next week, reschedule yoga from Tuesday to Friday at 7pm",
            "from Tuesday to Friday at 7pm",
            "2026-11-27T19:00",
        ),
        (
            "move yoga from Tuesday to Saturday just for next week, same time please",
            "Saturday at the same time",
            "2026-11-28T18:00",
        ),
        ("swap yoga from tuesday to thursday, this time only", "thursday", "2026-11-26T18:00"),
    ],
)
def test_one_time_of_a_series_goes_from_a_day_to_another(
    assistant: Assistant, engine: ScriptedEngine, text: str, to: str, new: str
) -> None:
    event(assistant, "Yoga", "2026-11-17T18:00", "FREQ=WEEKLY;BYDAY=TU")
    call(engine, "move_item", f'", "item": "yoga", "to": "{to}"}}')
    assert [a.tool for a in ask(assistant, text).actions] == ["move_item"]
    assert times(assistant, "Yoga") == ["2026-11-17T18:00", new, "2026-12-01T18:00"]


@pytest.mark.parametrize(
    ("text", "to", "span"),
    [
        (
            "move the fair from 21 november to 28 november",
            "28 november",
            ("2026-11-28T10:00", "2026-11-28T11:00"),
        ),
        (
            "the fair should be moved from saturday to sunday at 2pm",
            "from saturday to sunday at 2pm",
            ("2026-11-22T14:00", "2026-11-22T15:00"),
        ),
        (
            "move the fair to sunday from 3 to 5pm",
            "sunday from 3 to 5pm",
            ("2026-11-22T15:00", "2026-11-22T17:00"),
        ),
    ],
)
def test_the_new_day_is_the_one_after_to(
    assistant: Assistant, engine: ScriptedEngine, text: str, to: str, span: tuple[str, str]
) -> None:
    event(assistant, "Fair", "2026-11-21T10:00")
    call(engine, "move_item", f'", "item": "fair", "to": "{to}"}}')
    ask(assistant, text)
    (found,) = assistant.planner.events("2026-11-16", "2026-12-05", NOW.tz)
    assert (str(found.start)[:16], str(found.end)[:16]) == span
