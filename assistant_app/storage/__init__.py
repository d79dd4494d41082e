"""The one SQLite file: the only package that imports sqlite_utils and the SQLite driver."""
