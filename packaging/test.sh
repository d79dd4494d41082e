#!/bin/sh
# The whole suite, from a checkout: set-up, the models that tests need, style, tests.
# Usage: sh packaging/test.sh [PYTEST ARGUMENTS]
# Without arguments the tests run in two processes, and those that time something afterwards, alone.
set -u
. "$(dirname "$0")/setup.sh"
prepare requirements-test.lock

for model in tiny e5 starter; do
    .venv/bin/assistant-app models get "$model" --yes || exit 1
done

QT_QPA_PLATFORM=offscreen
export QT_QPA_PLATFORM
status=0
.venv/bin/ruff check . || status=1
.venv/bin/ruff format --check . || status=1
if [ $# -gt 0 ]; then
    .venv/bin/python -m pytest "$@" || status=1
else
    .venv/bin/python -m pytest -n 2 --dist worksteal -m 'not alone' || status=1
    .venv/bin/python -m pytest -m 'alone' || status=1
fi
exit $status
