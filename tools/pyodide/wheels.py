"""Wheels that pip builds or downloads."""

import os
import subprocess
import sys
from pathlib import Path


def pip(command: str, what: str, *options: str, into: Path) -> bool:
    """Let pip build or download one wheel, without its dependencies; return whether it could."""
    call = [sys.executable, "-m", "pip", command, "-q", "--no-deps", what, *options]
    to = ["-w" if command == "wheel" else "-d", str(into)]
    quiet = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_ROOT_USER_ACTION": "ignore"}
    done = subprocess.run([*call, *to], check=False, env={**os.environ, **quiet})
    return done.returncode == 0
