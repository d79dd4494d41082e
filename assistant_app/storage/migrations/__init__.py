"""The schema's history: one module a step, only ever added to.

A module has a docstring that says what it changes and why, and `migrate(db)`. It imports nothing
of the app but `script.run`, because its meaning must not change later. Tables are STRICT, times
are UTC milliseconds. To add one: write `mNNN_name.py` and put its name at the end of `NAMES`.
"""

from __future__ import annotations

import importlib

from sqlite_utils import Migrations

NAMES = ("m001_foundation", "m002_planner", "m003_memory", "m004_trust")


def collect(names: tuple[str, ...] = NAMES) -> Migrations:
    """Return the migrations `names` of this package, in that order."""
    migrations = Migrations("assistant")
    for name in names:
        module = importlib.import_module(f"{__name__}.{name}")
        migrations(name=name)(module.migrate)
    return migrations


MIGRATIONS = collect()
