"""Run a script of the book in Node, without a browser."""

import json
import shutil
import subprocess

from book._parsing import BOOK
from tests.skip_or_fail import skip_or_fail

SCRIPTS = BOOK / "_scripts"
PROGRAM = """
const exported = await import({url});
const compute = new Function(...Object.keys(exported), {body});
console.log(JSON.stringify(await compute(...Object.values(exported))));
"""


def run(script, code):
    """Return the value of an expression, which may use what the script exports.

    If that is a promise, return what it resolves to.
    """
    node = shutil.which("node")
    if node is None:
        skip_or_fail(
            "the book's scripts are tested with Node.js, which is missing", "CI"
        )
    url, body = (SCRIPTS / script).as_uri(), f"return ({code});"
    program = PROGRAM.format(url=json.dumps(url), body=json.dumps(body))
    command = [node, "--input-type=module", "-"]
    done = subprocess.run(
        command,
        check=False,
        input=program,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert not done.returncode, done.stderr
    return json.loads(done.stdout)
