"""``dehusk export model.bin``: write the learned default as one file of typed arrays, for browsers."""

from __future__ import annotations

from pathlib import Path

from dehusk.cli.arguments import command_parser
from dehusk.errors import ArgumentError
from dehusk.export import export_model
from dehusk.methods.learned import read_model, shipped_model
from dehusk.whole_file import write_whole

_EPILOG = """\
examples:
  dehusk export model.bin                    the model that comes with dehusk
  dehusk export model.bin --model mine.npz   one that 'dehusk train' made
"""


def run(arguments: list[str]) -> int:
    """Write the file.

    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     run([f"{folder}/model.bin"])
    0
    """
    description = "Write the learned default as one file of typed arrays: what the browser extension reads."
    parser = command_parser("dehusk export", description, _EPILOG)
    parser.add_argument("output", metavar="FILE", help="a file name that ends in .bin")
    parser.add_argument("--model", metavar="FILE", help="a model made by 'dehusk train' (default: the one of dehusk)")
    given = parser.parse_args(arguments)
    output = Path(given.output)
    if output.suffix.lower() != ".bin":
        raise ArgumentError(f"{given.output}: the file name must end in .bin")
    model = shipped_model() if given.model is None else read_model(given.model)
    write_whole(output, export_model(model))
    return 0
