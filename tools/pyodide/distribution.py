"""The version of Pyodide that the book runs on, the hashes and sizes of its files, and
what the notebooks load of it."""

VERSION = "0.27.7"
SITE_PACKAGES = "/lib/python3.12/site-packages"
CDN = f"https://cdn.jsdelivr.net/pyodide/v{VERSION}/full/"
LOCK = "pyodide-lock.json"
SOURCES = "python/sources.json"  # of the site: where its scripts find all this
RUNTIME = {
    "pyodide.js": "b4cb23a53aba19c221659b9fb40a2f18281d685691dc06647fb0afd0681baf98",
    "pyodide.mjs": "04c052c815abb0bf2981fa38c2dfa58e3120ee5288c956df2b2a15e301782c5f",
    "pyodide.asm.js": (
        "6b4c90de5b7172873f04f21884d0e9d2274e305fe32116558fe3e4fbe3618d51"
    ),
    "pyodide.asm.wasm": (
        "a50dd1843f805a0b7c45b61037ee0d7b26dfe85efe0e18ef95a34ad24e401f5f"
    ),
    "python_stdlib.zip": (
        "16611534726e5d8ac2bd8f926410b2dcb8d6f49aa24913463533b457a2115c16"
    ),
    LOCK: "9c45b916001a750f4102fc287494f3eab215909c7535c626a20db80fd6333e2c",
}
# Every notebook needs these packages. Its kernel would load them one after the other, so
# the site's settings have all of them loaded at once.
PRELOADED = ("micropip", "ssl", "sqlite3", "jedi", "ipython", "numpy", "matplotlib")
# Wheels that may come from PyPI. Pyodide has no comm. Its own mpmath and sympy are built
# anew, so they have other hashes than these.
PYPI_WHEELS = {
    "comm-0.2.2-py3-none-any.whl": (
        "e6fb86cb70ff661ee8c9c14e7d36d6de3b4066f1441be4063df9c5009f0a64d3"
    ),
    "mpmath-1.3.0-py3-none-any.whl": (
        "a0b2b9fe80bbcd81a6647ff13108738cfb482d481d826cc0e02f5b35e5c88d2c"
    ),
    "sympy-1.13.3-py3-none-any.whl": (
        "54612cf55a62755ee71824ce692986f23c88ffa77207b30c1368eda4a7060f73"
    ),
}
# What a lab loads of Pyodide and NumPy, in bytes. The CDN compresses some of it on the way.
PYODIDE_BYTES = 16_900_000
