"""Compiled forms of Python code: built if there is a compiler; dehusk works without them, too."""

from setuptools import Extension, setup

MODULES = ("page/_rows", "page/_loops", "page/_class_words", "methods/learned/_kernels")

HEADER = "src/dehusk/page/checked_arrays.h"

setup(
    ext_modules=[
        Extension(
            f"dehusk.{module.replace('/', '.')}",
            [f"src/dehusk/{module}.c"],
            include_dirs=["src/dehusk/page"],
            depends=[HEADER],
            optional=True,
        )
        for module in MODULES
    ]
)
