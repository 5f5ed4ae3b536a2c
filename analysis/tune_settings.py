# SPDX-License-Identifier: Apache-2.0
"""Lists the settings from which `bamboo tune` chooses."""
import dataclasses
import math


@dataclasses.dataclass(frozen=True)
class Settings:
    vf: int = 1
    workers: int = 1
    geometry: str = ""      # as the program says
    service: str = "auto"
    order: str = "lifo"

    def options(self):
        """Returns the options for `bamboo run`."""
        words = ["--vf", str(self.vf), "--workers", str(self.workers)]
        for name, preset in (("geometry", ""), ("service", "auto"), ("order", "lifo")):
            value = getattr(self, name)
            if value != preset:
                words += [f"--{name}", value]
        return words

    def __str__(self):
        return " ".join(self.options())


@dataclasses.dataclass(frozen=True)
class Job:
    """The fixed part of a run: the number of ranks, or of the processes that run them."""
    ranks: int = 0          # 0: as many as processes times VF
    processes: int = 0
    cores: int = 1          # that the workers of all processes may use

    def processes_with(self, vf):
        return self.processes or self.ranks // vf

    def ranks_with(self, vf):
        return self.ranks or self.processes * vf

    def options(self):
        return ["-n", str(self.ranks)] if self.ranks else ["--processes", str(self.processes)]

    def __str__(self):
        return f"{self.ranks} ranks" if self.ranks else f"{self.processes} processes"


def divisors(number):
    return [i for i in range(1, number + 1) if number % i == 0]


def balanced(tasks, dimension):
    """Returns extents as near to one another as possible, the largest first."""
    extents = []
    for left in range(dimension, 0, -1):
        root = tasks ** (1 / left)
        extent = min(divisors(tasks), key=lambda d: (abs(math.log(d / root)), -d))
        extents.append(extent)
        tasks //= extent
    return sorted(extents, reverse=True)


def factors(job, most=16):
    """Returns virtualisation factors that need no more cores than there are: the smallest one and some larger ones."""
    possible = divisors(job.ranks) if job.ranks else [2 ** i for i in range(5)]
    fit = [v for v in possible if job.processes_with(v) <= job.cores] or possible[-1:]
    return [v for v in fit if v <= most * fit[0]]


def worker_counts(job, vf):
    """Returns powers of two, as long as there are cores for the workers and each has a rank to run."""
    most = min(vf, max(1, job.cores // job.processes_with(vf)))
    return [2 ** i for i in range(most.bit_length()) if 2 ** i <= most]


def geometries(job, vf):
    """If ranks share several processes, the geometry decides which ranks share one."""
    if vf == 1 or job.processes_with(vf) == 1:
        return [""]
    found = [""]
    for dimension in (1, 2, 3):
        extents = balanced(job.ranks_with(vf), dimension)
        for order in (extents, extents[::-1]):
            text = "x".join(map(str, order))
            if text not in found:
                found.append(text)
    return found


def stages(job, allowed):
    """Returns the stages of the search: (name, settings to compare given the best ones so far). `allowed` restricts a
    setting to a list of values, or holds None."""
    def choose(name, values):
        return allowed.get(name) or values

    def factor_and_workers(best):
        return [dataclasses.replace(best, vf=v, workers=w) for v in choose("vf", factors(job))
                for w in choose("workers", worker_counts(job, v))]

    def variants(name, values):
        return lambda best: [dataclasses.replace(best, **{name: v}) for v in choose(name, values(best))]

    return [("virtual ranks and workers", factor_and_workers),
            ("geometry", variants("geometry", lambda best: geometries(job, best.vf))),
            ("service", variants("service", lambda best: ["auto", "inline", "dedicated", "relief"])),
            ("order", variants("order", lambda best: ["lifo", "fifo"]))]
