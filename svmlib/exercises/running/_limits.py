"""What an attempt may use, for all its problems together."""

CPU_SECONDS = 4.0
RECURSION = 3000  # calls, for an attempt that calls itself for each example
WALL_SECONDS = 10.0  # for an attempt that sleeps
MEMORY_BYTES = 2 * 2**30
MAX_PRINTED = 10_000  # bytes
REST_NOT_SHOWN = "\n... (The rest of what it prints isn't shown.)\n"
