from dehusk._core.no_cython import *  # noqa: F403
