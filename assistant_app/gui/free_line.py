"""One line that says what else there is at a time, and the next time that is free."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QWidget

from assistant_app.domain.language import Lang
from assistant_app.domain.planner import ItemKind, When
from assistant_app.gui import agenda_words, style
from assistant_app.gui.agenda_load import AgendaRow, here, row_of
from assistant_app.gui.agenda_model import short_time
from assistant_app.gui.item_form import ItemForm
from assistant_app.gui.runner import Runner

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant

_PAUSE_MS = 150
_AHEAD = dt.timedelta(days=14)
_STEP_MIN = 5
_NAMED = 2


@dataclass(frozen=True, slots=True)
class Clash:
    """What is busy at a time, and when it is free next within the working hours."""

    rows: tuple[AgendaRow, ...] = ()
    free: dt.datetime | None = None


def look(core: Assistant, when: When, ignore: int | None, lang: Lang) -> Clash:
    """Return what stands against a time; outside the GUI thread."""
    now = here()
    found = core.planner.conflicts(when, ignore=ignore)
    if not found or not when.start or not when.end:
        return Clash()
    rows = tuple(row_of(core, occurrence, now, lang) for occurrence in found)
    if when.rrule:
        return Clash(rows)  # what is free once need not be so the next time
    begin, end = dt.datetime.fromisoformat(when.start), dt.datetime.fromisoformat(when.end)
    length = end - begin
    first = max(begin, now.wall.replace(microsecond=0))
    slots = core.planner.free(
        first.isoformat(),
        (first + _AHEAD).isoformat(),
        now.tz,
        length_s=int(length.total_seconds()),
    )
    for slot in slots:
        start = _rounded(dt.datetime.fromisoformat(slot.start))
        if start + length <= dt.datetime.fromisoformat(slot.end):
            return Clash(rows, start)
    return Clash(rows)


def _rounded(moment: dt.datetime) -> dt.datetime:
    """Return the next moment at which people begin something."""
    over = moment.minute % _STEP_MIN or 0
    whole = moment.replace(second=0, microsecond=0)
    if moment != whole or over:
        whole += dt.timedelta(minutes=_STEP_MIN - over)
    return whole


def clash_words(rows: tuple[AgendaRow, ...], day: dt.date | None, lang: Lang) -> str:
    """Return "At the same time: Stand-up 09:00–09:30"."""
    words = QCoreApplication.translate("FreeLine", "At the same time: {events}")
    return words.format(events=named(rows, day, lang))


def named(rows: tuple[AgendaRow, ...], day: dt.date | None, lang: Lang) -> str:
    """Return events with their times: "Stand-up 09:00–09:30", with the day where it is another."""
    said = []
    for row in rows[:_NAMED]:
        words = row.occurrence.item.title
        if row.begin is not None and row.begin.date() != day:
            words += f" {agenda_words.short_day_words(row.begin.date(), lang)}"
        if row.begin is not None and row.end is not None and not row.occurrence.item.all_day:
            words += f" {short_time(row.begin)}–{short_time(row.end)}"
        said.append(words)
    if len(rows) > _NAMED:
        said.append(f"+{len(rows) - _NAMED}")
    return " · ".join(said)


class FreeLine(QWidget):
    """`moved(begin)` asks for the free time that the button names."""

    moved = Signal(object)

    def __init__(
        self,
        core: Assistant,
        runner: Runner,
        lang: Lang,
        ignore: int | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._core, self._runner, self._lang, self._ignore = core, runner, lang, ignore
        self._when: When | None = None
        self._asked = 0
        self._free: dt.datetime | None = None
        self._timer = QTimer(self, singleShot=True, interval=_PAUSE_MS)
        self._timer.timeout.connect(self._ask)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(style.SPACE_S)
        self.words = style.label("", wrap=True, quiet=True)
        self.words.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.button = QPushButton()
        self.button.setAutoDefault(False)
        self.button.setAccessibleName(self.tr("Move it to the next free time"))
        self.button.clicked.connect(self._on_click)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        self._show(Clash())

    def ask_about(self, form: ItemForm) -> None:
        """Look at the time of a form, once it has stood for a moment."""
        timed = form.kind is ItemKind.EVENT and not form.all_day
        when = form.when(here().tz) if timed else None
        if when != self._when:
            self._when = when
            self._timer.start()

    def _ask(self) -> None:
        self._asked += 1
        if self._when is None:
            self.words.setText("")
            self.button.hide()
            return
        work = partial(look, self._core, self._when, self._ignore, self._lang)
        self._runner.run(self, work, partial(self._on_found, self._asked), lambda _error: None)

    def _on_found(self, asked: int, found: Clash) -> None:
        if asked == self._asked and self._when is not None:
            self._show(found, told=True)

    def _show(self, found: Clash, *, told: bool = False) -> None:
        day = None
        if self._when is not None and self._when.start:
            day = dt.date.fromisoformat(self._when.start[:10])
        self._free = found.free
        if found.rows:
            self.words.setText(clash_words(found.rows, day, self._lang))
        else:
            self.words.setText(self.tr("Nothing else at that time.") if told else "")
        style.tint_text(self.words, style.Role.WARNING if found.rows else None)
        self.button.setVisible(found.free is not None)
        if found.free is not None:
            words = self.tr("Free: {time}").format(time=self._moment(found.free, day))
            self.button.setText(words)
            self.button.setAccessibleName(
                self.tr("Move it to the next free time: {time}").format(
                    time=self._moment(found.free, None)
                )
            )

    def _moment(self, moment: dt.datetime, day: dt.date | None) -> str:
        time = short_time(moment)
        if moment.date() == day:
            return time
        return f"{agenda_words.short_day_words(moment.date(), self._lang)} {time}"

    def _on_click(self) -> None:
        if self._free is not None:
            self.moved.emit(self._free)
