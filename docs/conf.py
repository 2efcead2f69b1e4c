"""Settings of Sphinx for the documentation site: ``make docs`` writes it to build/docs."""

from __future__ import annotations

from importlib.metadata import version as installed_version

project = "dehusk"
author = "The dehusk developers"
project_copyright = author
version = release = installed_version("dehusk")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode"]
myst_enable_extensions = ["html_image"]
myst_heading_anchors = 4
exclude_patterns = ["_build"]

autodoc_default_options = {"members": True, "show-inheritance": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "dehusk"
html_copy_source = False
pygments_style = "default"
