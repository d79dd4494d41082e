"""How many threads a model gets on this machine."""

from __future__ import annotations

import os
import re
from pathlib import Path

_MANY = 4


def physical_cores(topology: Path = Path("/sys/devices/system/cpu")) -> int:
    """Return the cores this process may use, hyper-threads counted once.

    Where the system does not say (not Linux), half of more than four logical ones, as most
    desktop processors have two threads a core.
    """
    affinity = getattr(os, "sched_getaffinity", None)
    usable = affinity(0) if affinity else set(range(os.cpu_count() or 1))
    cores = set()
    for cpu in usable:
        try:
            text = (topology / f"cpu{cpu}" / "topology" / "thread_siblings_list").read_text()
        except OSError:
            return len(usable) // 2 if len(usable) > _MANY else len(usable)
        cores.add(min(int(part) for part in re.findall(r"\d+", text)))
    return max(1, len(cores))


def thread_count() -> int:
    """Return the threads for a model: all cores, but one for the window where there are many.

    Decoding waits for memory more than for the processor: on two cores both are needed, on many
    one fewer is not felt, and a window that stutters is.
    """
    cores = physical_cores()
    return cores - 1 if cores > _MANY else cores
