# SPDX-License-Identifier: Apache-2.0
"""Exchanges of ghost cells with a nest of loops behind, which may be split: in one to three dimensions, unpacked or
received in place; nests with and without dependences between their iterations."""
from programs import results
from programs.rounds import rounds
from programs.tree import Node

AXES = "ijk"


class Stencil:
    def __init__(self, step):
        self.step, self.random, self.scope = step, step.random, step.scope
        random = self.random
        self.name = self.scope.fresh("mesh")
        self.type, self.mpi_type = random.choice([("unsigned", "MPI_UNSIGNED"), ("double", "MPI_DOUBLE")])
        self.dimensions = random.choice([2, 3]) if random.stages else random.choice([1, 2, 2, 3])
        self.n = [random.randint(3, 9) for _ in range(self.dimensions)]
        self.axis = random.randrange(self.dimensions)
        self.strides = [1] * self.dimensions
        for d in reversed(range(self.dimensions - 1)):
            self.strides[d] = self.strides[d + 1] * (self.n[d + 1] + 2)
        self.size = self.strides[0] * (self.n[0] + 2)
        self.index = random.choices(["", "(unsigned)", "(short)", "(unsigned char)"], [6, 2, 1, 1])[0]
        self.face = self.face_along(self.axis)
        self.tag = random.randint(0, 50)
        self.peers = random.choice([("LEFT", "RIGHT"), ("LEFT", "RIGHT"), ("DOWN", "UP")])
        # Planes along any axis are sent and received in place by a derived type.
        self.derived = random.random() < 0.3 and not random.stages
        self.renewed = random.random() < 0.3  # in every round, and freed while it is used

    def face_along(self, axis):
        """The cells of a plane, with its edges."""
        return self.size // (self.n[axis] + 2)

    def count(self, d):
        """The text of the number of points, known or not."""
        return self.random.choice([str(self.n[d]), f"{self.name}_n[{d}]"])

    def stride(self, d):
        return self.random.choice([str(self.strides[d]), f"{self.name}_s[{d}]"])

    def cell(self, array, axis=None, sign=0):
        """Of the iteration, or beside it. A narrow index may wrap around, but stays in the array."""
        places = []
        for d in range(self.dimensions):
            at = f"({AXES[d]} {'+' if sign > 0 else '-'} 1)" if d == axis else AXES[d]
            is_unit = self.strides[d] == 1 and self.random.random() < 0.7
            places.append(at if is_unit else f"{at} * {self.stride(d)}")
        return f"{array}[{self.index}({' + '.join(places)})]"

    def face_loops(self, body, place):
        """Over the cells of one plane of ghost or border cells; `at` counts them."""
        loops, index = [], [str(place) if d == self.axis else AXES[d] for d in range(self.dimensions)]
        for d in range(self.dimensions):
            if d != self.axis:
                loops.append(f"for (int {AXES[d]} = 0; {AXES[d]} < {self.n[d] + 2}; {AXES[d]}++)")
        place = " + ".join(f"{index[d]} * {self.strides[d]}" for d in range(self.dimensions))
        return f"{{ int at = 0; {' '.join(loops)} {{ {body.format(cell=f'u[{place}]')} at++; }} }}"

    def new_type(self):
        """Of one plane, without its place; in `_side`, of which `_sides` make the plane."""
        side, t = f"{self.name}_side", self.mpi_type
        length, stride = self.strides[self.axis], self.strides[self.axis] * (self.n[self.axis] + 2)
        count = self.face // length
        form = self.random.randrange(4)
        if form == 0:
            made = [f"MPI_Type_vector({count}, {length}, {stride}, {t}, &{side});"]
        elif form == 1:
            sizes = [n + 2 for n in self.n]
            parts = [1 if d == self.axis else size for d, size in enumerate(sizes)]
            made = [f"MPI_Type_create_subarray({self.dimensions}, (int[]){{{', '.join(map(str, sizes))}}}, "
                    f"(int[]){{{', '.join(map(str, parts))}}}, (int[]){{0, 0, 0}}, MPI_ORDER_C, {t}, &{side});"]
        elif form == 2:
            made = [f"int {side}_l[{count}]; MPI_Aint {side}_d[{count}];",
                    f"for (int i = 0; i < {count}; i++) {{ {side}_l[i] = {length}; "
                    f"{side}_d[i] = (MPI_Aint)sizeof({self.type}) * {stride} * i; }}",
                    f"MPI_Type_create_hindexed({count}, {side}_l, {side}_d, {t}, &{side});"]
        else:
            made = [f"MPI_Datatype {side}_row; MPI_Type_contiguous({length}, {t}, &{side}_row);",
                    f"MPI_Type_create_resized({side}_row, 0, (MPI_Aint)sizeof({self.type}) * {stride}, &{side}); "
                    f"MPI_Type_free(&{side}_row); {side}s = {count};"]
        return ["{ " + " ".join(made + [f"MPI_Type_commit(&{side});"]) + " }"]

    def exchange(self):
        if not self.derived:
            return self.plain_exchange()
        n, m, stride = self.n[self.axis], self.name, self.strides[self.axis]
        sends, receives = [f"u + {stride}", f"u + {n * stride}"], ["u", f"u + {(n + 1) * stride}"]
        tags, length = (self.tag, self.tag + 100), f"{m}_sides, {m}_side"
        free = [f"MPI_Type_free(&{m}_side);"] if self.renewed else []
        made = self.new_type() if self.renewed else []
        if self.random.random() < 0.3:
            return [Node(made + self.guarded(sends, receives, length, tags) + free)]
        calls = [f"MPI_Request {m}_q[4];"]
        calls += [f"MPI_Irecv({receives[s]}, {length}, {self.peers[s]}, {tags[1 - s]}, {self.step.comm}, &{m}_q[{s}]);"
                  for s in (0, 1)]
        calls += [f"MPI_Isend({sends[s]}, {length}, {self.peers[s]}, {tags[s]}, {self.step.comm}, &{m}_q[{s + 2}]);"
                  for s in (0, 1)]
        return [Node(made + calls + free + [f"MPI_Waitall(4, {m}_q, MPI_STATUSES_IGNORE);"])]

    def stages(self):
        """Along one axis after the other: each sends what the one before has received."""
        nodes = []
        for axis in self.random.sample(range(self.dimensions), self.dimensions):
            self.axis, self.face, self.tag = axis, self.face_along(axis), self.tag + 7
            is_local = self.random.stages and self.random.random() < 0.25
            nodes.append(Node(["{ // a stage"], self.copies() if is_local else self.exchange(), ["}"]))
        return nodes

    def copies(self):
        """Along an axis that one process has."""
        n, m = self.n[self.axis], self.name
        return [Node([self.face_loops(f"{m}_in[{s}][at] = {{cell}};", place) for s, place in ((0, n), (1, 1))]
                     + [self.face_loops(f"{{cell}} = {m}_in[{s}][at];", place) for s, place in ((0, 0), (1, n + 1))])]

    def plain_exchange(self):
        n, m = self.n[self.axis], self.name
        comm = self.step.comm
        low, high = self.peers
        tags = (self.tag, self.tag + 100)  # of what goes to the lower neighbour, and to the upper one
        direct = self.axis == 0 and self.random.random() < 0.6
        if direct:
            plane = self.strides[0]
            sends = [f"u + {plane}", f"u + {n * plane}"]
            receives = ["u", f"u + {(n + 1) * plane}"]
        else:
            sends, receives = [f"{m}_out[0]", f"{m}_out[1]"], [f"{m}_in[0]", f"{m}_in[1]"]
        pack = [] if direct else [self.face_loops(f"{m}_out[{s}][at] = {{cell}};", p) for s, p in ((0, 1), (1, n))]
        unpack = ["", ""] if direct else [self.face_loops(f"{{cell}} = {m}_in[{s}][at];", p)
                                          for s, p in ((0, 0), (1, n + 1))]
        length = f"{self.face}, {self.mpi_type}"
        if not direct and self.random.random() < 0.5:
            # One loop over the neighbours.
            return [Node(pack + [
                f"MPI_Request {m}_q[2]; const int {m}_peers[2] = {{{low}, {high}}};",
                f"for (int s = 0; s < 2; s++) MPI_Isend({m}_out[s], {length}, {m}_peers[s], {tags[0]} + 100 * s, {comm}, "
                f"&{m}_q[s]);",
                f"for (int s = 0; s < 2; s++) {{ MPI_Recv({m}_in[s], {length}, {m}_peers[s], {tags[0]} + 100 * (1 - s), "
                f"{comm}, MPI_STATUS_IGNORE);",
                "  " + self.face_loops(f"{{cell}} = {m}_in[s][at];", f"(s * {n + 1})") + " }",
                f"MPI_Waitall(2, {m}_q, MPI_STATUSES_IGNORE);"])]
        if self.random.random() < 0.4:
            return [Node(pack + self.guarded(sends, receives, length, tags) + unpack)]
        if self.random.random() < 0.5:
            calls = [f"MPI_Sendrecv({sends[s]}, {length}, {self.peers[s]}, {tags[s]}, {receives[1 - s]}, {length}, "
                     f"{self.peers[1 - s]}, {tags[s]}, {comm}, MPI_STATUS_IGNORE);" for s in (0, 1)]
            return [Node(pack + calls + unpack)]
        calls = [f"MPI_Request {m}_q[4];"]
        calls += [f"MPI_Irecv({receives[s]}, {length}, {self.peers[s]}, {tags[1 - s]}, {comm}, &{m}_q[{s}]);" for s in (0, 1)]
        calls += [f"MPI_Isend({sends[s]}, {length}, {self.peers[s]}, {tags[s]}, {comm}, &{m}_q[{s + 2}]);" for s in (0, 1)]
        waits = self.waits() if self.random.random() < 0.5 else [f"MPI_Waitall(4, {m}_q, MPI_STATUSES_IGNORE);"]
        return [Node(pack + calls + waits + unpack)]

    def waits(self):
        """For copies of the requests, in any order, one of which may be null: which operations that are the compiler does
        not know."""
        m, random = self.name, self.random
        order = random.sample(range(4), 4)
        copies = [f"MPI_Request {m}_r[5]; MPI_Status {m}_status[5]; (void){m}_status; {m}_r[4] = MPI_REQUEST_NULL;",
                  *(f"{m}_r[{to}] = {m}_q[{at}];" for to, at in enumerate(order))]
        status = random.choice([f"{m}_status", "MPI_STATUS_IGNORE"])
        number = random.choice(["4", "5", "(int)(n - n) + 5"])
        if random.random() < 0.3:
            return copies + [f"if (MPI_Waitall({number}, {m}_r, {status.replace('STATUS_', 'STATUSES_')})) x1++;"]
        back = random.random() < 0.3  # each wait has copied its request to the same place
        request = f"{m}_q[0]" if back else f"{m}_r[s]"
        copy = f"{m}_q[0] = {m}_r[s]; " if back else ""
        return copies + [f"for (int s = 0; s < {number}; s++) {{ {copy}if (MPI_Wait(&{request}, {status})) "
                         "fprintf(stderr, \"failed\\n\"); }"]

    def guarded(self, sends, receives, length, tags):
        """With neighbours that not all ranks have: each call in a conditional."""
        comm = self.step.comm
        send = [f"MPI_Send({sends[s]}, {length}, {self.peers[s]}, {tags[s]}, {comm});" for s in (0, 1)]
        receive = [f"MPI_Recv({receives[s]}, {length}, {self.peers[s]}, {tags[1 - s]}, {comm}, MPI_STATUS_IGNORE);"
                   for s in (0, 1)]
        if self.peers[0] == "DOWN" and self.random.random() < 0.4:
            return [f"if ({self.peers[s]} != MPI_PROC_NULL) {{ {receive[s] + send[s] if s == 0 else send[s] + receive[s]} }}"
                    for s in (0, 1)]
        return [f"if ({self.peers[s]} != MPI_PROC_NULL) {calls[s]}" for calls in (send, receive) for s in (0, 1)]

    def loop(self, d):
        i, count = AXES[d], self.count(d)
        return self.random.choices(
            [f"for (int {i} = 1; {i} <= {count}; {i}++)", f"for (int {i} = {count}; {i} >= 1; {i}--)",
             f"for (int {i} = 1; {i} <= {count}; {i} += 2)",
             f"for (int {i}{i} = 1; {i}{i} <= {count}; {i}{i} += 3) for (int {i} = {i}{i}; {i} < {i}{i} + 3 && "
             f"{i} <= {count}; {i}++)",
             f"for (unsigned {i} = 1; {i} < {count} + 1u; {i}++)"], [8, 1, 1, 2, 1])[0]

    def nest(self, source="u", to="v"):
        random = self.random
        terms = [self.cell(source, d, sign) for d in range(self.dimensions) for sign in (-1, 1)]
        random.shuffle(terms)
        terms = terms[:random.randint(1, len(terms))]
        target = self.cell(to)
        if self.type == "double":
            value = f"({' + '.join(terms)}) * {1 / len(terms)!r}"
        else:
            value = " + ".join(f"{random.randint(1, 9)}u * {term}" for term in terms)
        statement = f"{target} = {value};"
        if random.random() < 0.2:
            share = "0.5" if self.type == "double" else "3u"
            statement = f"{target} = {share} * {target} + {share} * ({value});"
        if random.random() < 0.15:
            statement = f"if (({' + '.join(AXES[:self.dimensions])}) % 3 != 1) {statement}"
        if random.random() < 0.35:
            statement = self.with_results(statement, target)
        loops = [self.loop(d) for d in range(self.dimensions)]
        if random.stages and random.random() < 0.5:  # rows are not cut
            second = self.loop(self.dimensions - 1)
            body = f"{{ {loops.pop()} {{ {statement} }} {second} {{ {self.cell(f'{self.name}_w')} += {self.cell(source)}; }} }}"
            return Node([" ".join(loops) + f" {body}"])
        return Node([" ".join(loops) + f" {{ {statement} }}"])

    def nests_behind(self):
        """Read what the nests in front of them write, and write what these read or write, or another array."""
        random, other = self.random, f"{self.name}_w"
        return [self.nest(random.choices(["v", "u", other], [6, 1, 1])[0], random.choices([other, "u", "v"], [4, 2, 1])[0])
                for _ in range(random.choices([0, 1, 2], [5, 4, 2])[0])]

    def with_results(self, statement, target):
        """Values that are used behind the nest, whose order counts: of what it stores, and of what it may write."""
        random = self.random
        axis = random.randrange(self.dimensions)
        terms = [target, target, self.cell("u"), self.cell("u", axis, 1), self.cell("v", axis, random.choice([-1, 1]))]
        before, behind = [], []
        for _ in range(random.randint(1, 3)):
            where = behind if random.random() < 0.8 else before
            where.append(results.update(random, self.name, random.choices(terms, [5, 5, 3, 2, 1])[0]))
        return f"{{ {' '.join(before)} {statement} {' '.join(behind)} }}"

    def nodes(self):
        random, m, t = self.random, self.name, self.type
        heap = random.random() < 0.4
        extra = self.size + 16
        largest = max(map(self.face_along, range(self.dimensions)))
        lines = ["{ // ghost cells",
                 f"const int {m}_n[3] = {{{', '.join(f'(int)(n - n) + {n}' for n in self.n)}}}; (void){m}_n;",
                 f"const int {m}_s[3] = {{{', '.join(f'(int)(n - n) + {s}' for s in self.strides)}}}; (void){m}_s;",
                 f"static {t} {m}_in[2][{largest}], {m}_out[2][{largest}]; (void){m}_in; (void){m}_out;"]
        if heap:
            lines += [f"{t} *{m}_{array} = ({t}*)malloc({extra} * sizeof({t}));" for array in "uvw"]
        else:
            lines += [f"static {t} {m}_u[{extra}], {m}_v[{extra}], {m}_w[{extra}];"]
        lines += [f"for (int i = 0; i < {extra}; i++) {{ {m}_u[i] = ({t})(mix((unsigned)i + x0) & 1023u); "
                  f"{m}_v[i] = ({t})i; {m}_w[i] = ({t})(i & 7); }}"]
        # The same mesh, or one that overlaps: the iterations depend on one another.
        other = random.choices([f"{m}_v", f"{m}_u", f"{m}_u + {random.randint(1, 8)}"], [7, 1, 1])[0]
        swaps = other == f"{m}_v" and random.random() < 0.5
        count = random.randint(1, 2)
        if self.derived:
            lines += [f"MPI_Datatype {m}_side; int {m}_sides = 1;", *([] if self.renewed else self.new_type())]
        lines += results.variables(m)
        lines += [f"{t} *u = {m}_u, *v = {other};"]
        is_staged = random.stages or (not self.derived and random.random() < 0.4)
        exchange = (self.stages() if is_staged else self.exchange()) + self.step.near(1)
        sweep = [self.nest(), *self.nests_behind()]
        if swaps:
            sweep.append(Node([f"{{ {t}* w = u; u = v; v = w; }}"]))
        body = rounds(random, exchange, sweep, m, count)
        bits = "(unsigned)" if t == "unsigned" else "(unsigned)(64.0 * "
        close = "" if t == "unsigned" else ")"
        tail = [f"for (int i = 0; i < {extra}; i++) x0 = x0 * 31u + {bits}{m}_u[i]{close} + 7u * {bits}{m}_v[i]{close} "
                f"+ 3u * {bits}{m}_w[i]{close};"]
        tail += results.use(m)
        tail += [f"MPI_Type_free(&{m}_side);"] if self.derived and not self.renewed else []
        tail += [f"free({m}_u); free({m}_v); free({m}_w);"] if heap else []
        return [Node(lines, body, tail + ["}"])]


def stencil(step):
    return Stencil(step).nodes()
