"""The line under the composer: what is loaded and how it goes, or what is wrong and what helps."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from assistant_app.domain.engine import EngineInfo
from assistant_app.domain.turn import Usage
from assistant_app.gui import style
from assistant_app.gui.error_presenter import Notice, Remedy
from assistant_app.gui.icons import IconLabel

_STREAMED_MS = 300
"""A turn that ended sooner after its first word streamed nothing whose speed could be told."""


class StatusLine(QWidget):
    """Shows figures quietly; a notice takes their place until it is cleared."""

    remedy_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._info: EngineInfo | None = None
        self._usage: Usage | None = None
        self._notice: Notice | None = None
        self._running = False
        row = QHBoxLayout(self)
        row.setContentsMargins(style.SPACE_XS, 0, style.SPACE_XS, 0)
        row.setSpacing(style.SPACE_S)
        self._icon = IconLabel("warning", self, style.Role.WARNING)
        self.words = style.label("", self, wrap=True, factor=0.9, quiet=True)
        self.button = QPushButton(self)
        self.button.clicked.connect(self._on_button)
        self.hint = style.label("", self, factor=0.9, quiet=True)
        row.addWidget(self._icon)
        row.addWidget(self.words, 1)
        row.addWidget(self.button)
        row.addWidget(self.hint)
        self._refresh()

    @property
    def notice(self) -> Notice | None:
        """What is wrong, if anything."""
        return self._notice

    @property
    def engine(self) -> EngineInfo | None:
        """The model that is loaded, as far as is known."""
        return self._info

    def show_engine(self, info: EngineInfo | None) -> None:
        """Say which model is loaded."""
        self._info = info
        self._refresh()

    def show_usage(self, usage: Usage) -> None:
        """Say how the last turn went."""
        self._usage = usage
        self._refresh()

    def show_running(self, running: bool) -> None:
        """Say how to stop."""
        self._running = running
        self._refresh()

    def show_notice(self, notice: Notice | None) -> None:
        """Say what is wrong and offer what helps; None clears it."""
        self._notice = notice
        self._refresh()

    def _refresh(self) -> None:
        notice = self._notice
        self._icon.setVisible(notice is not None)
        self.words.setText(notice.text if notice else self._figures())
        label = {
            Remedy.RESTART: self.tr("Restart the model"),
            Remedy.CHOOSE_MODEL: self.tr("Choose a model"),
            Remedy.SERVERS: self.tr("Model servers…"),
        }.get(notice.remedy if notice else Remedy.NONE, "")
        self.button.setText(label)
        self.button.setAccessibleName(label or self.tr("What helps"))
        self.button.setVisible(bool(label))
        self.hint.setText(self.tr("Esc stops") if self._running else "")

    def _figures(self) -> str:
        usage, parts = self._usage, []
        name = self._info.model if self._info else (usage.model if usage else "")
        if name:
            parts.append(name)
        if usage and usage.completion_tokens and usage.total_ms - usage.ttft_ms >= _STREAMED_MS:
            speed = usage.completion_tokens * 1000 / (usage.total_ms - usage.ttft_ms)
            parts.append(self.tr("{speed} tokens/s").format(speed=f"{speed:.0f}"))
        context = (usage.context_tokens if usage else 0) or (
            self._info.context if self._info else 0
        )
        if usage and context:
            share = min(100, 100 * (usage.prompt_tokens + usage.completion_tokens) // context)
            parts.append(self.tr("context {share} %").format(share=share))
        return " · ".join(parts)

    def _on_button(self) -> None:
        if self._notice is not None:
            self.remedy_asked.emit(self._notice.remedy)
