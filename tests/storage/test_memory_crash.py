"""A few kills of the crash rig; `packaging/crash_rig.py` runs 200."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

pytestmark = pytest.mark.storage

_RIG = Path(__file__).resolve().parents[2] / "packaging" / "crash_rig.py"


def test_five_kills_break_no_promise(tmp_path: Path) -> None:
    import sys

    spec = importlib.util.spec_from_file_location("crash_rig", _RIG)
    assert spec is not None
    assert spec.loader is not None
    rig = importlib.util.module_from_spec(spec)
    sys.modules["crash_rig"] = rig
    spec.loader.exec_module(rig)
    broken, promises = rig.run(tmp_path / "data", 5, seed=7)
    assert broken == []
    assert len(promises.kept) > 3
