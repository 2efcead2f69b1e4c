"""Compiles the modules of ``dehusk._core`` if there are Cython and a C compiler; without them they run as they are.

With ``DEHUSK_LIMITED_API=1`` they use Python's limited API: one wheel for Python 3.11 and all later versions.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

FOLDER = Path("src/dehusk/_core")
SHARED = "shared_views"
"""The module, made by Cython, with the code for arrays as arguments that all others use: a copy in each is slower."""
DECLARED = ("vectors", "views")
"""Modules whose declarations contain all that compiled code uses of them."""
LIMITED = bool(os.environ.get("DEHUSK_LIMITED_API"))
MACROS = [("Py_LIMITED_API", "0x030B0000"), ("CYTHON_LIMITED_API", "1")] if LIMITED else []
# Products are not fused with sums: the results are the same on all processors. Microsoft's compiler never does it.
FLAGS = [] if os.name == "nt" else ["-ffp-contract=off"]
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "freethreading_compatible": True,
}


def extensions() -> list[Extension]:
    """One per module of the core that has declarations (a ``.pxd`` file with a ``.py`` file), and the shared one."""
    if os.environ.get("DEHUSK_UNCOMPILED"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    modules = sorted(file.with_suffix("") for file in FOLDER.glob("*.pxd") if file.stem not in DECLARED)
    options = {"optional": True, "py_limited_api": LIMITED, "define_macros": MACROS, "extra_compile_args": FLAGS}
    sources = {module.name: f"{module}.py" for module in modules} | {SHARED: f"{SHARED}.c"}
    return cythonize(
        [Extension(f"dehusk._core.{name}", [source], **options) for name, source in sources.items()],
        shared_utility_qualified_name=f"dehusk._core.{SHARED}",
        build_dir="build/cython",
        compiler_directives=DIRECTIVES,
        include_path=["src"],
    )


OPTIONS: dict[str, dict[str, object]] = {"build_ext": {"parallel": os.cpu_count()}}
if LIMITED:
    OPTIONS["bdist_wheel"] = {"py_limited_api": "cp311"}

setup(ext_modules=extensions(), options=OPTIONS)
