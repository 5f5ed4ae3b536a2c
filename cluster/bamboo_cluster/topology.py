# SPDX-License-Identifier: Apache-2.0
"""Which host hangs on which switch, and what the links between them carry.

All topologies are chains of switches: one switch is the star, two make the two-switch star. Hosts
that follow each other hang on the same switch.
"""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Link:
    """The limits of data that leave one end of a cable."""
    rate: int   # Mbit/s; 0: not shaped
    queue: int  # bytes that may wait
    burst: int  # bytes that may leave at once


@dataclasses.dataclass(frozen=True)
class Host:
    name: str
    address: str
    switch: str
    port: str        # the switch's end of the host's cable
    upward: Link     # from the host
    downward: Link   # to the host


@dataclasses.dataclass(frozen=True)
class Trunk:
    switches: tuple[str, str]
    ports: tuple[str, str]
    link: Link       # the same in both directions


@dataclasses.dataclass(frozen=True)
class Topology:
    hosts: list[Host]
    switches: list[str]
    trunks: list[Trunk]


def lay_out(settings):
    switches = [f"s{i}" for i in range(1, settings.switches + 1)]
    hosts = []
    for i, name in enumerate(settings.host_names()):
        rate = settings.rate.of(name)
        hosts.append(Host(
            name=name,
            address=f"10.77.0.{i + 1}",
            switch=switches[i * len(switches) // settings.hosts],
            port=f"p{i + 1}",
            upward=Link(rate, settings.queue.of(name), settings.burst),
            downward=Link(rate, settings.switch_queue.of(name), settings.burst)))
    rate = settings.rate.usual if settings.trunk_rate is None else settings.trunk_rate
    between = Link(rate, settings.switch_queue.usual, settings.burst)
    trunks = [Trunk((left, right), (f"t{i}r", f"t{i}l"), between)
              for i, (left, right) in enumerate(zip(switches, switches[1:]), 1)]
    return Topology(hosts, switches, trunks)
