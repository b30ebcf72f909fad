"""How another host is recognised in a script."""

import re

# An address of another host.
NETWORK = re.compile(r"""["'`](?:https?:)?//(?!www\.w3\.org/)[\w.-]+\.\w+""")
