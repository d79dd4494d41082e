"""Fusion without its gradients: flat buttons and fields with round corners, from the palette."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QProxyStyle,
    QStyle,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComboBox,
    QStyleOptionComplex,
    QStyleOptionFrame,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QStyleOptionSpinBox,
    QWidget,
)

from assistant_app.gui import flat_bars, slim_scroll, style

_State = QStyle.StateFlag
_Primitive = QStyle.PrimitiveElement
_LINES = {
    QStyle.ComplexControl.CC_ComboBox: QStyle.SubControl.SC_ComboBoxEditField,
    QStyle.ComplexControl.CC_SpinBox: QStyle.SubControl.SC_SpinBoxEditField,
}
_INSET = 4
_ARROW = 9
_SHARP = 2.0
"""The corners of what scrolls: round ones would be covered by what is in it."""


class FlatStyle(QProxyStyle):
    """Paints the grounds of buttons and the frames of fields; Fusion does all the rest."""

    def __init__(self) -> None:
        super().__init__("Fusion")

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Paint one of our primitives, or leave it to Fusion."""
        if element == _Primitive.PE_PanelButtonCommand:
            self._button(option, painter)
        elif element == _Primitive.PE_FrameLineEdit:
            self._field(option, painter)
        elif element == _Primitive.PE_Frame:
            edge = option.palette.color(QPalette.ColorRole.Mid)
            _panel(painter, option, QColor(0, 0, 0, 0), edge, _SHARP)
        elif element == _Primitive.PE_PanelButtonTool:
            self._tool(option, painter)
        elif element == _Primitive.PE_FrameFocusRect:
            self._focus(option, painter)
        elif element in (
            _Primitive.PE_IndicatorCheckBox,
            _Primitive.PE_IndicatorItemViewItemCheck,
        ):
            self._box(option, painter)
        elif element == _Primitive.PE_IndicatorRadioButton:
            self._radio(option, painter)
        else:
            super().drawPrimitive(element, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Paint progress bars and the heads of tables; the rest is Fusion's."""
        if element == QStyle.ControlElement.CE_ProgressBar and isinstance(
            option, QStyleOptionProgressBar
        ):
            flat_bars.progress(option, painter)
        elif element == QStyle.ControlElement.CE_HeaderSection:
            flat_bars.head(option, painter)
        else:
            super().drawControl(element, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        """Paint scroll bars; the rest is Fusion's."""
        if control == QStyle.ComplexControl.CC_ScrollBar and isinstance(
            option, QStyleOptionSlider
        ):
            slim_scroll.paint(option, painter)
        elif (
            control == QStyle.ComplexControl.CC_ComboBox
            and isinstance(option, QStyleOptionComboBox)
            and option.editable
        ):
            self._date(option, painter, widget)
        elif control == QStyle.ComplexControl.CC_SpinBox and isinstance(
            option, QStyleOptionSpinBox
        ):
            self._spin(option, painter, widget)
        else:
            super().drawComplexControl(control, option, painter, widget)

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        """Say where the parts of a scroll bar are, and the line in a field with arrows."""
        if control == QStyle.ComplexControl.CC_ScrollBar and isinstance(
            option, QStyleOptionSlider
        ):
            return slim_scroll.part(option, part)
        place = super().subControlRect(control, option, part, widget)  # type: ignore[arg-type]
        menu = isinstance(option, QStyleOptionComboBox) and not option.editable
        if part == _LINES.get(control) and not menu:
            return place.adjusted(_INSET, 1, 0, -1)  # it paints its ground over our corners
        return place

    def subElementRect(
        self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None
    ) -> QRect:
        """Keep the text of a line away from its round corners."""
        place = super().subElementRect(element, option, widget)  # type: ignore[arg-type]
        if element == QStyle.SubElement.SE_LineEditContents and _framed(option):
            return place.adjusted(_INSET, 0, -_INSET, 0)
        return place

    def pixelMetric(
        self,
        metric: QStyle.PixelMetric,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
    ) -> int:
        """Make scroll bars slim, and have the heads of tables begin where their cells do."""
        if metric == QStyle.PixelMetric.PM_HeaderMargin:
            return style.SPACE_S
        if metric == QStyle.PixelMetric.PM_ScrollBarExtent:
            return slim_scroll.EXTENT
        if metric == QStyle.PixelMetric.PM_ScrollBarSliderMin:
            return slim_scroll.EXTENT
        return super().pixelMetric(metric, option, widget)

    def _button(self, option: QStyleOption, painter: QPainter) -> None:
        shown, state = option.palette, option.state
        flat = isinstance(option, QStyleOptionButton) and bool(
            option.features & QStyleOptionButton.ButtonFeature.Flat
        )
        default = isinstance(option, QStyleOptionButton) and bool(
            option.features & QStyleOptionButton.ButtonFeature.DefaultButton
        )
        enabled = bool(state & _State.State_Enabled)
        ground = shown.color(QPalette.ColorRole.Button)
        if enabled and state & (_State.State_Sunken | _State.State_On):
            ground = shown.color(QPalette.ColorRole.Mid)
        elif enabled and state & _State.State_MouseOver:
            ground = shown.color(QPalette.ColorRole.Midlight)
        elif flat:
            ground = QColor(0, 0, 0, 0)
        edge = shown.color(QPalette.ColorRole.Mid)
        if flat:
            edge = QColor(0, 0, 0, 0)
        if default and enabled:
            edge = style.colour(shown, style.Role.ACCENT)
        if enabled and state & _State.State_HasFocus and state & _State.State_KeyboardFocusChange:
            edge = style.colour(shown, style.Role.ACCENT)
        _panel(painter, option, ground, edge)

    def _field(self, option: QStyleOption, painter: QPainter) -> None:
        shown = option.palette
        focus = bool(option.state & _State.State_HasFocus)
        edge = (
            style.colour(shown, style.Role.ACCENT)
            if focus
            else shown.color(QPalette.ColorRole.Mid)
        )
        _panel(painter, option, shown.color(QPalette.ColorRole.Base), edge)

    def _spin(
        self, option: QStyleOptionSpinBox, painter: QPainter, widget: QWidget | None
    ) -> None:
        """Paint the field, and its two arrows without buttons of their own."""
        self._field(option, painter)
        up, down = (QStyle.SubControl.SC_SpinBoxUp, QStyle.SubControl.SC_SpinBoxDown)
        enabled = QAbstractSpinBox.StepEnabledFlag
        for part, arrow, flag in (
            (up, _Primitive.PE_IndicatorArrowUp, enabled.StepUpEnabled),
            (down, _Primitive.PE_IndicatorArrowDown, enabled.StepDownEnabled),
        ):
            place = self.subControlRect(QStyle.ComplexControl.CC_SpinBox, option, part, widget)
            pointed = QStyleOption(option)
            size = min(_ARROW, place.height())
            pointed.rect = QRect(0, 0, size, size)
            pointed.rect.moveCenter(place.center())
            pointed.state = option.state & ~_State.State_Sunken
            if not option.stepEnabled & flag:
                pointed.state &= ~_State.State_Enabled
            super().drawPrimitive(arrow, pointed, painter, widget)

    def _date(
        self, option: QStyleOptionComboBox, painter: QPainter, widget: QWidget | None
    ) -> None:
        """Paint a field that opens a menu or a calendar."""
        self._field(option, painter)
        part = QStyle.SubControl.SC_ComboBoxArrow
        place = self.subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, widget)
        pointed = QStyleOption(option)
        pointed.rect = QRect(0, 0, _ARROW, _ARROW)
        pointed.rect.moveCenter(place.center())
        super().drawPrimitive(_Primitive.PE_IndicatorArrowDown, pointed, painter, widget)

    def _tool(self, option: QStyleOption, painter: QPainter) -> None:
        state, shown = option.state, option.palette
        raised = state & _State.State_MouseOver and state & _State.State_Enabled
        if state & (_State.State_Sunken | _State.State_On):
            _panel(painter, option, shown.color(QPalette.ColorRole.Mid), QColor(0, 0, 0, 0))
        elif raised:
            _panel(painter, option, shown.color(QPalette.ColorRole.Midlight), QColor(0, 0, 0, 0))

    def _box(self, option: QStyleOption, painter: QPainter) -> None:
        checked = bool(option.state & _State.State_On)
        accent, edge = self._indicator(option, checked)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(accent if checked else option.palette.color(QPalette.ColorRole.Base))
        painter.setPen(QPen(edge, 1))
        place = _square(option)
        painter.drawRoundedRect(place, 3, 3)
        if checked:
            painter.setPen(QPen(option.palette.color(QPalette.ColorRole.Base), place.width() / 8))
            points = ((0.24, 0.52), (0.43, 0.71), (0.77, 0.32))
            left, top, size = place.left(), place.top(), place.width()
            painter.drawPolyline([QPointF(left + x * size, top + y * size) for x, y in points])
        painter.restore()

    def _radio(self, option: QStyleOption, painter: QPainter) -> None:
        checked = bool(option.state & _State.State_On)
        accent, edge = self._indicator(option, checked)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(option.palette.color(QPalette.ColorRole.Base))
        painter.setPen(QPen(edge, 1))
        place = _square(option)
        painter.drawEllipse(place)
        if checked:
            inner = place.width() / 4
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            painter.drawEllipse(place.adjusted(inner, inner, -inner, -inner))
        painter.restore()

    def _indicator(self, option: QStyleOption, checked: bool) -> tuple[QColor, QColor]:
        shown = option.palette
        accent = style.colour(shown, style.Role.ACCENT)
        if not option.state & _State.State_Enabled:
            accent = shown.color(QPalette.ColorRole.Mid)
        focus = option.state & _State.State_HasFocus
        return accent, accent if checked or focus else style.faint(shown)

    def _focus(self, option: QStyleOption, painter: QPainter) -> None:
        if option.state & _State.State_KeyboardFocusChange:
            accent = style.colour(option.palette, style.Role.ACCENT)
            _panel(painter, option, QColor(0, 0, 0, 0), accent)


def _square(option: QStyleOption) -> QRectF:
    size = min(option.rect.width(), option.rect.height())
    place = QRectF(0, 0, size, size)
    place.moveCenter(QRectF(option.rect).center())
    return place.adjusted(0.5, 0.5, -0.5, -0.5)


def _framed(option: QStyleOption) -> bool:
    return isinstance(option, QStyleOptionFrame) and option.lineWidth > 0


def _panel(
    painter: QPainter,
    option: QStyleOption,
    ground: QColor,
    edge: QColor,
    radius: float = style.RADIUS * 0.75,
) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(ground)
    painter.setPen(QPen(edge, 1) if edge.alpha() else Qt.PenStyle.NoPen)
    place = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(place, radius, radius)
    painter.restore()
