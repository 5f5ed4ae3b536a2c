# SPDX-License-Identifier: Apache-2.0
"""Statements that communicate. All ranks execute them in the same order and no rank can wait for ever; the text uses
the macros RANK, SIZE, RIGHT, LEFT and the counter `tags` of the program."""
from programs import computation
from programs.scope import GLOBAL, MPI_TYPES, Region
from programs.step import Step, fill, use
from programs.row_pointers import row_pointers
from programs.sparse import sparse
from programs.stencil import stencil
from programs.steps import steps
from programs.tree import Node


def sendrecv(step):
    send = step.region()
    receive = step.region(apart_from=[send])
    status = step.status()
    to, source = step.random.choice([("RIGHT", "LEFT"), ("LEFT", "RIGHT"), ("UP", "DOWN"), ("DOWN", "UP")])
    text = (f"MPI_Sendrecv({step.message(send)}, {to}, {step.tag}, {step.message(receive)}, {source}, {step.tag}, "
            f"{step.comm}, {status})")
    real_source = source in ("LEFT", "RIGHT")
    return fill(step, send) + [Node(step.call(text))] + (
        step.after_status(status, source) if real_source else []) + use(step, receive)


def sendrecv_replace(step):
    buffer = step.region()
    return fill(step, buffer) + [Node(
        f"MPI_Sendrecv_replace({step.message(buffer)}, RIGHT, {step.tag}, LEFT, {step.tag}, {step.comm}, "
        "MPI_STATUS_IGNORE);")] + use(step, buffer)


def ring(step):
    """Neighbours send first or receive first, by rank; one or two messages of the same envelope."""
    random = step.random
    pairs = []
    for _ in range(random.choice([1, 1, 2])):
        send = step.region()
        # Sent and received data may be the same memory here: the calls are blocking and ordered.
        pairs.append((send, step.region(apart_from=[send] if random.random() < 0.7 else [])))
    send_name = random.choice(["MPI_Send", "MPI_Send", "MPI_Ssend", "MPI_Bsend"])
    sends = [Node(step.call(f"{send_name}({step.message(s)}, RIGHT, {step.tag}, {step.comm})")) for s, _ in pairs]
    status = step.status()
    receives = [Node(step.call(f"MPI_Recv({step.message(r)}, LEFT, {step.tag}, {step.comm}, {status})"))
                for _, r in pairs]
    with NonUniform(step.scope):
        first = Node("if (RANK % 2 == 0) {", sends + step.near() + receives + step.near(), "} else {")
        second = Node("", [Node([], receives + step.near() + sends + step.near())], "}")
    found = [Node([], [Node([], fill(step, pairs[0][0])), Together(first, second)])]
    return found + step.after_status(status, "LEFT") + use(step, pairs[-1][1])


class Together(Node):
    """Statements of which none can go without the others."""

    def __init__(self, *nodes):
        super().__init__([], nodes)

    def lines(self, dropped, indent):
        if self.number not in dropped:
            for child in self.children:
                yield from child.lines(dropped - {child.number}, indent)


class NonUniform:
    """Ranks go different ways here: what must stay the same on all of them must not change."""

    def __init__(self, scope):
        self.scope = scope

    def __enter__(self):
        self.before, self.scope.uniform = self.scope.uniform, False

    def __exit__(self, *_):
        self.scope.uniform = self.before


def chain(step):
    """Everybody receives from the rank before, works, and sends on."""
    receive = step.region()
    send = step.region() if step.random.random() < 0.5 else receive
    with NonUniform(step.scope):
        before = Node("if (RANK > 0) {", [Node(step.call(
            f"MPI_Recv({step.message(receive)}, RANK - 1, {step.tag}, {step.comm}, MPI_STATUS_IGNORE)"))] +
            step.near(), "}")
        after = Node("if (RANK < SIZE - 1) {", step.near() + [Node(step.call(
            f"MPI_Send({step.message(send)}, RANK + 1, {step.tag}, {step.comm})"))], "}")
        # One cannot go without the other.
        return [Together(before, Node([], step.near(3)), after)] + use(step, receive)


