"""The entry point: the worker process, the command line, or the window."""

from __future__ import annotations

import sys


def main() -> None:
    """Run what the arguments ask for; `--engine-worker` is for the app's own child processes."""
    if sys.argv[1:2] == ["--engine-worker"]:
        from assistant_app.engine.worker import run

        sys.exit(run(sys.argv[2:]))
    from assistant_app.cli.main import cli

    cli(prog_name="assistant-app")


if __name__ == "__main__":
    main()
