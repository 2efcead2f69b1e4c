"""``dehusk PAGE...``: extract pages."""

from __future__ import annotations

import os
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from dehusk.cli.batch import Batch, Convert, Written
from dehusk.cli.extract_options import METADATA, ExtractOptions, QualityPolicy, parse_options
from dehusk.cli.input_pages import Input, Inputs, find_pages
from dehusk.cli.output_files import check_output_files, output_files, suffix
from dehusk.cli.summary import DISK_FULL, DROPPED, FAILURES, Summary
from dehusk.cli.terminal import print_message, write_standard_output
from dehusk.errors import ArgumentError, OutputError
from dehusk.layout import find_browser
from dehusk.output import writer_names
from dehusk.output.isolate_writer import isolated_bytes
from dehusk.page.text_measures import encodable

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from dehusk.extraction import Extraction
    from dehusk.extractor import Extractor
    from dehusk.source import Source


def run(arguments: list[str]) -> int:
    """Extract each page; 1 if one of them cannot be read.

    >>> run(["--quiet", "no-such-page.html"])
    1
    """
    options = parse_options(arguments)
    extractor = options.extractor
    if extractor.drawing or "layout" in extractor.method.needs:
        find_browser()
    inputs = find_pages(options.pages, leave_out=options.output, listed=options.listed)
    directory = _output_directory(options, inputs)
    if options.format == "isolate" and directory is None and not inputs.one_page:
        raise ArgumentError("--format isolate writes a whole document per page: name one page, or use -o DIRECTORY")
    summary = Summary()
    for error in inputs.problems:
        print_message(error)
        summary.add(error.name, "not read", f"{error.cause} ({error.remedy})")
    write = WritePage(extractor, options.url, options.format, options.writer_options, options.quality)
    convert = Convert(write, extractor.limits, options.reading)
    with _batch(options, inputs, directory, summary) as batch:
        try:
            batch.run(convert, summary, jobs=options.jobs, memory=options.memory)
        except KeyboardInterrupt:
            _print_summary(summary, options, _stopped_after(summary, inputs))
            raise
    _print_summary(summary, options, _stopped_after(summary, inputs) if summary.counts[DISK_FULL] else "")
    return 1 if summary.failed else 0


def _stopped_after(summary: Summary, inputs: Inputs) -> str:
    return f"stopped after {summary.counts.total():,} of {len(inputs.pages):,} pages: "


def _print_summary(summary: Summary, options: ExtractOptions, stopped: str = "") -> None:
    if not options.quiet and (stopped or summary.counts.total() > 1):
        print_message(f"{stopped}{summary}")


def _output_directory(options: ExtractOptions, inputs: Inputs) -> Path | None:
    """The directory that output goes to; None if it goes to a file or to standard output."""
    name = options.output or ""
    path = Path(name)
    to_directory = bool(name) and (path.is_dir() or name.endswith(("/", os.sep)) or not inputs.one_page)
    if options.skip_existing and not to_directory:
        raise ArgumentError("--skip-existing needs an output directory: -o DIRECTORY")
    if not to_directory:
        return None
    if (
        not path.is_dir()
        and not name.endswith(("/", os.sep))
        and path.suffix in {".jsonl", *map(suffix, writer_names())}
    ):
        remedy = f"several pages go to a directory: -o {path.with_suffix('')}; for one file, use > {name}"
        raise ArgumentError(f"{name}: looks like a file ({remedy})")
    if path.is_file():
        raise ArgumentError(f"{name}: is a file, not a directory (choose another output directory)")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise OutputError(name, error.strerror or str(error), "choose another output directory") from error
    return path


def _without_duplicates(pages: list[Input]) -> list[Input]:
    """Pages by their path: one may be named both as itself and by its directory."""
    first: dict[str, Input] = {}
    for page in pages:
        first.setdefault(page.name if page.base is None else os.path.abspath(page.name), page)  # noqa: PTH100
    return list(first.values())


@contextmanager
def _batch(options: ExtractOptions, inputs: Inputs, directory: Path | None, summary: Summary) -> Iterator[Batch]:
    """The pages, and where their output goes."""
    names = [page.name for page in inputs.pages]
    batch = partial(Batch, between=b"" if options.format in {"json", METADATA} else b"\n", quiet=options.quiet)
    if directory is not None:
        pages = _without_duplicates(inputs.pages)
        files = output_files(pages, directory, suffix(options.format))
        check_output_files(pages, files)
        left = [
            (page.name, file)
            for page, file in zip(pages, files, strict=True)
            if not (options.skip_existing and file.exists())
        ]
        if len(left) < len(pages):
            summary.counts["skipped"] = len(pages) - len(left)
        yield batch([name for name, _ in left], [file for _, file in left], None, notes=False)
    elif options.output is None:
        yield batch(names, None, write_standard_output)
    else:
        if Path(options.output).resolve() in {Path(name).resolve() for name in names}:
            raise ArgumentError(f"{options.output}: is also a page to read (choose another output file)")
        yield batch(names, [Path(options.output)], None)


@dataclass(frozen=True, slots=True)
class WritePage:
    """Extracts a page and writes it in a format, in whichever process.

    >>> from dehusk import Extractor, Source
    >>> WritePage(Extractor(), None, "markdown", {})(Source.of("<h1>Tea</h1><p>Steep it.")).data
    b'# Tea\\n\\nSteep it.\\n'
    """

    extractor: Extractor
    url: str | None
    format: str
    writer_options: Mapping[str, object]
    quality: QualityPolicy | None = None

    def __call__(self, source: Source) -> Written:
        """The page as bytes, and how the extraction went; no bytes if it is not worth keeping and is to be dropped."""
        extraction = self.extractor.extract(source, url=self.url)
        flags = extraction.quality.flags if self.quality and extraction.status not in FAILURES else ()
        names = tuple(flag.name for flag in flags)
        why = "; ".join(f"{flag.name}: {flag.evidence[0].what} ({flag.evidence[0].where})" for flag in flags)
        if flags and self.quality == "drop":
            return Written(b"", DROPPED, why, names)
        data = page_bytes(source.name, extraction, self.format, self.writer_options)
        return Written(data, extraction.status, "; ".join(filter(None, (why, extraction.reason))), names)


def page_bytes(name: str, extraction: Extraction, form: str, options: Mapping[str, object]) -> bytes:
    """A page in a format, as it is written to a file or a stream.

    >>> from dehusk import extract
    >>> page_bytes("tea.html", extract("<p>Steep it."), "text", {})
    b'Steep it.\\n'
    """
    if form == "isolate":
        # In the encoding of the page, which the page itself declares.
        return isolated_bytes(extraction)
    if form == "json":
        return _json_line(name, extraction.to_dict(cast("list[str] | None", options.get("fields"))))
    if form == METADATA:
        return _json_line(name, extraction.metadata.to_dict())
    written = extraction.to(form, **options).rstrip("\n")
    return f"{written}\n".encode() if written else b""


def _json_line(name: str, values: dict[str, Any]) -> bytes:
    """One line of JSON that starts with the page's name, because it may stand among many others."""
    # Loads a writer, which other formats do without.
    from dehusk.output.json_writer import dump_json

    return (dump_json({"page": encodable(name), **values}) + "\n").encode()
