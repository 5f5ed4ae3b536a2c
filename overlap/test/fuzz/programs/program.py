# SPDX-License-Identifier: Apache-2.0
"""Makes a random MPI program: the same for the same seed, free of deadlocks and of undefined behaviour."""
import random as random_module

from programs import computation, rounds
from programs.communication import POSTED_SEEDS, SCATTERED_SEEDS, STAGED_SEEDS, communication
from programs.scope import (GLOBAL, HEAP, LOCAL, MPI_TYPES, PARAMETER, PARAMETER_LENGTH, Array, Function, Region,
                            Scalar, Scope)
from programs.step import COMMUNICATORS
from programs.tree import Node, number

TYPES = list(MPI_TYPES)
MOST_COMMUNICATIONS = 60  # that one call of a function executes, about
VARIABLES = """
SHARED unsigned u0, shared, calls;
SHARED volatile unsigned lonely;
SHARED int tags, global_counts[4], global_places[4];
"""
FUNCTIONS = """
OWN NOINLINE unsigned bump(unsigned x) { static unsigned kept; kept += x; s0 += kept; return kept; }
OWN NOINLINE unsigned sum_globals(void) { unsigned x = 0; SUM return x; }
OWN __attribute__((const, noinline)) unsigned constant(unsigned x) { return x * x + 3u; }
OWN NOINLINE unsigned recursive(unsigned* p, unsigned d) {
  if (d == 0) return p[0];
  p[d & 15u] += d;
  return recursive(p, d - 1) + p[(d * 3u) & 15u];
}
OWN unsigned fill(unsigned* p, unsigned x) { for (unsigned i = 0; i < 16; i++) p[i] = x + i * 3u; return x; }
OWN NOINLINE unsigned total(const unsigned* p) { unsigned x = 0; for (unsigned i = 0; i < 16; i++) x += p[i]; return x; }
OWN NOINLINE void show(const unsigned* p) { printf("%u %u\\n", p[0], p[15]); }
OWN NOINLINE void disturb(void) { for (int i = 0; i < 4; i++) { global_counts[i] = -5; global_places[i] ^= 1; } }
"""
TABLE = "static unsigned (*const table[2])(unsigned) = {bump, constant};"
HELPERS = ["u0", "shared", "calls", "lonely", "tags", "global_counts", "global_places", "bump", "sum_globals",
           "constant", "recursive", "fill", "total", "show", "disturb", "table", "s0", "s1"]


def make_globals(random):
    arrays = [Array(f"g{i}", random.choice(TYPES), random.choice([16, 20, 32, 48]), GLOBAL) for i in range(6)]
    arrays.append(Array("g6", "unsigned", 40, GLOBAL))
    arrays.append(Array("g7", "double", 32, GLOBAL))
    return arrays, [Scalar("s0", "unsigned", 1, GLOBAL), Scalar("s1", "unsigned", 1, GLOBAL)]


