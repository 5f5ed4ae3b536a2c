# SPDX-License-Identifier: Apache-2.0
"""Which cores a host computes on, and how much of them.

Where there are cores enough, each host has its own. Where there are not, hosts share cores, and each
gets a fixed share that no other host can use while it waits: otherwise one host's waiting would be
hidden by another's computing, and no measurement of overlap would be true.
"""
import dataclasses
import math

from .failure import BadUsage

USED = 0.9  # of a shared core; the rest is for the kernel's work on the packets
SHORTEST_PERIOD = 5000  # µs; a host that has used up its share waits for the next period
SMALLEST_QUOTA = 1000   # µs; the kernel refuses less


@dataclasses.dataclass(frozen=True)
class Quota:
    """The processor time, in µs, in each period."""
    time: int
    period: int


@dataclasses.dataclass(frozen=True)
class Allotment:
    cores: list[int]
    share: float | None  # per cent of each core; None: all of them

    def quota(self):
        if self.share is None:
            return None
        part = self.share / 100 * len(self.cores)
        period = max(SHORTEST_PERIOD, math.ceil(SMALLEST_QUOTA / part))
        return Quota(max(SMALLEST_QUOTA, round(part * period)), period)


def allot(settings, available):
    """Returns an allotment for each host, in their order."""
    available = sorted(available)
    if settings.cores == 0:
        return [Allotment(available, settings.share) for _ in range(settings.hosts)]
    if settings.cores > len(available):
        raise BadUsage(f"--cores {settings.cores}: only {len(available)} can be used here")
    wanted = settings.hosts * settings.cores
    on_a_core = math.ceil(wanted / len(available))
    share = settings.share
    if share is None and on_a_core > 1:
        share = USED * 100 / on_a_core
    if share is not None and share * on_a_core > 100:
        raise BadUsage(f"--share {share:g}: {on_a_core} hosts share a core; "
                       f"each can have {100 / on_a_core:g} % at most")
    return [Allotment([available[(i * settings.cores + c) % len(available)]
                       for c in range(settings.cores)], share)
            for i in range(settings.hosts)]


def need_limits(allotments):
    """Returns whether the hosts need limits in addition to pinning."""
    used = [core for allotment in allotments for core in allotment.cores]
    return len(used) > len(set(used))


def limits_are_sound(allotments):
    """Returns whether the shares, if they hold, keep the hosts apart."""
    load = {}
    for allotment in allotments:
        for core in allotment.cores:
            load[core] = load.get(core, 0) + (100 if allotment.share is None else allotment.share)
    return all(share <= 100 for share in load.values())
