"""How many encoding tests of html5lib-tests agree with the encoding that a page is decoded with.

    echo "setuptools<81" > old.txt  # html5lib's setup.py needs pkg_resources
    PIP_CONSTRAINT=old.txt pip download --no-deps --no-binary html5lib html5lib==1.1 && tar xzf html5lib-1.1.tar.gz
    python benchmarks/encoding_tests.py html5lib-1.1/html5lib/tests/testdata/encoding

Two labels agree if they decode all pairs of bytes alike. The tests that differ are printed.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

from dehusk.source import decode

PAIRS = b" ".join(bytes((first, second)) for first in range(128, 256) for second in range(64, 256))


def sample(label: str) -> str:
    """All pairs of bytes in an encoding."""
    return PAIRS.decode(label if label.startswith("utf-16") else f"whatwg-{label}", "replace")


def main() -> int:
    """Compare, and print the numbers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="with files *.dat")
    agree = total = 0
    for path in sorted(parser.parse_args().folder.glob("*.dat")):
        for test in re.split(rb"(?:^|\n)#data\n", path.read_bytes())[1:]:
            data, _, rest = test.partition(b"\n#encoding\n")
            expected = rest.split()[0].decode().lower()
            decoded = decode(data)
            total += 1
            if sample(expected) == sample(decoded.encoding):
                agree += 1
            else:
                sys.stdout.write(f"{expected}, not {decoded.encoding} ({decoded.named_by}): {data[:100]!r}\n")
    sys.stdout.write(f"{agree} of {total} agree\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
