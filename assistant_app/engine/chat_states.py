"""KV states of conversations on disk, in pieces, so that each exchange is written once.

A piece holds what the model computed of tokens `start` to `end` of a prompt; its name is a hash of
everything from the first token to `end`. The pieces of one conversation under one static prompt are
a chain from the end of the static part; a prompt takes as much of the chain as it has in common
with it. Neither words nor tokens are stored, but the numbers are made of them: whoever erases words
removes the files too, and what is missing is computed again.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from assistant_app import log
from assistant_app.engine.kv_state import read_state, remove_parts, state_key, write_state

PIECE = 512
"""Tokens of a piece at most: some 15 MB, written in less time than a person notices."""
MIN_FREE = 1 << 30
"""Bytes of the disk that are left to others."""
_NAME = re.compile(r"(?P<group>\w+-\w+)-(?P<start>\d+)-(?P<end>\d+)-(?P<key>\w+)\.kv")
_SCOPE = re.compile(r"[A-Za-z0-9]{1,32}")
_log = log.get(__name__)


@dataclass(frozen=True, slots=True)
class Piece:
    """A file that says it holds tokens `start` to `end` of a chain."""

    path: Path
    start: int
    end: int
    key: str


@dataclass(frozen=True, slots=True)
class ChatStates:
    """The folder of all conversations; `space` says model, library and parameters.

    Used by the one thread that uses the model. Failures of the disk cost time, never an answer.
    """

    folder: Path
    space: str

    def group(self, scope: str, static: Sequence[int]) -> str:
        """Return the name of the chain of conversation `scope` under a static prompt, or ""."""
        if not _SCOPE.fullmatch(scope):
            return ""
        return f"{scope}-{state_key(self.space, static)[:12]}"

    def chain(self, group: str, prompt: Sequence[int], start: int) -> list[Piece]:
        """Return the pieces that hold `prompt` from `start` on, as far as there are any."""
        there = self._pieces().get(group, []) if group else []
        chain: list[Piece] = []
        while True:
            following = [
                piece
                for piece in there
                if piece.start == start < piece.end <= len(prompt)
                and piece.key == state_key(self.space, prompt[: piece.end])
            ]
            if not following:
                return chain
            chain.append(max(following, key=lambda piece: piece.end))
            start = chain[-1].end

    def _pieces(self) -> dict[str, list[Piece]]:
        found: dict[str, list[Piece]] = {}
        with contextlib.suppress(OSError):
            for path in self.folder.iterdir():
                if match := _NAME.fullmatch(path.name):
                    piece = Piece(path, int(match["start"]), int(match["end"]), match["key"])
                    found.setdefault(match["group"], []).append(piece)
        return found

    def load(self, piece: Piece) -> bytearray | None:
        """Return what a piece holds, or None when it is gone or damaged, and then it is removed."""
        return read_state(piece.path, piece.key)

    def save(
        self, group: str, prompt: Sequence[int], start: int, end: int, payload: memoryview
    ) -> bool:
        """Keep tokens `start` to `end` of `prompt`; returns whether they were kept."""
        key = state_key(self.space, prompt[:end])
        return write_state(self.folder / f"{group}-{start}-{end}-{key}.kv", key, payload)

    def room_for(self, group: str, size: int, budget: int) -> bool:
        """Make room for `size` bytes within `budget`, the longest unused chains going first.

        False when there is none without `group` itself, or when the disk has little left.
        """
        remove_parts(self.folder)
        there = self._pieces()
        used = {name: _size(pieces) for name, pieces in there.items()}
        total = sum(bytes_ for bytes_, _ in used.values()) + size
        for name, (bytes_, _) in sorted(used.items(), key=lambda item: item[1][1]):
            if total > budget and name != group:
                self._remove(there[name])
                total -= bytes_
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            return total <= budget and shutil.disk_usage(self.folder).free - size >= MIN_FREE
        except OSError as error:
            _log.warning("a conversation's KV state was not kept: %s", error)
            return False

    def tidy(self, group: str, chain: Sequence[Piece]) -> None:
        """Remove what a chain has beside it, and mark the chain as used."""
        kept = {piece.path for piece in chain}
        self._remove([p for p in self._pieces().get(group, []) if p.path not in kept])
        for path in kept:
            with contextlib.suppress(OSError):
                os.utime(path)

    @staticmethod
    def _remove(pieces: Sequence[Piece]) -> None:
        for piece in pieces:
            with contextlib.suppress(OSError):
                piece.path.unlink()


def _size(pieces: Sequence[Piece]) -> tuple[int, int]:
    """Return the bytes of a chain and when it was last used."""
    size = last = 0
    for piece in pieces:
        with contextlib.suppress(OSError):
            stat = piece.path.stat()
            size += stat.st_size
            last = max(last, stat.st_mtime_ns)
    return size, last
