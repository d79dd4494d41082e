"""The windows; the only package that imports PySide6."""