def guarded(step, condition, body):
    """What ranks without that neighbour leave out: conditionals of several shapes."""
    random = step.random
    shape = random.random()
    if shape < 0.5:
        return Node(f"if ({condition}) {{", body, "}")
    if shape < 0.65:
        return Node([], [Node(f"if ({condition}) {{", body, "} else {"), Node("", [Node([], step.near())], "}")])
    if shape < 0.8:
        return Node(f"switch ({condition} ? 1 : 0) {{ case 1: {{", body, "} break; default: break; }")
    return Node("if (n > 3) {", [Node(f"if ({condition}) {{", body, "}"), *step.near(1)], "}")


def edges(step):
    """Exchanges with the ranks before and after, which the first and the last one do not have."""
    random = step.random
    peers = ("RANK - 1", "RANK + 1")
    conditions = [random.choice(["RANK > 0", "DOWN != MPI_PROC_NULL"]),
                  random.choice(["RANK < SIZE - 1", "UP != MPI_PROC_NULL"])]
    sends = [step.region(), step.region()]
    receives = [step.region(apart_from=sends if random.random() < 0.8 else [sends[side]]) for side in (0, 1)]
    status = step.status()

    def send(side):
        name = "MPI_Ssend" if is_chain and random.random() < 0.2 else "MPI_Send"
        return step.call(f"{name}({step.message(sends[side])}, {peers[side]}, {step.tag}, {step.comm})")

    def receive(side):
        text = f"MPI_Recv({step.message(receives[side])}, {peers[side]}, {step.tag}, {step.comm}, {status})"
        return step.call(text)

    def exchange(side):
        return step.call(f"MPI_Sendrecv({step.message(sends[side])}, {peers[side]}, {step.tag}, "
                         f"{step.message(receives[side])}, {peers[side]}, {step.tag}, {step.comm}, {status})")

    # A conditional for each call, or for each neighbour. All but the first order serve one rank after the other.
    order = random.randrange(4)
    is_chain = order > 0
    calls = [[(0, send), (1, send), (0, receive), (1, receive)], [(0, receive, send), (1, send, receive)],
             [(0, exchange), (1, exchange)], [(0, receive), (1, send), (1, receive), (0, send)]][order]
    with NonUniform(step.scope):
        parts = []
        for side, *makers in calls:
            body = [Node([], step.near(1)), *[Node(maker(side)) for maker in makers], Node([], step.near(1))]
            parts += [guarded(step, conditions[side], body), Node([], step.near())]
    found = fill(step, sends[0]) + [Node([], [Together(*parts)])]
    if status != "MPI_STATUS_IGNORE" and random.random() < 0.7:
        # The ranks that have received nothing keep what they had.
        found = [Node("memset(&status, 0, sizeof status);")] + found + [
            Node("x2 += 17u * (unsigned)status.MPI_TAG + 19u * (unsigned)status.MPI_SOURCE;")]
    return found + use(step, receives[0]) + use(step, receives[1])


def late(step):
    """Messages to the next rank that are asked for behind work, which has mostly nothing to do with them."""
    random = step.random
    send = step.region()
    receive = step.region(apart_from=[send] if random.random() < 0.8 else [])
    with NonUniform(step.scope):
        sends = [Node(step.call(f"MPI_Send({step.message(send)}, RANK + 1, {step.tag}, {step.comm})"))]
        receives = [Node([], step.near(1) if random.random() < 0.3 else []), Node(step.call(
            f"MPI_Recv({step.message(receive)}, RANK - 1, {step.tag}, {step.comm}, MPI_STATUS_IGNORE)"))]
        condition = random.choice(["RANK > 0", "DOWN != MPI_PROC_NULL"])
        parts = [guarded(step, "RANK < SIZE - 1", sends), Node([], step.near(4)), guarded(step, condition, receives)]
    return fill(step, send) + [Node([], [Together(*parts)])] + use(step, receive)


