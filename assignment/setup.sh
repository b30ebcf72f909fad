#!/usr/bin/env bash
# Gradescope runs this once, when it builds the machine that grades.
set -euo pipefail
cd /autograder/source
apt-get update -q
apt-get install -y -q python3 python3-venv
python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
  echo "Python 3.11 or later is needed: choose a newer base image, such as Ubuntu 24.04." >&2
  exit 1
}
python3 -m venv env
env/bin/pip install -q "numpy>=2.0"
# The problems are drawn from this. Put a seed.txt of your own beside this file to
# have the same problems elsewhere.
test -f seed.txt || env/bin/python -c 'import secrets; print(secrets.token_hex())' > seed.txt
