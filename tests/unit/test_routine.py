"""Routines are read out of the sentence that taught them."""

from __future__ import annotations

import pytest

from assistant_app.domain.routine import is_start, read

TAUGHT = [
    ("When I say 'wrap up', list tomorrow and what is open", "wrap up",
     ("list tomorrow", "list what is open")),
    ("when I say wrap up, list tomorrow and what is open.", "wrap up",
     ("list tomorrow", "list what is open")),
    ('whenever I type "gm" please show my events for today, then tell me a joke', "gm",
     ("show my events for today", "tell me a joke")),
    ("from now on, 'eod' means list my open tasks", "eod", ("list my open tasks",)),
    ("Remember: when I say shopping, add milk and bread to my shopping list", "shopping",
     ("add milk and bread to my shopping list",)),
    ("If I say 'let's go', mark the gym as done and say well done", "let s go",
     ("mark the gym as done", "say well done")),
    ("When the user says 'standup', show what was finished yesterday and my tasks for today",
     "standup", ("show what was finished yesterday", "show my tasks for today")),
    ("当我说“收工”，就列出明天的日程和未完成的任务", "收工", ("列出明天的日程", "列出未完成的任务")),
    ("每次我说收工就列出明天的日程和未完成的任务", "收工", ("列出明天的日程", "列出未完成的任务")),
    ("以后我说“早安”的时候，告诉我今天的安排", "早安", ("告诉我今天的安排",)),
    ("当我说「开会」的时候，帮我查今天的会议，再提醒我带电脑", "开会",
     ("查今天的会议", "提醒我带电脑")),
    ("我一说晚安，就给我念明天的日程", "晚安", ("念明天的日程",)),
]  # fmt: skip
NOT_TAUGHT = [
    "when I say I'm tired, I mean it",
    "if I say hello, nobody answers",
    "what should I do when I say 'no', cry?",
    "When I told you I like tea, I was joking",
    "When I say stop, you should stop talking",
    "我说收工，他就走了",
    "我说过他会来，你就等等",
    "My sister says hello and she means it",
    "",
]


@pytest.mark.parametrize(("text", "trigger", "steps"), TAUGHT)
def test_a_routine_is_read(text: str, trigger: str, steps: tuple[str, ...]) -> None:
    routine = read(text)
    assert routine is not None
    assert (routine.trigger, routine.steps) == (trigger, steps)


@pytest.mark.parametrize("text", NOT_TAUGHT)
def test_other_sentences_teach_nothing(text: str) -> None:
    assert read(text) is None


@pytest.mark.parametrize(
    ("said", "starts"),
    [
        ("wrap up", True),
        ("Wrap up!", True),
        ("ok, wrap up please", True),
        ("ＷＲＡＰ ＵＰ", True),
        ("let's wrap up the report", False),
        ("wrap up?" + " and more" * 20, False),
    ],
)
def test_only_its_words_start_it(said: str, starts: bool) -> None:
    routine = read("When I say 'wrap up', list tomorrow")
    assert routine is not None
    assert is_start(routine, said) is starts


@pytest.mark.parametrize(
    ("said", "starts"), [("收工吧", True), ("好了，收工！", True), ("收工了吗", False)]
)
def test_chinese_words_start_it(said: str, starts: bool) -> None:
    routine = read("当我说“收工”，就列出明天的日程")
    assert routine is not None
    assert is_start(routine, said) is starts