def to_root(step):
    """Rank 0 receives from everybody, in any order; some messages are shorter than the buffer."""
    step.plain()
    random = step.random
    step.tag = "1000 + tags"  # no other message has it: who is ahead must not be mistaken for who is late
    send = step.region()
    receive = step.region(blocks=1)
    name = step.scope.fresh("source")
    from_any = random.random() < 0.6
    source = "MPI_ANY_SOURCE" if from_any else f"{name}"
    tag = random.choice(["MPI_ANY_TAG", step.tag]) if not from_any else step.tag
    short = random.random() < 0.4
    sent = f"RANK % {step.count} + 1" if short else step.count_text
    i = step.scope.fresh("i")
    # Received values are added up, and then cleared, so that the order does not count. A short message leaves the
    # rest of the buffer as it was.
    read = computation.read(receive, i)
    clear = f"memset({receive.text}, 0, sizeof({step.type}) * {step.count});"
    probe = []
    actual = source
    if from_any and random.random() < 0.4:
        probe = [f"MPI_Probe(MPI_ANY_SOURCE, {tag}, {step.comm}, &status);"]
        actual = "status.MPI_SOURCE"
    body = Node(probe + [
        f"MPI_Recv({step.message(receive)}, {actual}, {tag}, {step.comm}, &status);",
        f"for (unsigned {i} = 0; {i} < {step.count}; {i}++) x0 += {read} * (unsigned)(status.MPI_SOURCE + 1);"] +
        ([clear, "memset(&status, 0, sizeof status);"] if from_any else []))
    with NonUniform(step.scope):
        root = Node([f"if (RANK == 0) for (int {name} = 1; {name} < SIZE; {name}++) {{"], [body], "} else {")
        rest = Node("", [Node([], step.near() + [Node(
            f"MPI_Send({send.text}, {sent}, {step.mpi_type}, 0, {step.tag}, {step.comm});")] + step.near())], "}")
    return fill(step, send) + [Together(Node(clear), root, rest, Node("tags++;"))]


def reduction(step):
    """The operation of a reduction, whose result must not depend on the order."""
    step.plain()
    if step.type == "struct cell":
        step.type = "unsigned"
    step.mpi_type = MPI_TYPES[step.type][0]
    if step.type == "unsigned" and step.random.random() < 0.15:
        return "fuzz_own_op"
    choices = {"unsigned": ["MPI_SUM", "MPI_BXOR", "MPI_MAX", "MPI_PROD"], "double": ["MPI_MAX", "MPI_MIN", "MPI_SUM"]}
    return step.random.choice(choices.get(step.type, ["MPI_MAX", "MPI_MIN", "MPI_BXOR"]))


def bounded(step, operation, region):
    """Sums of doubles stay small enough to be exact."""
    if step.type != "double" or operation != "MPI_SUM":
        return ""
    name = step.scope.fresh("i")
    value = computation.read(region, name)
    return (f" for (unsigned {name} = 0; {name} < {region.length}; {name}++) "
            + computation.write(step.random, region, name, value))


def barrier(step):
    return [Node(step.call(f"MPI_Barrier({step.comm})"))]


def root_of(step):
    return step.random.choice(["0", "SIZE - 1", "(int)(n % (unsigned)SIZE)"])


def bcast(step):
    buffer = step.region()
    return fill(step, buffer) + [Node(step.call(f"MPI_Bcast({step.message(buffer)}, {root_of(step)}, {step.comm})"))
                                 ] + use(step, buffer)


def reduce(step):
    operation = reduction(step)
    name = step.random.choice(["Allreduce", "Allreduce", "Reduce", "Scan", "Exscan"])
    receive = step.region()
    tail = f"{step.count}, {step.mpi_type}, {operation}"
    if name in ("Allreduce", "Scan") and step.random.random() < 0.3:
        text = f"MPI_{name}(MPI_IN_PLACE, {receive.text}, {tail}, {step.comm})"
        send = receive
    else:
        send = step.region(apart_from=[receive])
        root = f"{root_of(step)}, " if name == "Reduce" else ""
        text = f"MPI_{name}({send.text}, {receive.text}, {tail}, {root}{step.comm})"
    # Values that MPI leaves to chance are made the same everywhere.
    before = []
    if name == "Exscan":
        before = [f"memset({receive.text}, 0, sizeof({step.type}) * {step.count});"]
    call = step.call(text)
    after = bounded(step, operation, receive)
    return fill(step, send) + [Node(before + [call + after])] + use(step, receive)


