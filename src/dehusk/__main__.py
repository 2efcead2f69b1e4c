"""``python -m dehusk``: the command line where the ``dehusk`` script is not on the path."""

import sys

from dehusk_command import main

if __name__ == "__main__":
    sys.exit(main())
