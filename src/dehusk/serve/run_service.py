"""Running the service until it is told to end."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

import uvicorn

from dehusk.serve.request_guard import LOGGER
from dehusk.serve.slow_clients import protocol_with_deadline
from dehusk.serve.web_app import make_app

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from dehusk.serve.service_settings import ServiceSettings

_MOST_CONNECTIONS = 1000


def server_config(app: ASGIApp, settings: ServiceSettings) -> uvicorn.Config:
    """How uvicorn serves an application.

    >>> from dehusk.serve.service_settings import ServiceSettings
    >>> settings = ServiceSettings(port=8080)
    >>> server_config(make_app(settings), settings).port
    8080
    """
    return uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=protocol_with_deadline(settings.wait_seconds),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        limit_concurrency=_MOST_CONNECTIONS,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=int(settings.drain_seconds),
    )


def run_service(settings: ServiceSettings) -> None:
    """Serve until Ctrl-C or SIGTERM: then no new connections are accepted, and requests that run are answered.

    >>> run_service.__module__
    'dehusk.serve.run_service'
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(message)s"))
    LOGGER.addHandler(handler)
    LOGGER.setLevel(logging.INFO)
    LOGGER.propagate = False
    uvicorn.Server(server_config(make_app(settings), settings)).run()