def blocks(step):
    """Collectives with a block of the same size per rank."""
    step.plain()
    name = step.random.choice(["Gather", "Scatter", "Allgather", "Alltoall"])
    many_sent, many_received = name in ("Scatter", "Alltoall"), name != "Scatter"
    send = step.region(4 if many_sent else 1)
    receive = step.region(4 if many_received else 1, apart_from=[send])
    root = f"{root_of(step)}, " if name in ("Gather", "Scatter") else ""
    if name in ("Allgather", "Alltoall") and step.random.random() < 0.2:
        text = f"MPI_{name}(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, {step.block(receive)}, {step.comm})"
    else:
        text = f"MPI_{name}({step.block(send)}, {step.block(receive)}, {root}{step.comm})"
    return fill(step, send) + [Node(step.call(text))] + use(step, receive)


def vectors(step):
    """Collectives with counts and displacements, which the program changes again soon."""
    step.plain()
    random = step.random
    name = random.choice(["Gatherv", "Scatterv", "Allgatherv", "Alltoallv", "Alltoallw", "Reduce_scatter"])
    operation = reduction(step) if name == "Reduce_scatter" else ""
    send, receive = step.region(4), None
    receive = step.region(4, apart_from=[send])
    k, c = step.scope.fresh("k"), step.count
    counts = random.choice(["counts", "counts", "global_counts"])
    places = random.choice(["places", "places", "global_places"])
    unit = f" * (int)sizeof({step.type})" if name == "Alltoallw" else ""
    order = random.choice([f"{k}", f"(SIZE - 1 - {k})"])
    setup = (f"for (int {k} = 0; {k} < SIZE; {k}++) {{ {counts}[{k}] = {c}; {places}[{k}] = {order} * {c}{unit}; "
             f"types[{k}] = {step.mpi_type}; }}")
    array = f"{counts}, {places}, {step.mpi_type}"
    texts = {
        "Gatherv": f"{step.block(send)}, {receive.text}, {array}, {root_of(step)}, {step.comm}",
        "Scatterv": f"{send.text}, {array}, {step.block(receive)}, {root_of(step)}, {step.comm}",
        "Allgatherv": f"{step.block(send)}, {receive.text}, {array}, {step.comm}",
        "Alltoallv": f"{send.text}, {array}, {receive.text}, {array}, {step.comm}",
        "Alltoallw": f"{send.text}, {counts}, {places}, types, {receive.text}, {counts}, {places}, types, {step.comm}",
        "Reduce_scatter": f"{send.text}, {receive.text}, {counts}, {step.mpi_type}, {operation}, {step.comm}",
    }
    if name == "Reduce_scatter" and random.random() < 0.4:
        name, texts[name] = "Reduce_scatter_block", ""
        texts[name] = f"{send.text}, {receive.text}, {c}, {step.mpi_type}, {operation}, {step.comm}"
    change = random.choice([f"{counts}[m & 3u] = 9;", f"{places}[x0 & 3u]++;", "types[n & 3u] = MPI_CHAR;", "disturb();"])
    head = [setup, step.call(f"MPI_{name}({texts[name]})") + bounded(step, operation, receive)]
    return fill(step, send) + [Node(head)] + step.near() + [Node(change)] + use(step, receive)


def neighbours(step):
    step.plain()
    name = step.random.choice(["allgather", "alltoall"])
    send = step.region(2 if name == "alltoall" else 1)
    receive = step.region(2, apart_from=[send])
    call = step.call(f"MPI_Neighbor_{name}({step.block(send)}, {step.block(receive)}, fuzz_ring_comm)")
    # When both neighbours are the same process, Open MPI 4.1's two forms of it disagree on which block is which.
    guard = "if (SIZE > 2) { " if name == "alltoall" else "{ "
    return fill(step, send) + [Node(guard + call + " }")] + use(step, receive)