class FunctionMaker:
    def __init__(self, random, name, functions, global_arrays):
        self.random, self.functions = random, functions
        types = [random.choice(TYPES) for _ in range(random.randint(0, 3))]
        if len(types) > 1 and random.random() < 0.5:
            types[1] = types[0]  # so that they may be the same memory
        parameters = [Array(f"p{i}", t, PARAMETER_LENGTH, PARAMETER) for i, t in enumerate(types)]
        self.function = Function(name, parameters)
        self.restricted = [p for p in parameters if random.random() < 0.15]
        for p in self.restricted:
            for other in parameters + [g for g in global_arrays if not isinstance(g, Scalar)]:
                if other is not p:
                    self.function.constraints[frozenset((p, other))] = True
        self.scope = Scope(random, self.function, global_arrays)
        for _ in range(random.randint(0, 2)):
            self.scope.new_local(random.choice(TYPES))
        for i in range(random.randint(0, 2)):
            self.scope.arrays.append(Scalar(f"y{i}", "unsigned", 1, LOCAL))
        self.heap = [Array("h0", random.choice(TYPES), 16, HEAP)] if random.random() < 0.3 else []
        self.scope.arrays += self.heap

    def call(self):
        """A call of an earlier function with arguments that its own operations allow."""
        random, scope = self.random, self.scope
        choices = [f for f in self.functions if scope.cost + scope.factor * f.cost <= MOST_COMMUNICATIONS]
        if not choices or scope.frozen is not None:
            return computation.statement(scope)
        callee = random.choice(choices)
        arguments = {}
        for parameter in callee.parameters:
            apart = [a for p, a in arguments.items() if frozenset((p, parameter)) in callee.constraints]
            apart += [Region(g, 0, g.length) for pair in callee.constraints if parameter in pair
                      for g in sorted(pair, key=lambda array: array.name) if g.kind == GLOBAL]
            arguments[parameter] = scope.region(parameter.type, PARAMETER_LENGTH, apart, scalars=False)
        scope.touch(*arguments.values())
        depth = random.randint(0, 1) if callee.recursive else 0
        scope.cost += scope.factor * callee.cost * (1 + depth)
        texts = [a.text for a in arguments.values()] + [random.choice(["n", "4u", "7u"]), f"{depth}u"]
        return Node(f"{random.choice(computation.LOCALS)} += {callee.name}({', '.join(texts)});")

    def uniform_condition(self):
        return self.random.choice(["(u0 & 1u) == 0", "n > 5", "m == 0", "(u0 & 6u) != 2u", "SIZE > 2", "tags % 3 == 1"])

    def block(self, budget):
        random, scope = self.random, self.scope
        scope.depth += 1
        nodes = []
        for _ in range(random.randint(2, budget)):
            roll = random.random()
            if roll < 0.42:
                nodes.append(communication(scope))
            elif roll < 0.75:
                nodes.append(computation.statement(scope))
            elif roll < 0.83:
                nodes.append(self.call())
            elif roll < 0.84:
                nodes.append(Node("tags++;"))
            elif scope.depth < 3:
                nodes.append(self.structure())
        scope.depth -= 1
        return nodes

    def structure(self):
        random, scope = self.random, self.scope
        roll = random.random()
        if roll < 0.35:
            return Node(f"if ({self.uniform_condition()}) {{", self.block(3),
                        ["} else {", *self.inner_lines(), "}"] if random.random() < 0.5 else "}")
        if roll < 0.7 and scope.factor < 9:
            name = scope.fresh("t")
            scope.factor *= 3
            scope.indices.append((name, 3))
            body = self.block(4)
            if random.random() < 0.2:
                body.append(Node(f"if ({self.uniform_condition()}) {random.choice(['break', 'continue'])};"))
                body += self.block(2)
            scope.indices.pop()
            scope.factor //= 3
            count = random.choice(["3", "2", "(n & 3u)", "1u + (u0 & 1u)"])
            return Node(f"for (unsigned {name} = 0; {name} < {count}; {name}++) {{", body, "}")
        if roll < 0.85:
            return self.inner_scope()
        return Node([f"if ({self.uniform_condition()}) {{"], self.block(2) + [Node(["goto done;"])], "}")

    def inner_lines(self):
        return ["  " + line for node in self.block(2) for line in node.lines(frozenset(), "")]

    def inner_scope(self):
        """A block with an array of its own, whose place on the stack others use afterwards."""
        random, scope = self.random, self.scope
        array = Array(scope.fresh("inner"), random.choice(TYPES), 16, LOCAL)
        size = random.choice(["16", "16", "n + 12"])
        scope.arrays.append(array)
        scope.recent.insert(0, array)
        body = self.block(4)
        scope.arrays.remove(array)
        scope.recent = [a for a in scope.recent if a is not array]
        return Node([f"{{ {array.type} {array.name}[{size}];",
                     f"  fill_{suffix(array)}({array.name}, 16, {len(body)}u);"], body, "}")

    def make(self):
        random, function, scope = self.random, self.function, self.scope
        body = self.block(5)
        if random.random() < 0.2 and scope.cost <= MOST_COMMUNICATIONS // 2:
            function.recursive = True
            names = ", ".join([p.name for p in function.parameters] + ["n", "m - 1u"])
            body.insert(random.randint(0, len(body)), Node(f"if (m > 0) x1 += {function.name}({names});"))
        function.cost = max(1, scope.cost)
        names = [f"{p.type}* {'restrict ' if p in self.restricted else ''}{p.name}" for p in function.parameters]
        attribute = random.choice(["OWN NOINLINE ", "OWN ", "OWN ", ""])
        head = [f"{attribute}unsigned {function.name}({', '.join(names + ['unsigned n', 'unsigned m'])}) {{",
                "  unsigned x0 = n * 7u, x1 = m + 1u, x2 = (unsigned)RANK, y0 = 1, y1 = 2;",
                "  int errors = 0, got = 0, counts[4] = {0}, places[4] = {0};",
                "  MPI_Datatype types[4] = {MPI_INT, MPI_INT, MPI_INT, MPI_INT};",
                "  MPI_Status status; memset(&status, 0, sizeof status);",
                "  (void)errors; (void)got; (void)counts; (void)places; (void)types; (void)y0; (void)y1;"]
        for array in scope.locals:
            head.append(f"  {array.type} {array.name}[{array.length}];")
        for array in self.heap:
            head.append(f"  {array.type}* {array.name} = ({array.type}*)malloc(16 * sizeof({array.type}));")
        head += [f"  {initialise(array)}" for array in scope.locals + self.heap]
        tail = ["  goto done;", "done:"]
        if random.random() < 0.7:
            tail += [f"  x0 = x0 * 5u + {checksum(array)};" for array in scope.locals + self.heap]
        tail += [f"  free({a.name});" for a in self.heap]
        tail += ["  return x0 + 3u * x1 + 5u * x2 + 7u * y0 + y1 + (unsigned)errors + (unsigned)got;", "}"]
        return Node([], [*scope.helpers, Node(head, body, tail)])


