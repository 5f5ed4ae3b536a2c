# SPDX-License-Identifier: Apache-2.0
"""The user's settings of a cluster, kept as JSON beside the running cluster."""
import dataclasses
import json

from .failure import BadUsage

MOST_HOSTS = 250


@dataclasses.dataclass
class PerHost:
    """A value for every host's link, and the hosts with another value."""
    usual: int
    exceptions: dict[str, int] = dataclasses.field(default_factory=dict)

    def of(self, host):
        return self.exceptions.get(host, self.usual)

    def values(self, hosts):
        return {self.of(host) for host in hosts}


@dataclasses.dataclass
class Settings:
    name: str
    hosts: int = 2
    switches: int = 1
    rate: PerHost = dataclasses.field(default_factory=lambda: PerHost(500))  # Mbit/s; 0: not shaped
    trunk_rate: int | None = None      # Mbit/s between switches; None: as a host's link
    queue: PerHost = dataclasses.field(default_factory=lambda: PerHost(4 << 20))  # bytes, at the host
    switch_queue: PerHost = dataclasses.field(default_factory=lambda: PerHost(1 << 20))  # at its switch's port
    mtu: int = 9000
    burst: int = 64 << 10              # bytes that a link may send at once
    cores: int = 1                     # of each host; 0: every host may use all
    share: float | None = None         # per cent of each of its cores; None: what is sound

    def __post_init__(self):
        if not 1 <= self.hosts <= MOST_HOSTS:
            raise BadUsage(f"--hosts {self.hosts}: a cluster has 1 to {MOST_HOSTS} hosts")
        if self.switches > self.hosts:
            raise BadUsage(f"{self.switches} switches need at least {self.switches} hosts, "
                           f"but --hosts is {self.hosts}")
        for option in ("rate", "queue", "switch_queue"):
            for host in getattr(self, option).exceptions:
                if host not in self.host_names():
                    raise BadUsage(f"--{option.replace('_', '-')} names '{host}'; "
                                   f"the hosts are h1 … h{self.hosts}")

    def host_names(self):
        return [f"h{i}" for i in range(1, self.hosts + 1)]

    def topology(self):
        return {1: "star", 2: "two-star"}.get(self.switches, f"chain:{self.switches}")

    def to_json(self):
        return json.dumps(dataclasses.asdict(self), indent=2)

    @staticmethod
    def from_json(text):
        values = json.loads(text)
        for option in ("rate", "queue", "switch_queue"):
            values[option] = PerHost(**values[option])
        return Settings(**values)