def nonblocking(step):
    """An operation that the program itself has in two halves; the window leaves its buffers alone."""
    random, scope = step.random, step.scope
    step.plain()
    send = Region(scope.new_local(step.type), 0, step.count * 4)
    receive = Region(scope.new_local(step.type), 0, step.count * 4)
    if random.random() < 0.4:
        receive = scope.region(step.type, 4 * step.count, [send], scalars=False)
    kind = random.choice(["p2p", "p2p", "bcast", "allgather", "alltoall"])
    q, comm = scope.fresh("q"), step.comm
    starts = {
        "p2p": [f"MPI_Irecv({step.block(receive)}, LEFT, {step.tag}, {comm}, &{q}[0]);",
                f"MPI_Isend({step.block(send)}, RIGHT, {step.tag}, {comm}, &{q}[1]);"],
        "bcast": [f"MPI_Ibcast({step.block(receive)}, 0, {comm}, &{q}[0]);"],
        "allgather": [f"MPI_Iallgather({step.block(send)}, {step.block(receive)}, {comm}, &{q}[0]);"],
        "alltoall": [f"MPI_Ialltoall({step.block(send)}, {step.block(receive)}, {comm}, &{q}[0]);"],
    }[kind]
    if kind == "p2p" and random.random() < 0.3:
        starts[1] = f"MPI_Send({step.block(send)}, RIGHT, {step.tag}, {comm});"
        waits = [f"MPI_Wait(&{q}[0], MPI_STATUS_IGNORE);"]
    elif len(starts) == 2:
        waits = random.choice([[f"MPI_Waitall(2, {q}, MPI_STATUSES_IGNORE);"],
                               [f"MPI_Wait(&{q}[{k}], MPI_STATUS_IGNORE);" for k in random.sample([0, 1], 2)]])
    else:
        waits = [f"MPI_Wait(&{q}[0], MPI_STATUS_IGNORE);"]
    before_fill = fill(step, send)
    frozen, calls = scope.frozen, scope.has_calls
    scope.frozen = (frozen or []) + [send.array, receive.array]
    scope.has_calls = receive.array.kind not in (GLOBAL, "parameter")
    window = Node([], step.near(4))
    scope.frozen, scope.has_calls = frozen, calls
    scope.touch(send, receive)
    return before_fill + [Node([f"{{ MPI_Request {q}[2];"] + starts, [window], waits + ["}"])] + use(step, receive)


def posted(step):
    """Receives of the program's own that are posted before what is packed for its sends, in one way or in two."""
    random, scope = step.random, step.scope
    step.plain()
    step.count = step.length = random.randint(1, 4)
    work = scope.new_local(step.type)  # one array for what is sent and received, or two
    ways = [("LEFT", "RIGHT"), ("RIGHT", "LEFT")][:random.choice([1, 2])]
    size = step.count
    sends = [Region(work, k * size, size) for k in range(len(ways))]
    other = work if random.random() < 0.5 else scope.new_local(step.type)
    receives = [Region(other, (k + 2) * size, size) for k in range(len(ways))]
    q, comm = scope.fresh("q"), step.comm
    before = [Node(f"MPI_Irecv({step.block(one)}, {source}, {step.tag} + {k}, {comm}, &{q}[{k}]);")
              for k, (one, (source, _)) in enumerate(zip(receives, ways))]
    frozen, calls = scope.frozen, scope.has_calls
    scope.frozen, scope.has_calls = (frozen or []) + [work, other], False
    behind = []
    for k, (one, (_, to)) in enumerate(zip(sends, ways)):
        pack = fill(step, one)
        if random.random() < 0.4:
            pack = [guarded(step, random.choice(["m > 3", "(x0 & 1u) != 0"]), pack)]
        scope.frozen.append(work)
        behind += pack + step.near(random.choice([0, 0, 2]))
        name = random.choice(["MPI_Isend", "MPI_Isend", "MPI_Issend"])
        behind.append(Node(f"{name}({step.block(one)}, {to}, {step.tag} + {k}, {comm}, &{q}[{k + 2}]);"))
    window = Node([], step.near(3))
    scope.frozen, scope.has_calls = frozen, calls
    scope.touch(*sends, *receives)
    waits = [f"MPI_Wait(&{q}[{k + offset}], MPI_STATUS_IGNORE);" for k in range(len(ways)) for offset in (0, 2)]
    if len(ways) == 2 and random.random() < 0.5:
        waits = [f"MPI_Waitall(4, {q}, MPI_STATUSES_IGNORE);"]
    return [Together(Node([f"{{ MPI_Request {q}[4];"]), *before, *behind, window, Node(waits + ["}"]))] + use(step, receives[0])


