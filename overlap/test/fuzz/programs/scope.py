# SPDX-License-Identifier: Apache-2.0
"""What a function of a generated program can see, and what may be the same memory as what."""
import dataclasses

# C type -> MPI types that may describe it.
MPI_TYPES = {
    "unsigned": ["MPI_UNSIGNED"],
    "int": ["MPI_INT"],
    "double": ["MPI_DOUBLE"],
    "long": ["MPI_LONG"],
    "short": ["MPI_SHORT"],
    "unsigned char": ["MPI_UNSIGNED_CHAR", "MPI_BYTE"],
    "struct cell": ["fuzz_cell_type"],
}
PARAMETER_LENGTH = 16  # elements behind every pointer that a function is given
GLOBAL, LOCAL, HEAP, PARAMETER = "global", "local", "heap", "parameter"


@dataclasses.dataclass(eq=False)
class Array:
    name: str
    type: str
    length: int
    kind: str

    def element(self, index):
        return f"{self.name}[{index}]"


@dataclasses.dataclass(eq=False)
class Scalar(Array):
    """One unsigned whose address is taken."""

    def element(self, index):
        return self.name


@dataclasses.dataclass
class Region:
    array: Array
    offset: int
    length: int

    @property
    def text(self):
        if isinstance(self.array, Scalar):
            return f"&{self.array.name}"
        return f"{self.array.name} + {self.offset}" if self.offset else self.array.name

    def element(self, index):
        if isinstance(self.array, Scalar) or not self.offset:
            return self.array.element(index)
        return self.array.element(f"{index} + {self.offset}")


@dataclasses.dataclass
class Function:
    name: str
    parameters: list  # arrays
    # Pairs of arrays that must be different memory. A dict keeps their order, so that a seed gives one program.
    constraints: dict = dataclasses.field(default_factory=dict)
    cost: int = 1     # communications, about
    recursive: bool = False
    helpers: list = dataclasses.field(default_factory=list)  # names of functions that only it calls


class Scope:
    """Of one function while it is made."""

    def __init__(self, random, function, global_arrays):
        self.random = random
        self.function = function
        self.arrays = list(global_arrays) + list(function.parameters)
        self.locals = []      # arrays to be declared
        self.helpers = []     # functions that only this one calls, in front of it
        self.recent = []      # arrays that the last operations worked on
        self.indices = []     # loop variables, with their ranges
        self.depth = 0
        self.cost = 0
        self.factor = 1       # how often this place is executed
        self.counter = 0
        self.has_calls = True  # calls of functions that see the globals
        self.uniform = True   # all ranks come here
        self.frozen = None    # arrays that must not be touched here (buffers of a pending operation)

    def fresh(self, prefix):
        self.counter += 1
        return f"{prefix}{self.counter}"

    def new_local(self, ctype):
        array = Array(self.fresh("local"), ctype, self.random.choice([16, 24, 32]), LOCAL)
        self.locals.append(array)
        self.arrays.append(array)
        return array

    def disjoint(self, a, b, require=True):
        """True when two regions are different memory; asks the callers for it when only they can know."""
        one, other = a.array, b.array
        if one is other:
            return a.offset + a.length <= b.offset or b.offset + b.length <= a.offset
        if PARAMETER not in (one.kind, other.kind):
            return True
        foreign = (GLOBAL, PARAMETER)
        if one.kind not in foreign or other.kind not in foreign:
            return True
        if isinstance(one, Scalar) or isinstance(other, Scalar):
            return True  # no parameter ever points to a scalar
        pair = frozenset((one, other))
        if pair in self.function.constraints:
            return True
        if require:
            self.function.constraints[pair] = True
        return require

    def usable(self, ctype=None, length=1):
        found = [a for a in self.arrays if (ctype is None or a.type == ctype) and a.length >= length]
        if self.frozen is not None:
            found = [a for a in found if self.is_free(a)]
        return found

    def is_free(self, array):
        whole = Region(array, 0, array.length)
        return all(self.disjoint(whole, Region(f, 0, f.length), require=False) for f in self.frozen)

    def region(self, ctype, length, apart_from=(), scalars=True):
        """A region of at least `length` elements that is none of the regions `apart_from`."""
        random = self.random
        choices = self.usable(ctype, length)
        if not scalars or length > 1:
            choices = [a for a in choices if not isinstance(a, Scalar)]
        hot = [a for a in choices if a in self.recent]
        for _ in range(6):
            pool = hot if hot and random.random() < 0.5 else choices
            if not pool:
                break
            array = random.choice(pool)
            limit = min(array.length, PARAMETER_LENGTH) if array.kind == PARAMETER else array.length
            region = Region(array, random.choice([0, 0, random.randint(0, limit - length)]), length)
            if all(self.disjoint(region, other, require=random.random() < 0.7) for other in apart_from):
                return region
        return Region(self.new_local(ctype), 0, length)

    def touch(self, *regions):
        self.recent = [r.array for r in regions] + self.recent[:3]
