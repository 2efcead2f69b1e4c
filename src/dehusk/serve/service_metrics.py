"""Counts and times of a service, in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter

_BUCKETS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


class ServiceMetrics:
    """Requests by path and status, their seconds, and how worker processes failed.

    >>> metrics = ServiceMetrics()
    >>> metrics.request("/v1/extract", 200, 0.02)
    >>> 'dehusk_requests_total{path="/v1/extract",status="200"} 1' in metrics.text(queue=0)
    True
    """

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._buckets: Counter[float] = Counter()
        self._seconds = 0.0
        self._failures: Counter[str] = Counter()

    def request(self, path: str, status: int, seconds: float) -> None:
        """Count a request; ``path`` is one of the paths of the service, so that there are few."""
        self._requests[path, status] += 1
        self._seconds += seconds
        self._buckets.update(bucket for bucket in _BUCKETS if seconds <= bucket)

    def failure(self, kind: str) -> None:
        """Count an item whose worker process failed."""
        self._failures[kind] += 1

    def text(self, queue: int) -> str:
        """All of it; ``queue``: how many requests are worked on or wait."""
        count = self._requests.total()
        lines = ["# TYPE dehusk_requests_total counter"]
        for (path, status), number in sorted(self._requests.items()):
            lines.append(f'dehusk_requests_total{{path="{path}",status="{status}"}} {number}')
        lines.append("# TYPE dehusk_request_seconds histogram")
        lines += [f'dehusk_request_seconds_bucket{{le="{bucket:g}"}} {self._buckets[bucket]}' for bucket in _BUCKETS]
        lines.append(f'dehusk_request_seconds_bucket{{le="+Inf"}} {count}')
        lines += [f"dehusk_request_seconds_sum {self._seconds:.6f}", f"dehusk_request_seconds_count {count}"]
        lines.append("# TYPE dehusk_worker_failures_total counter")
        lines += [f'dehusk_worker_failures_total{{kind="{kind}"}} {n}' for kind, n in sorted(self._failures.items())]
        lines += ["# TYPE dehusk_queue_length gauge", f"dehusk_queue_length {queue}"]
        return "\n".join(lines) + "\n"
