"""Put bytecode beside the source of all modules that are imported: Pyodide runs this.

/pyodide is the folder of its files, /own that of svmlib's wheel. The browser's Python then
has nothing to compile.
"""

import py_compile
import sys
from importlib.util import cache_from_source
from pathlib import Path
from site import getsitepackages
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

LIBRARY = "python_stdlib.zip"  # stays packed, and has no __pycache__
(PACKAGES,) = getsitepackages()
(PACKED,) = (path for path in sys.path if path.endswith(".zip"))
ROOTS = {
    f"pyodide/{LIBRARY}": PACKED,
    "pyodide/numpy-*.whl": PACKAGES,
    "own/svmlib-*.whl": PACKAGES,
}
imported = {getattr(module, "__file__", None) for module in list(sys.modules.values())}
source, bytecode = Path("source.py"), Path("source.pyc")
for pattern, root in ROOTS.items():
    (path,) = Path("/").glob(pattern)
    with ZipFile(path, "a", ZIP_DEFLATED) as archive:
        for entry in archive.infolist():
            file = f"{root}/{entry.filename}"
            if not file.endswith(".py") or file not in imported:
                continue
            source.write_bytes(archive.read(entry))
            # Python must not compare the dates of the two, which an archive doesn't keep.
            py_compile.compile(
                str(source),
                cfile=str(bytecode),
                dfile=file,
                doraise=True,
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )
            name = entry.filename
            name = f"{name}c" if path.name == LIBRARY else cache_from_source(name)
            info = ZipInfo(name, entry.date_time)
            archive.writestr(info, bytecode.read_bytes(), ZIP_DEFLATED)
