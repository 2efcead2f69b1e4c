"""Writers: one module per format. They decide how content is written, never what is content."""

from __future__ import annotations

from dehusk.output.writers import Writer, check_options, list_writers, load_writer, run_writer, writer_names

__all__ = ["Writer", "check_options", "list_writers", "load_writer", "run_writer", "writer_names"]
