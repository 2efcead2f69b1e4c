from __future__ import annotations

import signal
import threading

import pytest

from dehusk.cli.stop_signals import StopSignals


@pytest.mark.parametrize("order", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_not_forgotten(order: signal.Signals) -> None:
    with StopSignals() as stop:
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(order)
        # As after a destructor, whose exceptions Python ignores.
        with pytest.raises(KeyboardInterrupt):
            stop.check()


def test_the_handlers_are_put_back() -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    with StopSignals():
        assert signal.getsignal(signal.SIGTERM) != before[1]
    assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before


def test_in_another_thread_signals_stay_as_they_are() -> None:
    found: list[object] = []

    def look() -> None:
        with StopSignals() as stop:
            stop.check()
            found.append(signal.getsignal(signal.SIGTERM))

    thread = threading.Thread(target=look)
    thread.start()
    thread.join()
    assert found == [signal.getsignal(signal.SIGTERM)]
