"""Public addresses: which addresses belong to the public Internet, and connections to those only."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Sequence
from typing import Any

# IANA's registries of special-purpose addresses and of multicast; 168.63.129.16 is a service of Azure for its machines.
_NOT_PUBLIC_V4 = tuple(
    map(
        ipaddress.IPv4Network,
        [
            "0.0.0.0/8",
            "10.0.0.0/8",
            "100.64.0.0/10",
            "127.0.0.0/8",
            "168.63.129.16/32",
            "169.254.0.0/16",
            "172.16.0.0/12",
            "192.0.0.0/24",
            "192.0.2.0/24",
            "192.31.196.0/24",
            "192.52.193.0/24",
            "192.88.99.0/24",
            "192.168.0.0/16",
            "192.175.48.0/24",
            "198.18.0.0/15",
            "198.51.100.0/24",
            "203.0.113.0/24",
            "224.0.0.0/4",
            "240.0.0.0/4",
        ],
    )
)
# Everything that was assigned for use in the Internet is in 2000::/3 (RFC 4291, IANA's registry).
_PUBLIC_V6 = ipaddress.IPv6Network("2000::/3")
# 2001::/23 has Teredo (2001::/32), benchmarks, ORCHID and other protocols, but no servers.
_NOT_PUBLIC_V6 = tuple(
    map(ipaddress.IPv6Network, ["2001::/23", "2001:db8::/32", "2620:4f:8000::/48", "3ffe::/16", "3fff::/20"])
)
# Networks that carry an IPv4 address, and the bits after it: mapped (RFC 4291), NAT64 (RFC 6052), 6to4 (RFC 3056).
_CARRY_V4 = (
    (ipaddress.IPv6Network("::ffff:0:0/96"), 0),
    (ipaddress.IPv6Network("64:ff9b::/96"), 0),
    (ipaddress.IPv6Network("2002::/16"), 80),
)
# The second half of an ISATAP address (RFC 5214) starts with one of these; an IPv4 address follows.
_ISATAP = frozenset([0x00005EFE, 0x02005EFE])


class NotPublicError(Exception):
    """The host was not found, or one of its addresses is not public. Says no address."""


def is_public(address: str) -> bool:
    """Whether an IP address belongs to the public Internet, and so does the IPv4 address in it, if there is one.

    False for loopback, private, link-local, shared, multicast, reserved, documentation and benchmark addresses, for
    all IPv6 addresses outside 2000::/3 (except IPv4-mapped ones and NAT64), for Teredo, for addresses with a zone, and
    for what is no address. ``ipaddress.is_global`` is not used: it differs between versions of Python, and calls
    6to4 and NAT64 forms of private addresses global.

    >>> [is_public(each) for each in ("93.184.216.34", "2606:4700::1111", "::ffff:93.184.216.34")]
    [True, True, True]
    >>> [is_public(each) for each in ("10.0.0.1", "169.254.169.254", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "fec0::1")]
    [False, False, False, False, False]
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv4Address):
        return _is_public_v4(found)
    if found.scope_id:
        return False
    bits = int(found)
    for network, after in _CARRY_V4:
        if found in network:
            return _is_public_v4(ipaddress.IPv4Address(bits >> after & 0xFFFFFFFF))
    if found not in _PUBLIC_V6 or any(found in network for network in _NOT_PUBLIC_V6):
        return False
    return bits >> 32 & 0xFFFFFFFF not in _ISATAP or _is_public_v4(ipaddress.IPv4Address(bits & 0xFFFFFFFF))


def _is_public_v4(address: ipaddress.IPv4Address) -> bool:
    return not any(address in network for network in _NOT_PUBLIC_V4)


def connect_public(
    host: str, port: int, timeout: float | None, socket_options: Sequence[tuple[Any, ...]] = ()
) -> socket.socket:
    """A connection to a host all of whose addresses are public.

    The name is resolved once. Every answer is judged, one of those answers is dialled, and the address at the other
    end is judged again. Raises :class:`NotPublicError` if an answer is not public, and OSError if none answers.

    >>> connect_public("127.0.0.1", 80, timeout=1)
    Traceback (most recent call last):
    dehusk.source.public_address.NotPublicError: no public host of this name was found
    """
    answers = _public_answers(host, port)
    problem: OSError = OSError("there is no address")
    for family, kind, protocol, _, address in answers:
        connection = socket.socket(family, kind, protocol)
        try:
            for option in socket_options:
                connection.setsockopt(*option)
            connection.settimeout(timeout)
            connection.connect(address)
            if not is_public(str(connection.getpeername()[0])):
                raise NotPublicError("no public host of this name was found")
        except OSError as error:
            connection.close()
            problem = error
        except BaseException:
            connection.close()
            raise
        else:
            return connection
    raise problem


def _public_answers(host: str, port: int) -> list[tuple[Any, ...]]:
    try:
        answers = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        answers = []
    # A zone: the fourth part of an IPv6 address as the system gives it.
    public = [is_public(str(address[0])) and not any(address[3:]) for *_, address in answers]
    if not public or not all(public):
        raise NotPublicError("no public host of this name was found")
    return list(answers)
