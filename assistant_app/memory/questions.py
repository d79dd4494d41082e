"""The embedder as a question uses it: with the mean of its questions, and never in the way.

Recall works by words where there is no embedder, or where it fails: then `failure` says why.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from assistant_app import log
from assistant_app.domain.engine import Embedder
from assistant_app.errors import AppError
from assistant_app.memory.ranking import QueryMean

T = TypeVar("T")
EmbedderSource = Callable[[], Embedder | None]
"""Yields the embedder when it is first needed, None where its model is missing."""

_log = log.get(__name__)


class Questions:
    """One for each kind of thing that is recalled; `what` names it in the log. Not locked."""

    def __init__(self, source: EmbedderSource, what: str) -> None:
        self._source = source
        self._what = what
        self._mean = QueryMean()
        self._mean_of = ""
        self.failure: AppError | None = None
        """Why the embedder did not work the last time."""

    def ask(self, work: Callable[[Embedder, QueryMean], T | None]) -> T | None:
        """Return what `work` makes of the embedder and its questions so far; None without one.

        Raises:
            AppError: `cancelled`; another failure is kept, and None is returned.
        """
        try:
            embedder = self._source()
            if embedder is not None and embedder.model != self._mean_of:
                self._mean, self._mean_of = QueryMean(), embedder.model
            found = None if embedder is None else work(embedder, self._mean)
            self.failure = None
        except AppError as error:
            if error.code == "cancelled":
                raise
            _log.warning("%s are recalled by words alone: %s", self._what, error.code)
            self.failure = error
            return None
        return found
