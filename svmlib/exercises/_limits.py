"""How much an attempt may use, for all its problems together."""

WORK = 2.0  # seconds of processor time
WAIT = 10.0  # seconds on the clock, for an attempt that sleeps
MEMORY = 2 * 2**30  # bytes
