#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Makes .venv from the locked requirements and installs the toolkit in it, in place.
# What only the operating system can supply is checked first: one line names all that is missing.
# Once done it works again without a network, since pip finds everything installed.
set -euo pipefail
cd "$(dirname "$0")/.."

# A path that make and the shell take as it is (base/store.py says the same of the cache)
for folder in "$PWD" "$(pwd -P)"; do
  if (LC_ALL=C; [[ $folder == *[!A-Za-z0-9_./+@=,~-]* ]]); then
    echo "setup: $folder: Verilator takes folders of a-z, A-Z, 0-9 and _./+@=,~- only; move the checkout" >&2
    exit 2
  fi
done

missing=()
for tool in make g++ perl git; do
  command -v "$tool" > /dev/null || missing+=("$tool")
done

python=""
for candidate in ${PYTHON:-} python3 python3.13 python3.12 python3.11; do
  if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2> /dev/null; then
    python=$candidate
    break
  fi
done
if [ -z "$python" ]; then
  missing+=("python3 (3.11 or later)")
elif ! "$python" -c 'import ensurepip, venv' 2> /dev/null; then
  missing+=("python3-venv")
fi

if [ ${#missing[@]} -gt 0 ]; then
  printf -v list '%s, ' "${missing[@]}"
  echo "setup: not installed: ${list%, }" >&2
  exit 2
fi

[ -x .venv/bin/python ] || "$python" -m venv .venv
echo "setup: installing the locked requirements into .venv ..." >&2
pip=(.venv/bin/python -m pip --disable-pip-version-check --quiet install)
"${pip[@]}" --require-hashes -r requirements.txt
"${pip[@]}" --no-deps --no-build-isolation -e .
touch .venv/.stamp