def own_edges(step):
    """The program's own requests with neighbours that not all ranks have: what a request holds elsewhere is anything."""
    random, scope = step.random, step.scope
    step.plain()
    send = Region(scope.new_local(step.type), 0, step.count * 4)
    receive = Region(scope.new_local(step.type), 0, step.count * 4)
    before, behind = random.choice([("RANK > 0", "RANK < SIZE - 1"), ("RANK > 0 && m < 9", "RANK < SIZE - 1 && m < 9")])
    q, comm = scope.fresh("q"), step.comm
    starts = [f"MPI_Irecv({step.block(receive)}, RANK - 1, {step.tag}, {comm}, &{q}[0]);",
              f"MPI_Isend({step.block(send)}, RANK + 1, {step.tag}, {comm}, &{q}[1]);"]
    status = random.choice(["MPI_STATUS_IGNORE", "MPI_STATUS_IGNORE", "&none", "&status"])
    waits = [f"MPI_Wait(&{q}[0], {status});", f"MPI_Wait(&{q}[1], MPI_STATUS_IGNORE);"]
    if random.random() < 0.3:
        statuses = random.choice(["MPI_STATUSES_IGNORE", "&none"])
        waits = [f"MPI_Waitall(1, {q} + {k}, {statuses});" for k in (0, 1)]
    found = fill(step, send)
    frozen, calls = scope.frozen, scope.has_calls
    scope.frozen = (frozen or []) + [send.array, receive.array]
    scope.has_calls = False
    with NonUniform(scope):
        # A chain: the message of the rank before is there when it is waited for, whatever that rank does.
        if random.random() < 0.5:
            parts = [Node(f"if ({behind}) {{", [Node([], step.near(1)), Node(starts[1]), Node([], step.near(2)),
                                                Node(waits[1]), Node([], step.near(1))], "}"),
                     Node(f"if ({before}) {{", [Node(starts[0]), Node([], step.near(2)), Node(waits[0])], "}")]
        else:
            guards = [guarded(step, before, [Node(starts[0])]), guarded(step, behind, [Node(starts[1])]),
                      Node([], step.near(2))]
            ends = [Node(f"if ({condition}) {{", [Node([], step.near(1)), Node(wait), Node([], step.near(1))], "}")
                    for condition, wait in zip((before, behind), waits)]
            parts = guards + random.sample(ends, 2)
        parts += step.near(3)
    scope.frozen, scope.has_calls = frozen, calls
    scope.touch(send, receive)
    status_use = []
    if status == "&status":
        found = [Node("memset(&status, 0, sizeof status);")] + found
        status_use = ["x2 += 17u * (unsigned)status.MPI_TAG;"]
    return found + [Together(Node([f"{{ MPI_Request {q}[2]; MPI_Status none; (void){q}; (void)none;"]), *parts,
                             Node(status_use + ["}"]))] + use(step, receive)


STEPS = [(sendrecv, 5), (sendrecv_replace, 1), (ring, 5), (chain, 3), (edges, 5), (late, 4), (to_root, 3), (barrier, 1),
         (bcast, 4), (reduce, 5), (blocks, 4), (vectors, 4), (neighbours, 1), (nonblocking, 2), (own_edges, 3),
         (stencil, 3), (sparse, 2)]
ROTATED = [*STEPS, (stencil, 10), (sparse, 6), (steps, 12)]
POSTED = [*STEPS, (posted, 30)]
POSTED_SEEDS = 2_000_000  # from here on
SCATTERED = [*STEPS, (row_pointers, 60)]
SCATTERED_SEEDS = 3_000_000  # from here on
# Seeds with many exchanges in stages.
STAGED = [*STEPS, (stencil, 60)]
STAGED_SEEDS = 4_000_000  # from here on


def communication(scope):
    random = scope.random
    if random.scatters or random.stages:
        steps = SCATTERED if random.scatters else STAGED
    else:
        steps = POSTED if random.posts else ROTATED if random.rotates else STEPS
    makers, weights = zip(*steps)
    maker = scope.random.choices(makers, weights)[0]
    scope.cost += scope.factor
    return Node([], maker(Step(scope)))
