"""A few settings, each with one plain name."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QLocale, QTime, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QTimeEdit,
    QVBoxLayout,
    QWidget,
)

from assistant_app.gui import style
from assistant_app.gui.preferences import CHATS_SIZES, LEADS, Preferences
from assistant_app.gui.save_buttons import save_buttons
from assistant_app.gui.style import Theme


class SettingsDialog(QDialog):
    """Edits `Preferences`; `changed` carries the new ones after Save."""

    changed = Signal(object)
    model_asked = Signal()
    servers_asked = Signal()

    def __init__(
        self, preferences: Preferences, where: str, model: str, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._before = preferences
        self.setWindowTitle(self.tr("Settings"))
        self.setMinimumWidth(460)
        self._build(where, model)
        self._fill()

    def _build(self, where: str, model: str) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(style.SPACE_L, style.SPACE_L, style.SPACE_L, style.SPACE_L)
        column.setSpacing(style.SPACE_M)
        form = QFormLayout()
        form.setSpacing(style.SPACE_M)
        column.addLayout(form)
        self._build_editors()
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Language"), self.language),
            (self.tr("Theme"), self.theme),
            (self.tr("Your name"), self.name),
            (self.tr("Send with"), self.send_key),
            (self.tr("Remind of events"), self.lead),
            (self.tr("Week begins on"), self.week_start),
        )
        for label, widget in rows:
            widget.setAccessibleName(label)
            form.addRow(label, widget)
        hours = QHBoxLayout()
        hours.addWidget(self.hours_start)
        hours.addWidget(style.label("–"))
        hours.addWidget(self.hours_end)
        hours.addStretch(1)
        form.addRow(self.tr("Working hours"), hours)
        if self._before.lang == "zh":
            form.addRow("", self.chinese_days)
        self.model_button = QPushButton(self.tr("Choose…"))
        self.model_button.setAccessibleName(self.tr("Choose a model"))
        self.model_button.clicked.connect(self._on_model)
        line = QHBoxLayout()
        line.addWidget(style.label(model or self.tr("none yet"), wrap=True), 1)
        line.addWidget(self.model_button)
        self.servers_button = QPushButton(self.tr("Servers…"))
        self.servers_button.setAccessibleName(self.tr("Model servers"))
        self.servers_button.clicked.connect(self._on_servers)
        line.addWidget(self.servers_button)
        form.addRow(self.tr("Model"), line)
        label = self.tr("Keep chats ready")
        self.chats.setAccessibleName(label)
        form.addRow(label, self.chats)
        kept = self.tr("Everything is kept in {folder}, and nowhere else.").format(folder=where)
        column.addWidget(style.label(kept, wrap=True, quiet=True))
        buttons, self.save_button = save_buttons(
            self, self.tr("Save"), self.tr("Cancel"), self._on_save
        )
        column.addWidget(buttons)

    def _build_editors(self) -> None:
        self.language = QComboBox()
        self.language.addItem(self.tr("As the system"), "auto")
        self.language.addItem("English", "en")
        self.language.addItem("中文", "zh")
        self.theme = QComboBox()
        self.theme.addItem(self.tr("As the system"), Theme.AUTO)
        self.theme.addItem(self.tr("Light"), Theme.LIGHT)
        self.theme.addItem(self.tr("Dark"), Theme.DARK)
        self.name = QLineEdit()
        self.send_key = QComboBox()
        self.send_key.addItem(self.tr("Enter (Shift+Enter breaks the line)"), "enter")
        self.send_key.addItem(self.tr("Ctrl+Enter (Enter breaks the line)"), "ctrl_enter")
        self._build_calendar()
        self._build_chats()
        self.hours_start, self.hours_end = QTimeEdit(), QTimeEdit()
        self.hours_start.setAccessibleName(self.tr("Working hours begin"))
        self.hours_end.setAccessibleName(self.tr("Working hours end"))

    def _build_calendar(self) -> None:
        names = {
            -1: self.tr("not by itself"),
            0: self.tr("when they begin"),
            60: self.tr("1 hour before"),
            24 * 60: self.tr("1 day before"),
        }
        minutes = self.tr("{count} minutes before")
        self.lead = QComboBox()
        for lead in LEADS:
            self.lead.addItem(names.get(lead) or minutes.format(count=lead), lead)
        self.week_start = QComboBox()
        self.week_start.addItem(self.tr("As the system"), 0)
        for day in (1, 6, 7):
            self.week_start.addItem(QLocale().standaloneDayName(day), day)
        self.chinese_days = QCheckBox(self.tr("Lunar dates, days off and make-up workdays"))

    def _build_chats(self) -> None:
        self.chats = QComboBox()
        self.chats.setToolTip(
            self.tr("A chat that was opened before goes on at once, without being read anew.")
        )
        for megabytes in CHATS_SIZES:
            size = QLocale().formattedDataSize(
                megabytes << 20, 0, QLocale.DataSizeFormat.DataSizeTraditionalFormat
            )
            text = self.tr("up to {size} on disk").format(size=size)
            self.chats.addItem(text if megabytes else self.tr("no"), megabytes)

    def _fill(self) -> None:
        before = self._before
        self.language.setCurrentIndex(max(0, self.language.findData(before.language)))
        self.theme.setCurrentIndex(max(0, self.theme.findData(before.theme)))
        self.name.setText(before.name)
        self.send_key.setCurrentIndex(max(0, self.send_key.findData(before.send_key)))
        self.lead.setCurrentIndex(max(0, self.lead.findData(before.lead)))
        self.week_start.setCurrentIndex(max(0, self.week_start.findData(before.week_start)))
        self.chats.setCurrentIndex(max(0, self.chats.findData(before.chats_mb)))
        self.chinese_days.setChecked(before.chinese_days)
        self.hours_start.setTime(QTime.fromString(before.hours_start, "HH:mm"))
        self.hours_end.setTime(QTime.fromString(before.hours_end, "HH:mm"))

    def _on_model(self) -> None:
        self.reject()
        self.model_asked.emit()

    def _on_servers(self) -> None:
        self.reject()
        self.servers_asked.emit()

    def _on_save(self) -> None:
        start, end = self.hours_start.time(), self.hours_end.time()
        if end <= start:
            start, end = QTime(9, 0), QTime(18, 0)
        self.changed.emit(
            replace(
                self._before,
                language=self.language.currentData(),
                theme=Theme(self.theme.currentData()),
                name=self.name.text().strip(),
                send_key=self.send_key.currentData(),
                lead=self.lead.currentData(),
                week_start=self.week_start.currentData(),
                chats_mb=self.chats.currentData(),
                chinese_days=self.chinese_days.isChecked(),
                hours_start=start.toString("HH:mm"),
                hours_end=end.toString("HH:mm"),
            )
        )
        self.accept()
