# SPDX-License-Identifier: Apache-2.0
"""A function that computes a mesh from another one and exchanges its ghost cells, and promises that its arrays are
different memory. The caller swaps them from call to call, so the promise holds in one call only."""
from programs.rounds import FIRST, computation_first
from programs.tree import Node


class Steps:
    def __init__(self, step):
        self.step, self.random, self.scope = step, step.random, step.scope
        random = self.random
        self.name = self.scope.fresh("steps")
        self.function = f"{self.scope.function.name}_{self.name}"
        self.type, self.mpi_type = random.choice([("unsigned", "MPI_UNSIGNED"), ("double", "MPI_DOUBLE")])
        self.rows, self.width = random.randint(3, 12), random.choice([1, 1, 2, 5])  # or one row less
        self.peers = random.choice([("LEFT", "RIGHT"), ("LEFT", "RIGHT"), ("DOWN", "UP")])
        self.buffered = random.random() < 0.6  # unpacked, or received in place
        self.between = random.random() < 0.5   # through a third array
        self.tag = random.randint(0, 50)

    def cells(self, statement):
        return (f"for (int i = 1; i <= rows; i++) for (int j = 0; j < {self.width}; j++) "
                f"{{ int at = i * {self.width} + j; (void)at; {statement} }}")

    def sweep(self):
        width, random = self.width, self.random
        target = "w" if self.between else "v"
        # All ghost cells are read: where the nest leaves one out, the verifier knows less than the pass behind a split.
        value = random.choice([f"u[at - {width}] + u[at + {width}]", f"u[at - {width}] + 3u * u[at + {width}]",
                               f"u[at] + u[at - {width}] + u[at + {width}]"])
        if self.type == "double":
            value = f"0.5 * ({value.replace('3u', '3.0')})"
        return [Node(self.cells(f"{target}[at] = {value};"))] + (
            [Node(self.cells(f"v[at] = w[at] {random.choice(['+ u[at]', ''])};"))] if self.between else [])

    def row(self, statement):
        return f"for (int j = 0; j < {self.width}; j++) {{ {statement} }}"

    def exchange(self):
        width, peers = self.width, self.peers
        first, last = f"{width}", f"rows * {width}"
        ghosts = ["0", f"(rows + 1) * {width}"]
        sends = ["out[0]", "out[1]"] if self.buffered else [f"&v[{first}]", f"&v[{last}]"]
        receives = ["in[0]", "in[1]"] if self.buffered else [f"&v[{ghost}]" for ghost in ghosts]
        pack = [self.row(f"out[{s}][j] = v[{at} + j];") for s, at in enumerate((first, last))] if self.buffered else []
        unpack = [self.row(f"v[{at} + j] = in[{s}][j];") for s, at in enumerate(ghosts)] if self.buffered else []
        length, comm = f"{width}, {self.mpi_type}", self.step.comm
        tags = (self.tag, self.tag + 100)
        if self.random.random() < 0.6:
            calls = [f"MPI_Sendrecv({sends[s]}, {length}, {peers[s]}, {tags[s]}, {receives[1 - s]}, {length}, "
                     f"{peers[1 - s]}, {tags[s]}, {comm}, MPI_STATUS_IGNORE);" for s in (0, 1)]
        else:
            calls = ["MPI_Request q[4];"]
            calls += [f"MPI_Irecv({receives[s]}, {length}, {peers[s]}, {tags[1 - s]}, {comm}, &q[{s}]);"
                      for s in (0, 1)]
            calls += [f"MPI_Isend({sends[s]}, {length}, {peers[s]}, {tags[s]}, {comm}, &q[{s + 2}]);" for s in (0, 1)]
            calls += ["MPI_Waitall(4, q, MPI_STATUSES_IGNORE);"]
        return [Node(pack + calls + unpack)]

    def helper(self):
        """In front of the function whose statements this is made for."""
        t = self.type
        parameters = [f"{t}* restrict u", f"{t}* restrict v", f"{t}* restrict w", "int rows"]
        attribute = self.random.choice(["static inline", "static", "static __attribute__((always_inline)) inline"])
        head = [f"{attribute} void {self.function}({', '.join(parameters)}) {{"]
        if self.buffered:
            head.append(f"  static {t} in[2][{self.width}], out[2][{self.width}];")
        return Node(head, [Node("(void)w;"), *self.sweep(), *self.exchange()], "}")

    def nodes(self):
        m, t, size = self.name, self.type, (self.rows + 2) * self.width
        self.scope.helpers.append(self.helper())
        self.scope.function.helpers.append(self.function)
        head = ["{ // steps", f"static {t} {m}_u[{size}], {m}_v[{size}], {m}_w[{size}];",
                f"for (int i = 0; i < {size}; i++) {{ {m}_u[i] = ({t})(mix((unsigned)i + x0) & 1023u); "
                f"{m}_v[i] = ({t})i; {m}_w[i] = ({t})0; }}",
                f"{t} *u = {m}_u, *v = {m}_v;"]
        call = Node(f"{self.function}(u, v, {m}_w, {self.rows} - (int)(n & 1u));")
        swap = Node(f"{{ {t}* w = u; u = v; v = w; }}")
        if self.random.random() < 0.7:
            most = f"(int)(n & 3u) + {self.random.randint(1, 3)}"
            body = [Node([FIRST, f"for (int round = 0; round < {most}; round++) {{"], [call, swap], "}")]
        else:
            body = computation_first(self.random, [swap], [call], m)
        value = "{}" if t == "unsigned" else "(unsigned)(64.0 * {})"
        sums = " + ".join(f"{factor}u * {value.format(f'{m}_{array}[i]')}"
                          for factor, array in ((3, "u"), (5, "v"), (7, "w")))
        return [Node(head, body, [f"for (int i = 0; i < {size}; i++) x0 = x0 * 31u + {sums};", "}"])]


def steps(step):
    return Steps(step).nodes()
