# SPDX-License-Identifier: Apache-2.0
"""Loops around an exchange and the computation that needs it. Either may be first; with the computation first, the loop
is rotated where it may be: in all forms of loops, with ways out and ways on in all places."""
from programs.tree import Node

FIRST = "// computation first"
# Seeds from here on make programs with such loops, in which most programs have some.
SEEDS = 1_000_000


def way(random, share):
    """Out of the loop, or on to the next round, in one of the rounds: the same on all ranks."""
    if random.random() >= share:
        return Node([])
    condition = random.choice(["(u0 & 3u) == (unsigned)round", "round == 1", "round == (int)m + 2"])
    return Node(f"if ({condition}) {random.choice(['break', 'break', 'continue'])};")


def computation_first(random, exchange, computation, name):
    """The number of rounds is known to the compiler, or not, or an exchange may have changed it."""
    most = random.choice([random.randint(1, 5), f"(int)(n & 3u) + {random.randint(0, 2)}", f"{name}_rounds"])
    body = [way(random, 0.06), *computation, way(random, 0.2), *exchange, way(random, 0.2)]
    head = [FIRST, f"int {name}_rounds = (int)(n - n) + {random.randint(1, 5)}; (void){name}_rounds;"]
    if random.random() < 0.2:
        # All ranks agree in each round on how many there are.
        agrees = Node([f"{{ int some = {name}_rounds; MPI_Allreduce(&some, &{name}_rounds, 1, MPI_INT, MPI_MAX, "
                       "MPI_COMM_WORLD); }"])
        body.insert(random.choice([len(computation) + 1, len(body)]), agrees)
    form = random.choices(["for", "counted down", "do", "while", "endless"], [4, 1, 2, 1, 2])[0]
    if form == "for":
        loop = (f"for (int round = 0; round < {most}; round++) {{", "}")
    elif form == "counted down":
        loop = (f"for (int round = {most}; round > 0; --round) {{", "}")
    elif form == "do":
        loop = (["{ int round = 0;", "do {"], f"}} while (++round < {most}); }}")
    elif form == "while":
        loop = (["{ int round = -1;", f"while (++round < {most}) {{"], "} }")
    else:
        place = random.choice([len(computation) + 1, len(body)])
        body.insert(place, Node(f"if (round >= {most}) break;"))
        loop = ("for (int round = 0; ; round++) {", "}")
    return [Node(head, [Node(loop[0], body, loop[1])])]


def rounds(random, exchange, computation, name, count):
    """`count`: of the rounds in which the exchange is first."""
    if random.rotates and random.random() < 0.6:
        return computation_first(random, exchange, computation, name)
    return [Node(f"for (int round = 0; round < {count}; round++) {{", exchange + computation, "}")]
