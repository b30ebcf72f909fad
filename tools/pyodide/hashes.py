"""Files that are known by their hashes."""

import hashlib
import sys
from pathlib import Path

from .distribution import VERSION


def sha256(path: Path) -> str:
    """Return the SHA-256 of a file, in hexadecimal digits."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def verify(path: Path, *allowed: str, of: str = f"Pyodide {VERSION}") -> Path:
    """Return the path of a file whose SHA-256 is one of those allowed, else exit."""
    if not path.is_file():
        sys.exit(f"{path}: there is no such file; {of} needs it")
    if (found := sha256(path)) not in allowed:
        sys.exit(
            f"{path}: not the file of {of}: its sha256 is {found}, "
            f"expected {' or '.join(allowed)}"
        )
    return path
