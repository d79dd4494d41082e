"""The name and colour of a calendar, and the question of what becomes of its things."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QMessageBox,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from assistant_app.domain.planner import Calendar
from assistant_app.gui import calendar_colour, style
from assistant_app.gui.save_buttons import save_buttons


def calendar_name(name: str) -> str:
    """Return what a calendar is called in the window."""
    return name or QCoreApplication.translate("Words", "My calendar")


def colour_name(key: str) -> str:
    """Return the word for a colour."""
    return {
        "blue": QCoreApplication.translate("Words", "Blue"),
        "green": QCoreApplication.translate("Words", "Green"),
        "violet": QCoreApplication.translate("Words", "Violet"),
        "red": QCoreApplication.translate("Words", "Red"),
        "brown": QCoreApplication.translate("Words", "Brown"),
        "teal": QCoreApplication.translate("Words", "Teal"),
        "pink": QCoreApplication.translate("Words", "Pink"),
        "grey": QCoreApplication.translate("Words", "Grey"),
    }[key]


class CalendarDialog(QDialog):
    """Edits a name and a colour; the unnamed calendar keeps having no name of its own.

    A new one gets a colour that none of the `others` has, as long as there is one.
    """

    def __init__(
        self,
        calendar: Calendar | None,
        others: Sequence[Calendar] = (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._calendar = calendar or Calendar("", self._free(others))
        self._unnamed = calendar is not None and not calendar.name
        title = self.tr("New calendar") if calendar is None else self.tr("Edit the calendar")
        self.setWindowTitle(title)
        self.setMinimumWidth(380)
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        form = QFormLayout()
        form.setSpacing(style.SPACE_M)
        self.line = QLineEdit(
            calendar_name(self._calendar.name) if self._unnamed else self._calendar.name
        )
        self.line.setAccessibleName(self.tr("Name"))
        self.line.setEnabled(not self._unnamed)
        form.addRow(self.tr("Name"), self.line)
        form.addRow(self.tr("Colour"), self._build_colours())
        column.addLayout(form)
        buttons, self.save_button = save_buttons(
            self, self.tr("Save"), self.tr("Cancel"), self.accept
        )
        column.addWidget(buttons)
        self.line.textChanged.connect(self._check)
        self._check()

    def _free(self, others: Sequence[Calendar]) -> str:
        taken = {calendar_colour.tint(self.palette(), other).name() for other in others}
        dark = style.is_dark(self.palette())
        pairs = list(calendar_colour.CHOICES.values())
        return next((pair for pair in pairs if pair[dark] not in taken), pairs[0])[0]

    def _build_colours(self) -> QWidget:
        row = QWidget()
        line = QHBoxLayout(row)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(style.SPACE_XS)
        self.colours: dict[str, QToolButton] = {}
        group = QButtonGroup(self)
        dark = style.is_dark(self.palette())
        now = calendar_colour.tint(self.palette(), self._calendar).name()
        for key, pair in calendar_colour.CHOICES.items():
            button = QToolButton()
            button.setCheckable(True)
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
            button.setIconSize(QSize(style.ICON, style.ICON))
            button.setIcon(calendar_colour.swatch(QColor(pair[dark]), style.ICON))
            button.setAccessibleName(colour_name(key))
            button.setToolTip(colour_name(key))
            button.setChecked(pair[dark] == now)
            group.addButton(button)
            line.addWidget(button)
            self.colours[key] = button
        line.addStretch(1)
        return row

    def _check(self) -> None:
        self.save_button.setEnabled(bool(self.line.text().strip()))

    @property
    def name(self) -> str:
        """The name, as it is stored."""
        return "" if self._unnamed else self.line.text().strip()

    @property
    def color(self) -> str | None:
        """The colour, as it is stored; None where none was chosen."""
        for key, button in self.colours.items():
            if button.isChecked():
                return calendar_colour.CHOICES[key][0]
        return self._calendar.color


class DeleteBox(QMessageBox):
    """Asks what becomes of the things in a calendar that goes."""

    def __init__(self, calendar: Calendar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWindowTitle(self.tr("Delete the calendar"))
        role = QMessageBox.ButtonRole.AcceptRole
        self.keep_button = None
        if calendar.items:
            words = self.tr("“{name}” still has something in it ({count}). What becomes of that?")
            self.setText(words.format(name=calendar.name, count=calendar.items))
            kept = self.tr("Keep it in “{name}”").format(name=calendar_name(""))
            self.keep_button = self.addButton(kept, role)
            self.delete_button = self.addButton(self.tr("Delete it too"), role)
        else:
            self.setText(self.tr("Delete the calendar “{name}”?").format(name=calendar.name))
            self.delete_button = self.addButton(self.tr("Delete"), role)
        self.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)

    @property
    def keeps(self) -> bool | None:
        """Whether the things stay; None where nothing is to be deleted."""
        clicked = self.clickedButton()
        if self.keep_button is not None and clicked is self.keep_button:
            return True
        return False if clicked is self.delete_button else None
