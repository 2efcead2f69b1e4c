"""Compiled twins of Python code: built where there is a compiler, done without where there is none."""

from setuptools import Extension, setup

setup(ext_modules=[Extension("dehusk.page._rows", ["src/dehusk/page/_rows.c"], optional=True)])
