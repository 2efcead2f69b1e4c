"""What workers do in tests: as usual, but some pages hang, crash or need 5 GB of memory."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from dehusk.serve.service_tasks import run_task

if TYPE_CHECKING:
    from dehusk.serve.problems import RequestProblem
    from dehusk.serve.service_tasks import Answer, ServiceTask

_FIVE_GB = 5_000_000_000
_PIECE = 50_000_000


def run_poisoned(task: ServiceTask) -> Answer | RequestProblem:
    html = str(task.request.html)
    if "HANG" in html:
        time.sleep(600)
    if "CRASH" in html:
        os._exit(3)
    if "SLOW" in html:
        time.sleep(0.4)
    # Not zeros, which a system may give without having them.
    pieces = {"5 GB IN PIECES": [_PIECE] * (_FIVE_GB // _PIECE), "5 GB AT ONCE": [_FIVE_GB]}
    memory = [b"x" * size for words, sizes in pieces.items() if words in html for size in sizes]
    answer = run_task(task)
    memory.clear()
    return answer
