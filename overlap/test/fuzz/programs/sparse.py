# SPDX-License-Identifier: Apache-2.0
"""Sparse matrices times vectors behind the exchange of elements that follow the local ones. Indices may be read through
indices, decide which way a row takes, and be received themselves."""
from programs import results
from programs.rounds import rounds
from programs.tree import Node


class Sparse:
    def __init__(self, step):
        self.step, self.random = step, step.random
        random = self.random
        self.name = step.scope.fresh("matrix")
        self.type, self.mpi_type = random.choice([("unsigned", "MPI_UNSIGNED"), ("double", "MPI_DOUBLE")])
        self.index = random.choice(["int", "unsigned", "long", "short"])
        self.rows = random.choice([random.randint(3, 12), random.randint(20, 60), 300])
        self.halo = random.randint(1, 3)
        self.longest = random.randint(1, 5)
        self.even = random.random() < 0.3  # all rows have one length
        self.tag = random.randint(0, 50)
        self.peers = random.choice([("LEFT", "RIGHT"), ("LEFT", "RIGHT"), ("DOWN", "UP")])
        self.form = random.choice(["plain", "plain", "placed", "twice", "divided", "computed", "listed"])
        self.way = random.choice(["", "", "", "element", "row"])
        self.has_places = self.form != "plain" or self.way != ""
        self.receives_places = self.has_places and random.random() < 0.3

    def matrix(self):
        """Of ten rows, `often` read what is received."""
        m, often = self.name, self.random.choice([0, 1, 1, 3, 10])
        length = str(self.longest) if self.even else f"(int)(mix((unsigned)i + x0) % {self.longest + 1}u)"
        return [f"static {self.index} {m}_column[{self.rows * self.longest}];",
                f"static {self.type} {m}_value[{self.rows * self.longest}]; static int {m}_begin[{self.rows + 1}];",
                f"for (int i = 0, at = 0; i < {self.rows}; i++) {{ const int length = {length}; {m}_begin[i] = at;",
                f"  for (int k = 0; k < length; k++, at++) {{ const unsigned some = mix((unsigned)(i * 8 + k) + x0);",
                f"    {m}_column[at] = ({self.index})((unsigned)i % 10u < {often}u ? {self.rows}u + some % {2 * self.halo}u "
                f": some % {self.rows}u);",
                f"    {m}_value[at] = ({self.type})(some % 13u); }} {m}_begin[i + 1] = at; }}"]

    def places(self):
        """Any element of the vector; more often a local one."""
        m, size = self.name, self.rows + 2 * self.halo
        if not self.has_places:
            return []
        often = self.random.choice([0, 0, 1, 10])
        return [f"static int {m}_place[{size}];",
                f"for (int i = 0; i < {size}; i++) {{ const unsigned some = mix((unsigned)i * 5u + x0);",
                f"  {m}_place[i] = (int)(some % ((unsigned)i % 10u < {often}u ? {size}u : {self.rows}u)); }}"]

    def receive_places(self):
        if not self.receives_places:
            return []
        m, size, halo = self.name, self.rows + 2 * self.halo, self.halo
        return [f"MPI_Sendrecv({m}_place, {halo}, MPI_INT, {self.peers[0]}, {self.tag}, {m}_place + {size - halo}, {halo}, "
                f"MPI_INT, {self.peers[1]}, {self.tag}, {self.step.comm}, MPI_STATUS_IGNORE);"]

    def exchange(self):
        n, halo, comm, length = self.rows, self.halo, self.step.comm, f"{self.halo}, {self.mpi_type}"
        sends = ["x", f"x + {n - halo}"]
        receives = [f"x + {n}", f"x + {n + halo}"]
        if self.random.random() < 0.5:
            return [f"MPI_Sendrecv({sends[s]}, {length}, {self.peers[s]}, {self.tag + s}, {receives[1 - s]}, {length}, "
                    f"{self.peers[1 - s]}, {self.tag + s}, {comm}, MPI_STATUS_IGNORE);" for s in (0, 1)]
        q = f"{self.name}_q"
        calls = [f"MPI_Irecv({receives[s]}, {length}, {self.peers[s]}, {self.tag + 1 - s}, {comm}, &{q}[{s}]);" for s in (0, 1)]
        calls += [f"MPI_Isend({sends[s]}, {length}, {self.peers[s]}, {self.tag + s}, {comm}, &{q}[{s + 2}]);" for s in (0, 1)]
        return [f"MPI_Request {q}[4];", *calls, f"MPI_Waitall(4, {q}, MPI_STATUSES_IGNORE);"]

    def product(self):
        random, m = self.random, self.name
        count = random.choice([str(self.rows), f"(int)(n - n + {self.rows})"])
        first, end = (f"i * {self.longest}", f"(i + 1) * {self.longest}") if self.even else (f"{m}_begin[i]", f"{m}_begin[i + 1]")
        start = random.choices(["0", "y[i]"], [5, 1])[0]
        store = random.choices(["y[i] = sum;", "y[i] += sum;", f"if (i % 3 != 1) y[i] = sum;"], [6, 1, 1])[0]
        behind = ""
        if random.random() < 0.6:
            terms = random.choices(["sum", "y[i]", "x[i]"], [3, 2, 2], k=random.randint(1, 2))
            behind = " ".join(results.update(random, m, term) for term in terms)
        scale = "" if self.type == "unsigned" else " * 0.013"
        size, column, place = self.rows + 2 * self.halo, f"{m}_column[j]", f"{m}_place"
        if self.way == "row":
            first, end = (one.replace("i *", "r *").replace("(i", "(r").replace("[i", "[r") for one in (first, end))
        element = {"plain": column, "listed": column, "placed": f"{place}[{column}]", "twice": f"{place}[{place}[{column}]]",
                   "divided": f"(unsigned)(i + j) % (1u + (unsigned){place}[{column}])",
                   "computed": f"({place}[i * 3 % {self.rows}] * 2 + (int){column}) % {size}"}[self.form]
        condition = f"if ({place}[{column}] % 3 != 1) " if self.way == "element" else ""
        row = f"const int r = {place}[i] % {self.rows}; " if self.way == "row" else ""
        sums = [f"  {row}for (int j = {first}; j < {end}; j++) {condition}sum += {m}_value[j] * x[{element}]{scale};"]
        if self.form == "listed":
            sums = [f"  for (int j = i, c = 0; c < 4; c++) {{ {condition}sum += {m}_value[i] * x[j]{scale};",
                    f"    j = {place}[j]; if (j == 0) break; }}"]
        if self.form == "listed" and self.way == "element":
            sums[0] = sums[0].replace(column, "j")
        if self.has_places and random.random() < 0.1:
            behind += f" {place}[i] = (i * 7 + 1) % {self.rows};"
        return [f"for (int i = 0; i < {count}; i++) {{ {self.type} sum = {start};", *sums, f"  {store} {behind} }}"]

    def change(self):
        """Of an index, between two products: rows that were found before are found again."""
        if self.random.random() < 0.5:
            return []
        at = self.random.randrange(self.rows * self.longest)
        column = f"({self.index})({self.rows}u + mix((unsigned)round) % {2 * self.halo}u)"
        return [f"if (round == {self.random.randrange(6)}) {self.name}_column[{at}] = {column};"]

    def nodes(self):
        m, t = self.name, self.type
        size = self.rows + 2 * self.halo
        other = self.random.choices([f"{m}_y", f"{m}_x", f"{m}_x + 1"], [7, 1, 1])[0]
        lines = ["{ // a sparse matrix", *self.matrix(), *self.places(), f"static {t} {m}_x[{size}], {m}_y[{size}]; (void){m}_begin;",
                 f"for (int i = 0; i < {size}; i++) {{ {m}_x[i] = ({t})(mix((unsigned)i + x0) & 63u); {m}_y[i] = ({t})i; }}",
                 *results.variables(m), f"{t} *x = {m}_x, *y = {other};"]
        count = self.random.choice([1, 2, 3, 7])
        exchange, product = [Node(self.exchange()), Node(self.receive_places()), *self.step.near(1)], [Node(self.product()), Node(self.change())]
        body = rounds(self.random, exchange, product, m, count)
        value = "{}" if t == "unsigned" else "(unsigned)(64.0 * {})"
        tail = [f"for (int i = 0; i < {size}; i++) x0 = x0 * 31u + {value.format(f'{m}_x[i]')} + 7u * "
                     f"{value.format(f'{m}_y[i]')};", *results.use(m), "}"]
        return [Node(lines, body, tail)]


def sparse(step):
    return Sparse(step).nodes()