def suffix(array):
    return array.type.replace(" ", "_")


def initialise(array):
    return f"fill_{suffix(array)}({array.name}, {array.length}, {len(array.name) + array.length}u);"


def checksum(array):
    return f"checksum_{suffix(array)}({array.name}, {array.length})"


class Program:
    def __init__(self, seed):
        self.seed = seed
        random = random_module.Random(seed)
        random.stages = seed >= STAGED_SEEDS
        random.scatters = SCATTERED_SEEDS <= seed < STAGED_SEEDS
        random.posts = POSTED_SEEDS <= seed < SCATTERED_SEEDS
        random.rotates = rounds.SEEDS <= seed < POSTED_SEEDS
        self.arrays, self.scalars = make_globals(random)
        functions, self.bodies = [], []
        for i in range(random.choice([1, 2, 2, 3])):
            maker = FunctionMaker(random, f"f{i}", functions, self.arrays + self.scalars)
            self.bodies.append(maker.make())
            functions.append(maker.function)
        self.calls = self.make_calls(random, functions)
        self.names = [f.name for f in functions]
        self.helpers = [name for f in functions for name in f.helpers]
        self.nodes = number(self.bodies + self.calls)

    def make_calls(self, random, functions):
        """The program's own main part: calls every function with globals that satisfy it."""
        calls = []
        for function in functions * 2:
            scope = Scope(random, Function("entry", []), self.arrays + self.scalars)
            regions = {}
            for parameter in function.parameters:
                apart = [a for p, a in regions.items() if frozenset((p, parameter)) in function.constraints]
                apart += [Region(g, 0, g.length) for pair in function.constraints if parameter in pair
                          for g in sorted(pair, key=lambda array: array.name) if g.kind == GLOBAL]
                regions[parameter] = scope.region(parameter.type, PARAMETER_LENGTH, apart, scalars=False)
            arguments = [r.text for r in regions.values()]
            arguments += [f"4u + fuzz_input[{random.randrange(16)}] % 5u", "1u" if function.recursive else "0u"]
            lines = ["{"]
            for array in scope.locals:
                lines.append(f"  static {array.type} {array.name}[{array.length}];")
                lines.append("  " + initialise(array))
            lines += [f'  printf("{function.name} %u\\n", {function.name}({", ".join(arguments)}));', "}"]
            calls.append(Node(lines))
        return calls

    def text(self, dropped=frozenset()):
        s = f"seed_{self.seed}"
        own = HELPERS + [a.name for a in self.arrays] + self.helpers
        lines = [f"// seed {self.seed}"]
        lines += [f"#define {name} NAME({s}_{name})" for name in own + self.names]
        for a in self.arrays:
            lines.append(f"SHARED {a.type} {a.name}[{a.length}];")
        lines.append("SHARED unsigned s0, s1;")
        lines += VARIABLES.splitlines()
        unsigned = [a for a in self.arrays if a.type == "unsigned"]
        total = " ".join(f"for (unsigned i = 0; i < {a.length}; i++) x += {a.name}[i];" for a in unsigned)
        helpers = FUNCTIONS.replace("SUM", total).splitlines()
        functions = [list(body.lines(dropped, "")) for body in self.bodies]
        lines += [line[:line.index(") {") + 1] + ";" for line in helpers if line.startswith("OWN")]
        lines += [line[:-2] + ";" for name, function in zip(self.names, functions) for line in function
                  if line.endswith(") {") and line[0] != " " and f" {name}(" in line]
        lines += [TABLE, "#if IS_IN(1)", *helpers, "#endif"]
        for number, function in enumerate(functions):
            lines += [f"#if IS_IN({2 - number % 2})", *function, "#endif", ""]
        lines += ["#if IS_IN(1)", f"void NAME({s})(void);", f"void NAME({s})(void) {{", "  u0 = fuzz_input[0];",
                  "  s0 = 1; s1 = 2;"]
        for a in self.arrays:
            lines.append("  " + initialise(a))
        for call in self.calls:
            lines += call.lines(dropped, "  ")
        for a in self.arrays:
            lines.append(f'  printf("{a.name} %u\\n", {checksum(a)});')
        lines += ['  printf("end %u %u %u %d\\n", s0, s1, u0, tags);', "}", "#endif"]
        lines += [f"#undef {name}" for name in own + self.names]
        return "\n".join(lines) + "\n"
