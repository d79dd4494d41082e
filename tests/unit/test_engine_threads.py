"""How a model shares the machine."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest


@pytest.mark.skipif(not hasattr(os, "getpriority"), reason="priorities are another thing here")
def test_a_chat_model_gives_way_with_its_threads() -> None:
    program = (
        "import os, threading\n"
        "from assistant_app.engine.threads import give_way\n"
        "give_way()\n"
        "see = lambda: print(os.getpriority(os.PRIO_PROCESS, 0))\n"
        "see(); one = threading.Thread(target=see); one.start(); one.join()"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True, timeout=60
    )
    wanted = min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
    assert done.stdout.split() == [str(wanted)] * 2
