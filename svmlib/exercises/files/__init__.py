"""Students' files: what is taken from them, and the sandbox that runs it."""
