"""What a run of mutation testing was asked for."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Options:
    """Which mutants are tried and how; `listed` may survive, by equation and module."""

    only: str = ""
    sample: int = 0
    seed: int = 0
    jobs: int = 2
    by_notebooks: bool = False
    listed: dict[str, set[str]] = field(default_factory=dict)
