"""The entry point: the worker process, the command line, or the window."""

from __future__ import annotations

import json
import sys
import time


def main() -> None:
    """Run what the arguments ask for; what is for the app's own children comes first."""
    if sys.argv[1:2] == ["--engine-worker"]:
        from assistant_app.engine.worker import run

        sys.exit(run(sys.argv[2:]))
    if sys.argv[1:2] == ["--engine-raw"]:
        from assistant_app.engine import raw_loop

        sys.exit(raw_loop.run())
    if len(sys.argv) == 1:
        from assistant_app import app

        sys.exit(app.run())
    if sys.argv[1:2] == ["--window-probe"]:
        from assistant_app import app

        sys.exit(app.run_probe(json.loads(sys.argv[2])))
    if sys.argv[1:2] == ["--bare-window"]:
        from assistant_app.gui.probe import bare_window

        bare_window()
        print(time.monotonic())  # noqa: T201
        return
    from assistant_app.cli.main import cli

    cli(prog_name="assistant-app")


if __name__ == "__main__":
    main()
