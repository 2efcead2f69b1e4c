"""The public names: complete, documented, and nothing more. Importing dehusk loads only what most uses need."""

from __future__ import annotations

import subprocess
import sys
import types

import pytest

import dehusk
import dehusk.content.tree_nodes as content_tree
from dehusk import tree
from dehusk._core import COMPILED

LOADED_LATER = {
    *("asyncio", "concurrent.futures", "email", "http", "importlib.metadata", "logging", "multiprocessing"),
    *("select", "signal", "socket", "ssl", "subprocess", "tempfile", "urllib.request", "urllib3"),
}


def run(code: str) -> str:
    """What a fresh interpreter prints."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout  # noqa: S603


def test_all_names_exist_and_are_listed_in_order() -> None:
    assert sorted(set(dehusk.__all__), key=dehusk.__all__.index) == dehusk.__all__
    for name in dehusk.__all__:
        assert getattr(dehusk, name) is not None


def test_what_is_not_public_is_a_module() -> None:
    for name in dehusk.__all__:
        getattr(dehusk, name)
    others = {name: value for name, value in vars(dehusk).items() if name not in dehusk.__all__}
    helpers = {"TYPE_CHECKING", "annotations", "import_module"}
    assert {
        name
        for name, value in others.items()
        if not name.startswith("_") and name not in helpers and not isinstance(value, types.ModuleType)
    } == set()


def test_public_classes_and_functions_are_documented() -> None:
    for name in dehusk.__all__:
        value = getattr(dehusk, name)
        if isinstance(value, type | types.FunctionType | types.ModuleType):
            assert value.__doc__, name


def test_every_error_is_public() -> None:
    errors = {name for name, value in vars(dehusk.errors).items() if isinstance(value, type) and name[0] != "_"}
    assert errors <= set(dehusk.__all__)
    for name in errors:
        assert issubclass(getattr(dehusk, name), dehusk.DehuskError)
        assert name in (dehusk.errors.__doc__ or "")


def test_every_node_of_the_content_tree_is_public() -> None:
    nodes = {
        name
        for name, value in vars(content_tree).items()
        if isinstance(value, type) and value.__module__ == content_tree.__name__
    }
    assert nodes <= set(tree.__all__)
    assert all(hasattr(tree, name) for name in tree.__all__)


def test_an_unknown_name() -> None:
    with pytest.raises(AttributeError, match="module 'dehusk' has no attribute 'methodz'"):
        dehusk.methodz  # type: ignore[attr-defined]  # noqa: B018


def test_submodules_import_normally() -> None:
    code = "import dehusk.methods.arias as a, dehusk.methods as m, dehusk.tree as t; print(a.Arias.name, m.__name__, t)"
    assert run(f"import dehusk; {code}").startswith("arias dehusk.methods <module 'dehusk.tree'")


@pytest.mark.parametrize(
    "code",
    ["pass", "dehusk.extract('<p>x').text", "dehusk.extract(b'<p>x').markdown", "dehusk.Extractor(method='bte')"],
)
def test_importing_and_extracting_load_nothing_for_network_browser_or_processes(code: str) -> None:
    loaded = set(run(f"import dehusk, sys; {code}; print(*sys.modules)").split())
    assert "numpy" in loaded
    # What numpy and the detector of encodings load is theirs.
    loaded -= set(run("import numpy, turbohtml.detect, sys; print(*sys.modules)").split())
    # Without compiled code one line is logged.
    assert loaded & LOADED_LATER == (set() if COMPILED else {"logging"})
    assert "dehusk.site" not in loaded


def test_the_version_is_that_of_the_package() -> None:
    assert dehusk.__version__.count(".") == 2
