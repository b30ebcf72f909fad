"""The files of the built site that are the book's own."""

from pathlib import Path

LITE = "lite"  # JupyterLite, which tests/browser tries


def files(site: Path, suffix: str) -> list[Path]:
    """Return the book's own files of the built site that end so, sorted."""
    found = sorted(site.rglob(f"*{suffix}"))
    return [p for p in found if p.relative_to(site).parts[0] != LITE]
