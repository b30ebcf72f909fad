"""margin-lab/state.mjs: its plane is that of margin_lab.py."""

import re

from book._scripts.python import margin_lab
from tests.scripts.helpers import SCRIPTS


def test_margin_state_has_the_limits_of_the_plane():
    state = (SCRIPTS / "margin-lab" / "state.mjs").read_text("utf-8")
    limits = re.search(r"LIMITS = \[([\d.]+), ([\d.]+)\]", state)
    assert tuple(map(float, limits.groups())) == margin_lab.LIMITS
