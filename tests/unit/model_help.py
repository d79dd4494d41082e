"""Short words for tests of the library of models."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from assistant_app.engine.catalogue import Wheels
from assistant_app.errors import AppError


class Settings(dict):
    """Settings in memory."""

    def set(self, key, value):
        """Keep a setting."""
        self[key] = value


def code_of(call, *args, **kwargs) -> str:
    """Return the code that a call fails with."""
    with pytest.raises(AppError) as caught:
        call(*args, **kwargs)
    return caught.value.code


def wheel_files(folder: Path, body: bytes, packages: Wheels) -> None:
    """Write the wheels that carry `body` in parts."""
    folder.mkdir(exist_ok=True)
    for number in range(1, packages.count + 1):
        start = (number - 1) * packages.part_bytes
        end = None if number == packages.count else start + packages.part_bytes
        name = packages.project.format(n=number).replace("-", "_")
        path = folder / f"{name}-{packages.version}-py3-none-any.whl"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(packages.member_of(number), body[start:end])
            info = f"{name}-{packages.version}.dist-info/"
            project = packages.project.format(n=number)
            archive.writestr(
                info + "METADATA",
                f"Metadata-Version: 2.1\nName: {project}\nVersion: {packages.version}\n",
            )
            tag = "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
            archive.writestr(info + "WHEEL", tag)
            archive.writestr(info + "RECORD", "")
