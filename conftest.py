"""Settings of all tests. None asserts on time: hypothesis' deadline would."""

from importlib import import_module
from pkgutil import iter_modules

from hypothesis import settings

from adapted_packages import MISSING
from dehusk import _core

# Before pytest collects the examples of src: it would load these modules from their source, without compiled code.
for module in iter_modules(_core.__path__):
    import_module(f"{_core.__name__}.{module.name}")

settings.register_profile("dehusk", deadline=None)
settings.load_profile("dehusk")

collect_ignore = [
    name
    for module in MISSING
    for name in (f"src/dehusk/integrations/{module}.py", f"tests/integrations/test_{module}.py")
]
"""Examples and tests that cannot run here. ``make test-integrations`` installs all packages."""


def pytest_report_header() -> str:
    """Say what is not tested."""
    return f"adapters that are not tested, because their packages are not installed: {', '.join(MISSING) or 'none'}"
