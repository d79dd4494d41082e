#!/bin/sh
# From a checkout to the open window; without a screen, to an answer on the terminal.
# Usage: sh packaging/start.sh [--yes] [QUESTION]
#   --yes answers the question whether the models may be fetched.
set -u
yes=
if [ "${1:-}" = --yes ]; then
    yes=--yes
    shift
fi
. "$(dirname "$0")/setup.sh"
prepare requirements.lock

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    if [ -n "$yes" ]; then
        .venv/bin/assistant-app models ensure --yes || exit 1
    fi
    exec .venv/bin/assistant-app
fi

.venv/bin/assistant-app models ensure $yes || exit 1
question=$*
if [ -z "$question" ] && [ -t 0 ]; then
    printf 'There is no screen here, so ask on the terminal. Your question: '
    read -r question
fi
if [ -z "$question" ]; then
    question='What is 23*7+12?'
    printf '> %s\n' "$question"
fi
exec .venv/bin/assistant-app ask "$question" --new
