# SPDX-License-Identifier: Apache-2.0
"""Arrays whose rows are found through tables of pointers, and writes through lists of indices, behind an exchange of
rows. Rows may share memory."""
from programs import results
from programs.rounds import rounds
from programs.tree import Node


class RowPointers:
    def __init__(self, step):
        self.step, self.random = step, step.random
        random = self.random
        self.name = step.scope.fresh("grid")
        self.type, self.mpi_type = random.choice([("unsigned", "MPI_UNSIGNED"), ("double", "MPI_DOUBLE"), ("double", "MPI_DOUBLE")])
        self.rows = random.choice([random.randint(2, 12), random.randint(20, 60), 300])
        self.width = random.randint(3, 6)
        self.form = random.choice(["rows", "rows", "rows", "planes", "list"])
        self.tag = random.randint(0, 50)
        self.peers = random.choice([("LEFT", "RIGHT"), ("DOWN", "UP")])

    def place(self):
        """Of an inner row: rows may be in any order, and share memory."""
        n = self.rows
        return self.random.choices(["i", f"{n + 1} - i", f"1 + (i * 7) % {n}", f"1 + i % {max(1, n // 2)}",
                                    f"1 + (int)(mix((unsigned)i + x0) % {n}u)"], [6, 2, 1, 1, 1])[0]

    def tables(self):
        m, t, n, w = self.name, self.type, self.rows, self.width
        size = (n + 2) * w
        lines = [f"static {t} {m}_u[{size}], {m}_v[{size}]; static int {m}_list[{n + 2}];",
                 f"for (int i = 0; i < {size}; i++) {{ {m}_u[i] = ({t})(mix((unsigned)i + x0) & 63u); {m}_v[i] = ({t})i; }}",
                 f"for (int i = 0; i < {n + 2}; i++) {m}_list[i] = ({self.place()}) * {w} + 1;",
                 f"{m}_list[0] = 0; {m}_list[{n + 1}] = {n + 1} * {w}; (void){m}_list;"]
        depth = "*" if self.form != "planes" else "**"
        shared = self.random.random() < 0.2
        for name in "uv":
            cells = f"{m}_u" if shared else f"{m}_{name}"
            lines.append(f"static {t} *{m}_rows_{name}[{n + 2}], **{m}_planes_{name}[{n + 2}]; (void){m}_planes_{name};")
            lines.append(f"for (int i = 0; i < {n + 2}; i++) {{ const int row = i == 0 || i == {n + 1} ? i : {self.place()};")
            lines.append(f"  {m}_rows_{name}[i] = {cells} + row * {w}; {m}_planes_{name}[i] = &{m}_rows_{name}[i]; }}")
            table = "planes" if self.form == "planes" else "rows"
            lines.append(f"{t} *{depth}{name} = {m}_{table}_{name}; (void){name};")
        return lines

    def exchange(self):
        m, n, w, comm = self.name, self.rows, self.width, self.step.comm
        length = f"{w}, {self.mpi_type}"
        sends = [f"{m}_rows_u[1]", f"{m}_rows_u[{n}]"]
        receives = [f"{m}_rows_u[0]", f"{m}_rows_u[{n + 1}]"]
        if self.random.random() < 0.3:
            return [f"MPI_Sendrecv({sends[s]}, {length}, {self.peers[s]}, {self.tag + s}, {receives[1 - s]}, {length}, "
                    f"{self.peers[1 - s]}, {self.tag + s}, {comm}, MPI_STATUS_IGNORE);" for s in (0, 1)]
        q = f"{m}_q"
        calls = [f"MPI_Irecv({receives[s]}, {length}, {self.peers[s]}, {self.tag + 1 - s}, {comm}, &{q}[{s}]);" for s in (0, 1)]
        calls += [f"MPI_Isend({sends[s]}, {length}, {self.peers[s]}, {self.tag + s}, {comm}, &{q}[{s + 2}]);" for s in (0, 1)]
        return [f"MPI_Request {q}[4];", *calls, f"MPI_Waitall(4, {q}, MPI_STATUSES_IGNORE);"]

    def between(self):
        """Statements that read or write a row."""
        m, n, w = self.name, self.rows, self.width
        row = self.random.choice(["0", "1", str(n), str(n + 1), str(max(1, n // 2))])
        return [self.random.choice(["", "", f"for (int j = 0; j < {w}; j++) {m}_rows_u[{row}][j] += 1;",
                                    f"for (int j = 0; j < {w}; j++) x1 += (unsigned){m}_rows_v[{row}][j];"])]

    def sweep(self):
        random, m, n, w = self.random, self.name, self.rows, self.width
        count = random.choice([str(n), f"(int)(n - n + {n})"])
        level = "[0]" if self.form == "planes" else ""
        target = random.choices(["v", "u"], [5, 1])[0]
        assign = random.choices(["=", "+="], [3, 1])[0]
        terms = [f"u[i{d}]{level}[j{e}]" for d, e in random.sample(
            [("", ""), (" - 1", ""), (" + 1", ""), ("", " - 1"), ("", " + 1"), (" - 1", " + 1")], random.randint(1, 4))]
        term = f"{target}[i]{level}[j]"
        columns = f"int j = 1; j < {w - 1}; j++"
        if self.form == "list":
            where = random.choices([f"{m}_list[i]", f"{m}_list[i + 1]"], [4, 1])[0]
            term = f"{m}_{target}[{where} + j]"
            columns, terms = "int j = 0; j < 2; j++", [f"u[i{d}][j]" for d in random.sample(["", " - 1", " + 1"], 2)]
        scale = " * 0.013" if self.type == "double" else ""
        value = f"({' + '.join(terms)}){scale}"
        guard = random.choices(["", "if (i % 3 != 1) ", "if ((i + j) % 2) "], [6, 1, 1])[0]
        behind = ""
        if random.random() < 0.3:
            behind = results.update(random, m, f"(u[i]{level}[j] < 0 ? 0 : u[i]{level}[j])")
        return [f"for (int i = 1; i <= {count}; i++) for ({columns}) {{ {guard}{term} {assign} {value}; {behind} }}"]

    def first_value(self):
        """A cell that the sweep has written, or has not."""
        m, row = self.name, self.random.choice(["1", str(self.rows)])
        return [f"if (*{m}_list < {self.rows}) {m}_sum += (double){m}_rows_{self.random.choice('uv')}[{row}][1];"]

    def nodes(self):
        m, t = self.name, self.type
        head = ["{ // rows behind pointers", *self.tables(), *results.variables(m)]
        exchange = [Node(self.exchange()), Node(self.between()), *self.step.near(1)]
        sweep = [Node(self.sweep())]
        if self.random.random() < 0.3:
            sweep.append(Node(self.sweep()))
        if self.random.random() < 0.3:
            sweep.append(Node(self.first_value()))
        body = rounds(self.random, exchange, sweep, m, self.random.choice([1, 2, 3, 7]))
        value = "(unsigned)(64.0 * {})" if t == "double" else "(unsigned){}"
        size = (self.rows + 2) * self.width
        tail = [f"for (int i = 0; i < {size}; i++) x0 = x0 * 31u + {value.format(f'{m}_u[i]')} + 7u * "
                f"{value.format(f'{m}_v[i]')};",
                f"for (int i = 0; i < {self.rows + 2}; i++) x0 = x0 * 31u + (unsigned){m}_list[i];", *results.use(m), "}"]
        return [Node(head, body, tail)]


def row_pointers(step):
    return RowPointers(step).nodes()
