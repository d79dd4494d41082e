"""How many threads a model gets on this machine."""

from __future__ import annotations

import ctypes
import os
import re
import sys
from pathlib import Path

_MANY = 4
_NICE = 10
_BELOW_NORMAL = 0x4000


def give_way() -> None:
    """Let other programs, and the embedder, go before this thread and those it starts.

    Where a model has every core, a question embedded for recall waits for it otherwise: 62 ms
    instead of 29 at the median on two cores. A machine with nothing else to do is as quick as ever.
    To be called once.
    """
    if sys.platform == "win32":
        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), _BELOW_NORMAL)
    else:
        os.nice(_NICE)


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
