"""Shows the window in a language: our strings, Qt's own, and the forms of dates and numbers."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo
from PySide6.QtWidgets import QApplication

from assistant_app import resources
from assistant_app.domain.language import Lang

_LOCALES = {"zh": "zh_CN"}
_CHINESE = (
    "PingFang SC",
    "Microsoft YaHei UI",
    "Noto Sans CJK SC",
    "Source Han Sans SC",
    "WenQuanYi Micro Hei",
)


class Translation:
    """The translators that are installed; `show` changes them. Windows are built anew after it."""

    def __init__(self, app: QApplication) -> None:
        self._app = app
        self._installed: list[QTranslator] = []
        self._data = b""
        self._font = app.font()

    def show(self, lang: Lang) -> None:
        """Speak `lang` from now on."""
        for translator in self._installed:
            self._app.removeTranslator(translator)
        self._installed = []
        QLocale.setDefault(_locale(lang))
        self._app.setFont(_with_chinese(self._font, lang))
        name = _LOCALES.get(lang)
        if name is None:
            return
        own = QTranslator(self._app)
        self._data = resources.read_bytes(f"i18n/assistant_{name}.qm")  # Qt reads it in place
        if own.load(self._data):
            self._install(own)
        qt = QTranslator(self._app)
        folder = Path(QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
        if qt.load(str(folder / f"qtbase_{name}.qm")):
            self._install(qt)

    def _install(self, translator: QTranslator) -> None:
        self._app.installTranslator(translator)
        self._installed.append(translator)


def _with_chinese(font: QFont, lang: Lang) -> QFont:
    """Return `font` with the Chinese family of the platform named beside it.

    What the fallback finds by itself may be of another weight, or of the Japanese forms.
    """
    present = set(QFontDatabase.families())
    chinese = [name for name in _CHINESE if name in present][:1]
    own = QFontInfo(font).family()
    families = [*chinese, own] if lang == "zh" else [own, *chinese]
    result = QFont(font)
    result.setFamilies(families)
    return result


def _locale(lang: Lang) -> QLocale:
    """Return the system's locale where it speaks the language, so that its date forms are kept."""
    system = QLocale.system()
    wanted = QLocale.Language.Chinese if lang == "zh" else QLocale.Language.English
    if system.language() == wanted:
        return system
    return QLocale(_LOCALES.get(lang, "en_GB"))
