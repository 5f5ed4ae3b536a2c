# SPDX-License-Identifier: Apache-2.0
"""Statements that compute. No behaviour is undefined: unsigned arithmetic, indices in range."""
from programs.scope import Region, Scalar
from programs.tree import Node

LOCALS = ["x0", "x1", "x2"]


def read(region_or_array, index):
    text = region_or_array.element(index)
    array = getattr(region_or_array, "array", region_or_array)
    if array.type == "double":
        return f"from_double({text})"
    if array.type == "struct cell":
        return f"from_cell(&{text})"
    return text if array.type == "unsigned" else f"(unsigned){text}"


def write(random, region_or_array, index, value):
    text = region_or_array.element(index)
    array = getattr(region_or_array, "array", region_or_array)
    if array.type == "double":
        return f"{text} = to_double({value});"
    if array.type == "struct cell":
        field = random.choice(["a", "b", "c", "d[0]", "d[1]"])
        convert = {"b": "(short)(", "c": "to_double("}.get(field, "(")
        return f"{text}.{field} = {convert}{value});"
    return f"{text} = {value};" if array.type == "unsigned" else f"{text} = ({array.type})({value});"


def index(scope, length):
    """An index below `length`, often known only when the program runs."""
    random = scope.random
    if length <= 1:
        return "0"
    roll = random.random()
    if scope.indices and roll < 0.6:
        name, bound = random.choice(scope.indices)
        if bound <= length and random.random() < 0.7:
            return name
        return f"({name} * {random.randint(1, 5)}u + {random.randint(0, 7)}u) % {length}u"
    if roll < 0.75:
        return str(random.randrange(length))
    return f"({random.choice(LOCALS + ['m', 'n', 'RANK'])} + {random.randrange(length)}u) % {length}u"


def element(scope):
    choices = scope.usable()
    if not choices:
        return "x0"
    hot = [a for a in choices if a in scope.recent]
    array = scope.random.choice(hot if hot and scope.random.random() < 0.5 else choices)
    return read(array, index(scope, array.length))


def expression(scope, depth=2):
    random = scope.random
    if depth == 0 or random.random() < 0.2:
        roll = random.random()
        if roll < 0.45:
            return element(scope)
        if roll < 0.7:
            return random.choice(LOCALS)
        if roll < 0.8 and scope.indices:
            return random.choice(scope.indices)[0]
        return random.choice(["RANK", "SIZE", "n", "m", "u0", f"{random.randrange(1, 99)}u"])
    a, b = expression(scope, depth - 1), expression(scope, depth - 1)
    roll = random.random()
    if roll < 0.7:
        return f"({a} {random.choice(['+', '-', '*', '^', '&', '|', '+'])} {b})"
    if roll < 0.8:
        return f"({a} >> {random.randrange(1, 9)})"
    if roll < 0.9:
        return f"({a} < {b} ? {random.choice(LOCALS)} : {expression(scope, 0)})"
    return f"mix({a})"


def assignment(scope):
    random = scope.random
    choices = scope.usable()
    if not choices or random.random() < 0.3:
        return f"{random.choice(LOCALS)} {random.choice(['=', '+=', '^='])} {expression(scope)};"
    hot = [a for a in choices if a in scope.recent]
    array = random.choice(hot if hot and random.random() < 0.5 else choices)
    return write(random, array, index(scope, array.length), expression(scope))


def bound(scope, limit):
    """The text of a trip count that is at most `limit`."""
    random = scope.random
    return random.choice([str(random.randint(1, limit)), str(limit), f"(n & {7 if limit > 7 else 3}u)",
                          f"(x0 & {7 if limit > 7 else 3}u)"])


def loop(scope, depth=0):
    random = scope.random
    name = scope.fresh("i")
    limit = random.choice([4, 8, 16])
    scope.indices.append((name, limit))
    body = [Node(assignment(scope)) for _ in range(random.randint(1, 3))]
    if depth == 0 and random.random() < 0.2:
        body.append(loop(scope, 1))
    if random.random() < 0.2:
        body.append(Node([f"if ({expression(scope, 1)} % 3u == 0) {random.choice(['break', 'continue'])};"]))
        body.append(Node(assignment(scope)))
    scope.indices.pop()
    count = bound(scope, limit)
    if random.random() < 0.15:
        return Node([f"{{ unsigned {name} = {count}; while ({name}-- > 0) {{"], body, "} }")
    return Node(f"for (unsigned {name} = 0; {name} < {count}; {name}++) {{", body, "}")


