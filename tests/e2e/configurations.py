# SPDX-License-Identifier: Apache-2.0
"""Lists all ways in which a program is run, and a sample of them that covers pairs of choices."""
import dataclasses
import itertools
import random

PROCESSES = (1, 2, 3, 4)
SAMPLES = 3  # combinations a program when not all are asked for
DIMENSIONS = ("ranks", "vf", "processes", "mpi", "workers", "service", "compiler", "launcher")


@dataclasses.dataclass(frozen=True)
class Configuration:
    ranks: int
    vf: str  # "1", "2", "4" or "all"
    mpi: str
    workers: int
    service: str
    compiler: str
    launcher: str  # "bamboo" (bamboo run) or "mpirun"
    variant: int   # which of the program's argument lists

    @property
    def per_process(self):
        return self.ranks if self.vf == "all" else int(self.vf)

    @property
    def processes(self):
        return self.ranks // self.per_process

    def pairs(self):
        chosen = [(name, getattr(self, name)) for name in DIMENSIONS]
        return set(itertools.combinations(chosen, 2)) | {("variant", self.variant)}

    def __str__(self):
        return (f"{self.ranks} ranks, VF {self.vf}, {self.mpi}, {self.workers} workers, "
                f"{self.service}, {self.compiler}, {self.launcher}, variant {self.variant}")


def sensible(ranks, vf):
    if vf == "all":
        return ranks not in (1, 2, 4)  # there "all" is a number of its own
    return ranks % int(vf) == 0 and ranks // int(vf) in PROCESSES


def all_configurations(program, mpis, compilers):
    return [Configuration(*choice)
            for choice in itertools.product(program.ranks, ("1", "2", "4", "all"), mpis, (1, 2),
                                            ("inline", "dedicated", "relief"), compilers,
                                            ("bamboo", "mpirun"), range(len(program.arguments)))
            if sensible(choice[0], choice[1])]


def sample(program, mpis, compilers, seed, count=SAMPLES):
    """Returns up to `count` configurations. Each is the one of a few random ones that adds most new pairs."""
    rest = all_configurations(program, mpis, compilers)
    dice = random.Random(f"{seed}:{program.name}")
    dice.shuffle(rest)
    covered, chosen = set(), []
    while rest and len(chosen) < max(count, len(program.arguments)):
        best = max(rest[:200], key=lambda c: len(c.pairs() - covered) +
                   (100 if ("variant", c.variant) not in covered else 0))
        rest.remove(best)
        dice.shuffle(rest)
        covered |= best.pairs()
        chosen.append(best)
    return chosen
