"""What is done to events and tasks in the agenda, and taking it back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QDialog, QMessageBox, QWidget

from assistant_app.domain.language import Lang
from assistant_app.domain.planner import Calendar, Change, Item, ItemKind, NewItem, Which
from assistant_app.errors import AppError
from assistant_app.gui import error_presenter, item_form
from assistant_app.gui.agenda_load import AgendaRow
from assistant_app.gui.free_line import FreeLine
from assistant_app.gui.item_dialog import ItemDialog
from assistant_app.gui.preferences import Preferences
from assistant_app.gui.repeat_editor import RepeatEditor
from assistant_app.gui.runner import Runner
from assistant_app.gui.undo_bar import UndoBar

if TYPE_CHECKING:
    from assistant_app.services.assistant import Assistant


class AgendaEditing(QObject):
    """One for the window. `stored` when something was changed, or could not be: read it again.

    `day_asked(day)` shows a day before something on it is edited, `left` when a question was left
    and what was dragged has to go back.
    """

    stored = Signal()
    taken_back = Signal()
    day_asked = Signal(object)
    left = Signal()

    def __init__(
        self, core: Assistant, runner: Runner, lang: Lang, window: QWidget, bar: UndoBar
    ) -> None:
        super().__init__(window)
        self._core, self._runner, self._lang = core, runner, lang
        self._window, self._bar = window, bar
        self._undoable: list[list[int]] = []
        self.preferences = Preferences()
        """The working hours and the usual reminder of something new."""
        self.calendars: Sequence[Calendar] = ()
        """What the editor offers to put something in."""
        self.dialog: QDialog | None = None

    # --- storing

    def change(self, work: Callable[[], list[int]], words: str = "") -> None:
        """Do something outside the GUI thread; `words` say afterwards that it was done."""
        self._runner.run(self, work, partial(self.note, words), self.failed)

    def note(self, words: str, changes: list[int]) -> None:
        """Keep changes for Ctrl+Z; with words, the bar offers to take them back as well."""
        if changes:
            self._undoable.append(changes)
        self.stored.emit()
        if words:
            self._bar.offer(words, self.take_back)

    def failed(self, error: AppError) -> None:
        """Say what went wrong."""
        self._bar.offer(error_presenter.notice(error, self._lang).text)
        self.stored.emit()

    def take_back(self) -> None:
        """Take back the last thing done in this window."""
        self._bar.flush()
        if not self._undoable:
            return
        changes, undo = self._undoable.pop(), self._core.undo

        def work() -> list[Change | None]:
            return [undo.undo(change) for change in reversed(changes)]

        self._runner.run(self, work, lambda _changes: self.taken_back.emit(), self.failed)

    # --- adding and editing

    def add(self, new: NewItem) -> None:
        """Add exactly this."""
        planner = self._core.planner
        self.change(lambda: [planner.add(new)[1].id])
        if new.when is not None and (start := new.when.start or new.when.end):
            self.day_asked.emit(dt.date.fromisoformat(start[:10]))

    def new(self, kind: ItemKind, day: dt.date) -> None:
        """Open the editor on something new."""
        form = item_form.blank(kind, day, self.preferences.hours_start, self._lead)
        self._open_editor(None, form)

    @property
    def _lead(self) -> int | None:
        return self.preferences.lead if self.preferences.lead >= 0 else None

    def new_at(self, begin: dt.datetime) -> None:
        """Open the editor on a new event of an hour."""
        end = begin + dt.timedelta(hours=1)
        form = item_form.ItemForm(ItemKind.EVENT, begin=begin, end=end, remind=self._lead)
        self._open_editor(None, form)

    def edit_row(self, row: object) -> None:
        """Open the editor on an event or task."""
        if isinstance(row, AgendaRow):
            self._open_editor(row, item_form.of_row(row))

    def edit_item(self, item_id: int) -> None:
        """Open the editor on an item as a whole: a card in a chat asked for it."""
        work = partial(self._core.planner.get, item_id)
        self._runner.run(self, work, self._on_item, self.failed)

    def _on_item(self, item: Item) -> None:
        row = item_form.master_row(item)
        if row.begin is not None:
            self.day_asked.emit(row.begin.date())
        self.edit_row(row)

    def _open_editor(self, row: AgendaRow | None, form: item_form.ItemForm) -> None:
        repeat = RepeatEditor(self._core, self._runner, self._lang)
        item = row.occurrence.item if row is not None else None
        ignored = (item.master_id or item.id) if item is not None else None
        free = FreeLine(self._core, self._runner, self._lang, ignored)
        dialog = ItemDialog(form, repeat, free, self.calendars, self._window, new=row is None)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self.store(row, form, dialog.result_form()))
        dialog.calendar_made.connect(self.add_calendar)
        dialog.open()
        self.dialog = dialog
        dialog.finished.connect(lambda _code: setattr(self, "dialog", None))

    def store(
        self, row: AgendaRow | None, before: item_form.ItemForm, after: item_form.ItemForm
    ) -> bool:
        """Store a form; False where the question which of a series is meant was left."""
        which: Which | None = "all"
        if row is not None and before != after and not before.only_calendar(after):
            whole = not after.same_repeat(before)
            which = self._which(row, self.tr("Change"), whole=whole)
        if which is not None:
            self.change(partial(item_form.store, self._core, row, before, after, which))
        return which is not None

    def move(self, row: AgendaRow, begin: dt.datetime, end: dt.datetime | None) -> None:
        """Store what was dragged, or put it back; Ctrl+Z takes it back."""
        before = item_form.of_row(row)
        last = end
        if before.all_day and end is not None and end > begin:
            last = end - dt.timedelta(days=1)
        if not self.store(row, before, replace(before, begin=begin, end=last)):
            self.left.emit()

    def check(self, row: AgendaRow, done: bool) -> None:
        """Mark a task done, or open again."""
        occurrence, planner = row.occurrence, self._core.planner
        key = occurrence.key if occurrence.item.rrule else ""
        self.change(lambda: [planner.complete(occurrence.item.id, key=key, done=done)[1].id])

    # --- which of a series

    def _which(self, row: AgendaRow, verb: str, *, whole: bool = False) -> Which | None:
        item = row.occurrence.item
        if not row.occurrence.key or not (item.rrule or item.master_id is not None):
            return "all"
        return self.ask_which(item.title, verb, whole=whole)

    def ask_which(self, title: str, verb: str, *, whole: bool = False) -> Which | None:
        """Ask which of a series is meant; None is none. `whole` is of a change of its rule."""
        box = QMessageBox(self._window)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(verb)
        box.setText(self.tr("“{title}” repeats. Which do you mean?").format(title=title))
        role = QMessageBox.ButtonRole.AcceptRole
        answers: dict[object, Which] = {}
        if not whole:
            answers[box.addButton(self.tr("&Only this one"), role)] = "this"
        answers[box.addButton(self.tr("This and &later"), role)] = "following"
        answers[box.addButton(self.tr("&All"), role)] = "all"
        box.addButton(QMessageBox.StandardButton.Cancel)
        box.exec()
        answer = answers.get(box.clickedButton())
        box.deleteLater()
        return answer

    def delete_row(self, row: object) -> None:
        """Delete an event or task, or part of a series; the bar or Ctrl+Z takes it back."""
        if not isinstance(row, AgendaRow):
            return
        which = self._which(row, self.tr("Delete"))
        if which is None:
            return
        occurrence, planner = row.occurrence, self._core.planner
        key = "" if which == "all" else occurrence.key
        item = occurrence.item
        target = item.id if which == "this" or item.master_id is None else item.master_id
        words = self.tr("Deleted “{title}”").format(title=item.title)
        self.change(lambda: [planner.delete(target, which=which, key=key).id], words)

    # --- calendars

    def add_calendar(self, name: str, color: str | None) -> None:
        """Make a calendar."""
        calendars = self._core.planner.calendars
        self.change(lambda: [calendars.add(name, color).id])
