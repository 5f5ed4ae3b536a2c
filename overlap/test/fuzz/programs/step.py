# SPDX-License-Identifier: Apache-2.0
"""One communication while it is made, and the statements beside it that fill and use its buffers."""
from programs import computation
from programs.scope import MPI_TYPES
from programs.tree import Node

COMMUNICATORS = ["MPI_COMM_WORLD", "fuzz_comm"]


class Step:
    """One communication while it is made: what it shares among its calls."""

    def __init__(self, scope):
        self.scope, self.random = scope, scope.random
        random = self.random
        self.type = random.choices(list(MPI_TYPES), [8, 3, 4, 2, 1, 2, 2])[0]
        self.count = random.randint(1, 4)
        self.comm = random.choice(COMMUNICATORS)
        self.tag = random.choice(["tags", str(random.randint(0, 50)), "(int)m + 60"])
        # A derived type whose gaps belong to the program.
        self.is_comb = self.type == "unsigned" and random.random() < 0.12
        self.mpi_type = "fuzz_comb_type" if self.is_comb else random.choice(MPI_TYPES[self.type])
        # The count as the program knows it; `n` is between 4 and 8.
        self.count_text = "1" if self.is_comb else random.choice([str(self.count)] * 3 + [f"(int)(n - n + {self.count})"])
        if not self.is_comb and random.random() < 0.15:
            self.count, self.count_text = 8, "(int)n"
        self.length = 8 if self.is_comb else self.count

    def region(self, blocks=1, apart_from=()):
        region = self.scope.region(self.type, self.length * blocks, apart_from)
        self.scope.touch(region)
        return region

    def message(self, region):
        return f"{region.text}, {self.count_text}, {self.mpi_type}"

    def block(self, region):
        """The same for collectives with a block per rank, where the count is a plain number."""
        return f"{region.text}, {self.count}, {self.mpi_type}"

    def plain(self):
        """For operations with blocks: no derived type, a small constant count."""
        self.is_comb = False
        self.mpi_type = self.random.choice(MPI_TYPES[self.type])
        self.count = self.length = self.random.randint(1, 4)
        self.count_text = str(self.count)

    def call(self, text):
        """The call, with its error code used or not."""
        return self.random.choice([f"{text};"] * 6 + [f"x1 += (unsigned){text};", f"if ({text} != MPI_SUCCESS) x0++;",
                                                      f"errors |= {text};"])

    def near(self, most=2):
        return [computation.statement(self.scope) for _ in range(self.random.randint(0, most))]

    def status(self):
        return self.random.choice(["MPI_STATUS_IGNORE", "MPI_STATUS_IGNORE", "&status"])

    def after_status(self, status, source=None):
        """Uses of the status, now or a few statements later."""
        if status == "MPI_STATUS_IGNORE" or self.random.random() < 0.3:
            return []
        use = [f"x2 += 17u * (unsigned)(status.MPI_TAG);"]
        if source:
            use.append("x2 += 19u * (unsigned)(status.MPI_SOURCE + 5);")
        use.append(f"MPI_Get_count(&status, {self.mpi_type}, &got); x1 += (unsigned)got;")
        return self.near() + [Node(self.random.choice(use))]


def fill(step, region):
    """Fills the buffer just before, element by element: what the initiation depends on."""
    if step.random.random() < 0.5:
        return []
    name = step.scope.fresh("i")
    step.scope.indices.append((name, region.length))
    value = computation.expression(step.scope, 1)
    step.scope.indices.pop()
    text = computation.write(step.random, region, name, value)
    return [Node(f"for (unsigned {name} = 0; {name} < {region.length}; {name}++) {text}")]


def use(step, region):
    """Reads what was received, at once or later."""
    if step.random.random() < 0.4:
        return []
    name = step.scope.fresh("i")
    text = computation.read(region, name)
    return step.near(3) + [
        Node(f"for (unsigned {name} = 0; {name} < {region.length}; {name}++) x0 = x0 * 3u + {text};")]
