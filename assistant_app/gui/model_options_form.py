"""The numbers that a model is loaded with, as the owner sets them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from assistant_app.engine import model_options
from assistant_app.engine.model_entry import ModelEntry
from assistant_app.engine.model_options import LEAST_CONTEXT, ModelOptions
from assistant_app.gui import style

_SETTLE_MS = 500
_STEP = 1024


class ModelOptionsForm(QWidget):
    """`changed` carries other options a moment after the owner stopped changing them."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._filling = False
        self._shown = ModelOptions()
        self._settle = QTimer(self, singleShot=True, interval=_SETTLE_MS)
        self._settle.timeout.connect(self._on_settled)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(style.SPACE_S)
        column.addWidget(style.label(self.tr("How it is loaded"), bold=True))
        form = self._form = QFormLayout()
        form.setSpacing(style.SPACE_S)
        column.addLayout(form)
        self._build(form)
        row = QHBoxLayout()
        self.reset_button = QPushButton(self.tr("As usual"))
        self.reset_button.setAccessibleName(self.tr("Set everything back to what is usual"))
        self.reset_button.clicked.connect(self._on_reset)
        note = style.label(self.tr("Used from the next question on."), wrap=True, quiet=True)
        row.addWidget(note, 1)
        row.addWidget(self.reset_button)
        column.addLayout(row)

    def _build(self, form: QFormLayout) -> None:
        self.context, self.threads, self.gpu = QSpinBox(), QSpinBox(), QSpinBox()
        self.thinking = QSpinBox()
        self.temperature = QDoubleSpinBox()
        self.context.setSingleStep(_STEP)
        self.context.setGroupSeparatorShown(True)
        self.temperature.setSingleStep(0.1)
        self.temperature.setDecimals(1)
        self.temperature.setRange(*model_options.limits("temperature"))
        self.thinking.setSingleStep(_STEP // 4)
        for box, name in (
            (self.threads, "threads"),
            (self.gpu, "gpu_layers"),
            (self.thinking, "thinking"),
        ):
            low, high = model_options.limits(name)
            box.setRange(int(low), int(high))
        self.threads.setSpecialValueText(self.tr("by the machine"))
        self.gpu.setSpecialValueText(self.tr("all"))
        self.thinking.setSpecialValueText(self.tr("none"))
        rows: tuple[tuple[str, str, QAbstractSpinBox], ...] = (
            (
                self.tr("Context"),
                self.tr("Tokens of the chat that it sees at once. More takes more memory."),
                self.context,
            ),
            (
                self.tr("Temperature"),
                self.tr("0 always takes the likeliest word; more is freer. Of answers alone."),
                self.temperature,
            ),
            (self.tr("Threads"), self.tr("How many cores it may use."), self.threads),
            (
                self.tr("Graphics layers"),
                self.tr("Layers on the graphics card, where llama.cpp was built for it."),
                self.gpu,
            ),
            (
                self.tr("Thinking"),
                self.tr("Tokens that it may write for itself before it answers."),
                self.thinking,
            ),
        )
        for label, hint, field in rows:
            field.setAccessibleName(label)
            field.setAccessibleDescription(hint)
            field.setToolTip(style.plain_tooltip(hint))
            field.setKeyboardTracking(False)
            form.addRow(label, field)
        for changed in (self.context, self.threads, self.gpu, self.thinking):
            changed.valueChanged.connect(self._on_value)
        self.temperature.valueChanged.connect(self._on_value)

    @property
    def options(self) -> ModelOptions:
        """What the fields say."""
        return replace(
            self._shown,
            context=self.context.value(),
            temperature=round(self.temperature.value(), 1),
            threads=self.threads.value(),
            gpu_layers=self.gpu.value(),
            thinking=self.thinking.value(),
        )

    def fill(self, entry: ModelEntry, options: ModelOptions) -> None:
        """Show the options of a model; its context reaches as far as it was trained for."""
        self.flush()
        self._filling = True
        self._shown = options
        most = entry.trained or int(model_options.limits("context")[1])
        self.context.setRange(min(LEAST_CONTEXT, most), max(most, LEAST_CONTEXT))
        self.context.setValue(options.context)
        self.temperature.setValue(options.temperature)
        self.threads.setValue(options.threads)
        self.gpu.setValue(options.gpu_layers)
        self.thinking.setValue(options.thinking)
        self._form.setRowVisible(self.thinking, entry.thinks)
        self._filling = False

    def flush(self) -> None:
        """Tell of what was changed this moment, before something else is shown."""
        if self._settle.isActive():
            self._on_settled()

    def _on_value(self) -> None:
        if not self._filling:
            self._settle.start()

    def _on_reset(self) -> None:
        usual = ModelOptions()
        self.context.setValue(usual.context)
        self.temperature.setValue(usual.temperature)
        self.threads.setValue(usual.threads)
        self.gpu.setValue(usual.gpu_layers)
        self.thinking.setValue(usual.thinking)

    def _on_settled(self) -> None:
        self._settle.stop()
        self.changed.emit(self.options)
