"""Starts a browser with its two pipes, waits for its end and removes its profile: run as a program of its own.

``python launcher.py READ WRITE PROFILE COMMAND...``. The browser expects its pipes as descriptors 3 and 4, which only
a process between us and it can arrange without running code after a fork. This process outlives us if we are
killed: the pipes close, the browser ends, and no profile is left behind.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main(arguments: list[str]) -> int:
    """Run the browser; its exit code."""
    from fcntl import F_DUPFD, fcntl

    read, write, profile, *command = arguments
    # First out of the way of 3 and 4: either may be one of those.
    for spare, wanted in [(fcntl(int(pipe), F_DUPFD, 10), wanted) for pipe, wanted in ((read, 3), (write, 4))]:
        os.dup2(spare, wanted)
        os.close(spare)
    for pipe in {int(read), int(write)} - {3, 4}:
        os.close(pipe)
    try:
        with subprocess.Popen(command, pass_fds=(3, 4)) as browser:  # noqa: S603 - what find_browser found
            # Only the browser may hold its ends: their closing tells that it is gone.
            os.closerange(3, 5)
            return browser.wait()
    finally:
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
