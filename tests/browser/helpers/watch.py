"""Watch what a browser asks other hosts for, and what it complains about."""

from contextlib import contextmanager

# Firefox lays out a page that is still arriving, and complains of half a formula.
ARRIVING = "Incorrect number of children for <"


class Watch:
    """What went wrong in a context: requests to other hosts, and console errors."""

    def __init__(self, context, address):
        self.address = address
        self.refused = []
        self.errors = []
        self.provoked = []  # words of the errors that a test means to cause
        context.route("**/*", self.allow)
        context.on("console", lambda message: self.note(message.type, message.text))
        context.on("weberror", lambda error: self.note("error", str(error.error)))

    def allow(self, route):
        """Let a request through if it stays at home."""
        url = route.request.url
        if url.startswith((f"{self.address}/", "data:", "blob:")):
            route.continue_()
        else:
            self.refused.append(url)
            route.abort()

    def note(self, kind, text):
        """Remember an error, unless it was to be expected."""
        expected = [ARRIVING, *self.provoked]
        if kind == "error" and not any(word in text for word in expected):
            self.errors.append(text)

    def check(self):
        """Fail if anything was refused or complained of, and forget it."""
        refused, errors = self.refused, self.errors
        self.refused, self.errors = [], []
        assert not refused, refused
        assert not errors, errors


@contextmanager
def watched(context, address):
    """Watch a context; at the end, nothing was refused or complained of."""
    watch = Watch(context, address)
    yield watch
    watch.check()