def copy(scope):
    random = scope.random
    array = random.choice(scope.usable() or [scope.new_local("unsigned")])
    if isinstance(array, Scalar):
        return Node(assignment(scope))
    length = random.randint(1, 8)
    to = Region(array, random.randint(0, array.length - length), length)
    if random.random() < 0.3 and array.type not in ("double", "struct cell"):
        return Node(f"memset({to.text}, {random.randint(0, 255)}, {length} * sizeof({array.type}));")
    source = scope.region(array.type, length, scalars=False)
    if scope.frozen is not None and not scope.is_free(source.array):
        return Node(assignment(scope))
    function = "memcpy" if scope.disjoint(to, source, require=False) else "memmove"
    return Node(f"{function}({to.text}, {source.text}, {length} * sizeof({array.type}));")


def checksum_bytes(scope):
    """Reads through a pointer to characters, which may be anything for TBAA."""
    choices = [a for a in scope.usable() if a.type != "struct cell"]
    if not choices:
        return Node(assignment(scope))
    array = scope.random.choice(choices)
    name, i = scope.fresh("bytes"), scope.fresh("i")
    return Node([f"{{ const unsigned char* {name} = (const unsigned char*)({Region(array, 0, 1).text});",
                 f"  for (unsigned {i} = 0; {i} < sizeof({array.type}); {i}++) x1 = x1 * 31u + {name}[{i}]; }}"])


def conditional(scope):
    random = scope.random
    body = [Node(assignment(scope)) for _ in range(random.randint(1, 2))]
    if random.random() < 0.3:
        body.append(loop(scope, 1))
    condition = f"if ({expression(scope, 1)} % {random.choice([2, 3, 5])}u == {random.randrange(2)}u) {{"
    if random.random() < 0.3:
        return Node(f"switch ({random.choice(LOCALS)} & 3u) {{",
                    [Node(f"case {k}: {assignment(scope)} {random.choice(['break;', ''])}") for k in range(2)]
                    + [Node(f"default: {assignment(scope)}")], "}")
    if random.random() < 0.5:
        return Node("", [Node(condition, body, "}"), ])
    return Node(condition, body, ["} else {", "  " + assignment(scope), "}"])


def helper_call(scope):
    """A call of one of the functions that every program has."""
    random = scope.random
    if not scope.has_calls:
        return Node(assignment(scope))
    choices = [a for a in scope.usable("unsigned", 16) if not isinstance(a, Scalar)]
    target = random.choice(LOCALS)
    calls = [f"{target} += bump({expression(scope, 1)});", f"{target} ^= sum_globals();",
             f"{target} += constant({expression(scope, 1)});",
             f"{target} += fuzz_opaque({expression(scope, 1)});",
             f"{target} += table[x0 & 1u]({expression(scope, 1)});"]
    if choices:
        name = random.choice(choices).name
        calls += [f"{target} += recursive({name}, {random.randint(0, 6)}u);", f"fill({name}, {expression(scope, 1)});",
                  f"{target} += total({name});", f"show({name});"]
    return Node(random.choice(calls))


def inquiry(scope):
    """Asks MPI what this process knows already, into a variable or into memory that may be in flight."""
    random = scope.random
    asked = random.choice(["MPI_Comm_rank(MPI_COMM_WORLD, ", "MPI_Comm_size(fuzz_comm, ", "MPI_Type_size(MPI_SHORT, "])
    choices = scope.usable("unsigned")
    if choices and random.random() < 0.5:
        array = random.choice(choices)
        return Node(f"{asked}(int*)&{array.element(index(scope, array.length))});")
    name = scope.fresh("asked")
    return Node(f"{{ int {name}; {asked}&{name}); {random.choice(LOCALS)} += (unsigned){name}; }}")


def rare(scope):
    random = scope.random
    same_everywhere = [f"u0 = u0 * 5u + {random.randint(1, 9)}u;", "fuzz_bias = u0 & 15u;"] if scope.uniform else []
    return Node(random.choice(same_everywhere + [
        f"lonely = {expression(scope, 1)}; x2 += lonely;",
        f"x2 += __atomic_fetch_add(&shared, {random.randint(1, 9)}u, __ATOMIC_SEQ_CST);",
        f"__asm__ volatile(\"\" : \"+r\"({random.choice(LOCALS)}) : : \"memory\");",
    ]))


def statement(scope):
    """Any statement that computes."""
    random = scope.random
    maker = random.choices([lambda s: Node(assignment(s)), loop, copy, conditional, helper_call, checksum_bytes,
                            lambda s: Node(f'printf("%u\\n", {expression(s, 1)});'), inquiry, rare],
                           [8, 7, 2, 3, 3, 1, 1, 1, 0.5])[0]
    return maker(scope)
