"""Compiled twins of Python code: built where there is a compiler, done without where there is none."""

from setuptools import Extension, setup

MODULES = ("page/_rows", "page/_columns", "page/_class_words", "methods/learned/_kernels")

setup(
    ext_modules=[
        Extension(f"dehusk.{module.replace('/', '.')}", [f"src/dehusk/{module}.c"], optional=True) for module in MODULES
    ]
)
