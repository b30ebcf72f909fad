"""Judge the code that a reader wrote under an exercise, for the worker."""

import json

from svmlib.exercises.editor import check_code


def handle(method: str, args: str) -> str:
    """Return JSON for the worker; the one method is `check`."""
    return json.dumps({"result": {"check": check_code}[method](**json.loads(args))})
