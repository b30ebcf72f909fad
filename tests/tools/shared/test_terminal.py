"""tools/shared/terminal.py: a text loses its colours, and nothing else."""

from tools.shared.terminal import strip_colours


def test_text_loses_its_colours():
    assert (
        strip_colours("\x1b[1;31mcell [3]\x1b[0m, \x1b[mline 2") == "cell [3], line 2"
    )
