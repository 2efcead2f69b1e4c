"""Starts a browser with its two pipes, waits until it ends and removes its profile; run as a separate program.

``python launcher.py READ WRITE PROFILE COMMAND...``. The browser expects its pipes as file descriptors 3
and 4; a process in between can arrange this without running code after a fork. If the process that draws pages is
killed, this one is not: the pipes close, the browser ends, and its profile is removed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def main(arguments: list[str]) -> int:
    """Run the browser; returns its exit code."""
    from fcntl import F_DUPFD, fcntl

    read, write, profile, *command = arguments
    # First copy both to other numbers: either may be 3 or 4.
    for spare, wanted in [(fcntl(int(pipe), F_DUPFD, 10), wanted) for pipe, wanted in ((read, 3), (write, 4))]:
        os.dup2(spare, wanted)
        os.close(spare)
    for pipe in {int(read), int(write)} - {3, 4}:
        os.close(pipe)
    try:
        with subprocess.Popen(command, pass_fds=(3, 4)) as browser:  # noqa: S603 - what find_browser found
            # Only the browser may have its ends open: when they close, it has ended.
            os.closerange(3, 5)
            return browser.wait()
    finally:
        shutil.rmtree(profile, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
