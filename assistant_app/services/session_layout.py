"""The messages of all sessions in order, as numpy arrays: who is whose neighbour, and how long."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from assistant_app.storage.message_search import Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[Any]

REACH = 4
"""How many messages before and after count as neighbours."""
FADE = 0.7
"""What a neighbour counts, for each step away."""


class Layout:
    """Places (session by session, oldest first), n of them; neighbours are of the same session."""

    def __init__(self, places: Sequence[Place]) -> None:
        import numpy as np

        table = np.array(places, dtype=np.int64).reshape(len(places), 3)
        self.ids, self.sessions = table[:, 0], table[:, 1]
        self.lengths = table[:, 2].astype(np.float64)
        self.around_lengths = self.spread(np.arange(len(places)), self.lengths)
        self.mean = float(self.lengths.mean()) if len(places) else 0.0
        # Every place is its neighbours' neighbour, so one share of the mean is exact enough.
        self.around_mean = self.mean * sum(FADE ** abs(step) for step in range(-REACH, REACH + 1))
        self._by_id = np.argsort(self.ids)
        self._sorted = self.ids[self._by_id]

    def __len__(self) -> int:
        return len(self.ids)

    def index(self, message_ids: Sequence[int] | Numbers) -> Numbers:
        """Return the places of those of the messages that have one."""
        import numpy as np

        if not len(self) or not len(message_ids):
            return np.zeros(0, dtype=np.int64)
        wanted = np.asarray(message_ids, dtype=np.int64)
        at = np.minimum(np.searchsorted(self._sorted, wanted), len(self) - 1)
        result: Numbers = self._by_id[at[self._sorted[at] == wanted]]
        return result

    def spread(self, rows: Numbers, values: Numbers, reach: int = REACH) -> Numbers:
        """Return (n,) what `values` at `rows` give to the places within reach, themselves too."""
        import numpy as np

        total = np.zeros(len(self), dtype=np.float64)
        for step in range(-reach, reach + 1):
            near = rows + step
            inside = (near >= 0) & (near < len(self))
            near, own = near[inside], rows[inside]
            same = self.sessions[near] == self.sessions[own]
            # The rows are different ones, so no place is given to twice in one step.
            total[near[same]] += FADE ** abs(step) * values[inside][same]
        return total

    def smoothed(self, values: Numbers, reach: int) -> Numbers:
        """Return (n,) the mean of each place's value and its neighbours', nearer ones weighing more."""
        import numpy as np

        everything = np.arange(len(self))
        weights = self.spread(everything, np.ones(len(self)), reach)
        result: Numbers = self.spread(everything, values, reach) / weights
        return result
