# SPDX-License-Identifier: Apache-2.0
"""The table of MPI as objects: all functions, and what their arguments are for.

A row of functions/CHAPTER.toml describes a function and the forms that follow from it:

    Recv = { receives = "out buf, count, …, out status", since = 1.0, nonblocking = 1.0 }

    receives     what the call does, a word of Call; behind it the arguments
    since        the version of MPI that has the function
    removed      the version that no longer has it
    nonblocking  the version that has MPI_Irecv, with a request in the place of the status
    persistent   the version that has MPI_Recv_init; that of a collective has an info, too
    missing      Bamboo refuses the function in mode tasks
    returns      the type of the result, where it is no error code
    planned      plans may serve the function; its control parts, words of Control
    facts        further properties, words of Fact

A function has a form MPI_Recv_c with large counts where arguments.toml has a large type for one of
its arguments.

An argument is a name behind these words, in this order and where they apply:

    may          only some calls, or some ranks, read or write it
    in           the function reads it: the same as no word
    out, inout   the function writes it, or reads and writes it
    blocks       it is a buffer of as many blocks as there are ranks
    a kind       of arguments.toml, where that page gives another kind to the name

A buffer's count and datatype are the next ones behind it.
"""
import dataclasses
import enum
import re
import tomllib
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent
VERSION_WITH_LARGE_COUNTS = 4.0
# Functions whose blocks are served by a more general one, in bytes.
SERVED_AS = {"Alltoallw": "Alltoallv", "Neighbor_allgather": "NeighborAllgatherv",
             "Neighbor_alltoall": "NeighborAlltoallv", "Neighbor_alltoallw": "NeighborAlltoallv"}


class Call(enum.Enum):
    """The kind of a call. It determines which other processes the call may wait for."""
    LOCAL = "local"            # never waits for another process
    COLLECTIVE = "collective"  # all processes of a communicator, a window or a file call it
    ONE_SIDED = "one_sided"    # accesses memory of another process, or lets others access it
    SYNCHRONISES = "synchronises"  # begins, ends or completes such accesses
    SENDS = "sends"
    RECEIVES = "receives"      # waits until a message is there
    POSTS = "posts"            # starts a receive
    EXCHANGES = "exchanges"    # sends and receives
    PREPARES = "prepares"      # makes a persistent request
    STARTS = "starts"          # starts persistent requests
    COMPLETES = "completes"    # waits for requests, or tests them
    PROBES = "probes"          # never waits, but its answer depends on which messages have come
    FILE = "file"              # accesses a file that other processes may access
    TOOL = "tool"              # reads or sets what the library counts
    OTHER = "other"            # waits for other processes, or calls a function of the program


class Fact(enum.Enum):
    """A property that the kind of call and the arguments do not show."""
    INQUIRY = "inquiry"  # returns what the process knows; starts, completes and orders nothing
    WRITES_ARGUMENTS_ONLY = "writes-arguments-only"  # at once, and frees nothing
    KEEPS_NO_ADDRESS = "keeps-no-address"  # of the program's, where the program can find it
    KEEPS_TYPES = "keeps-types"  # frees no datatype, and so calls no callback of an attribute
    NO_EQUAL_FORM = "no-equal-form"  # no nonblocking function does the same


class Control(enum.Enum):
    """The functions of bamboo_plans.h and bamboo_controls.h that make the plan of a function."""
    NONE = "no-control"
    ONE = "control"  # Bamboo_X_control
    TWO_PARTS = "two-part-control"  # Bamboo_X_control1 and _control2: not all know the sizes
    KEPT = "kept-control"  # Bamboo_X_controlled, which keeps its control part


class Form(enum.Enum):
    BLOCKING = "blocking"
    NONBLOCKING = "nonblocking"
    PERSISTENT = "persistent"


class Kind(NamedTuple):
    """A row of arguments.toml."""
    name: str
    c: str
    large: str
    array: bool
    memory: bool
    declared: bool

    def declaration(self, direction: str, large: bool) -> tuple[str, str]:
        """Returns the text before the name and behind it."""
        c = self.large if large and self.large else self.c
        if self.declared:
            before, behind = c.split("{}")
            return before.rstrip(), behind
        const = "const " if direction == "in" and (self.array or self.memory) else ""
        pointer = " *" if self.memory or direction != "in" and not self.array else ""
        return f"{const}{c}{pointer}", "[]" if self.array else ""


class Argument(NamedTuple):
    """`type name`, `type *name` or `type name[…]`, and its role."""
    type: str
    name: str
    extents: str
    kind: str
    direction: str  # in, out or inout
    may: bool
    blocks: bool

    def __str__(self) -> str:
        return f"{self.type}{'' if self.type.endswith('*') else ' '}{self.name}{self.extents}"


@dataclasses.dataclass(frozen=True)
class Function:
    name: str
    row: str  # the function that names the row: MPI_Send for MPI_Isend_c
    chapter: str
    form: Form
    large: bool
    since: float
    removed: float | None
    supported: bool
    result: str
    call: Call
    argument_list: tuple[Argument, ...]
    variadic: bool
    facts: frozenset[Fact]
    planned: frozenset[Control]  # empty: it is not planned

    @property
    def parameters(self) -> str:
        declared = [*map(str, self.argument_list), *["..."] * self.variadic]
        return ", ".join(declared) or "void"

    @property
    def operation(self) -> str:
        """Returns the operation of the plans (bamboo/plans/problem.h) that a collective asks for: ReduceScatter."""
        name = self.row.removeprefix("MPI_")
        return SERVED_AS.get(name, "".join(part.capitalize() for part in name.split("_")))

    def beside_rank(self) -> "Function":
        """Returns the parameters with another name for an argument `rank`: in Bamboo's entries that is the caller's."""
        arguments = (a._replace(name="of_rank") if a.name == "rank" else a
                     for a in self.argument_list)
        return dataclasses.replace(self, argument_list=tuple(arguments))

    def arguments(self) -> str:
        """Returns the names of the parameters, as a call passes them."""
        return ", ".join(a.name for a in self.argument_list)


class _Kinds:
    def __init__(self):
        self.by_name, self.of_arguments = {}, {}
        for name, row in tomllib.loads((FOLDER / "arguments.toml").read_text()).items():
            kind = Kind(name, row.get("c") or row["declared"], row.get("large", ""),
                        row.get("array", False), row.get("memory", False), "declared" in row)
            self.by_name[name] = kind
            for argument in row.get("names", "").split():
                if argument in self.of_arguments:
                    raise ValueError(f"arguments.toml: error: '{argument}' has a second kind")
                self.of_arguments[argument] = kind

    def find(self, argument: str, word: str | None) -> Kind | None:
        return self.by_name.get(word or "number") if word or argument not in self.of_arguments \
            else self.of_arguments[argument]


class _Row:
    """A row, from which functions are made."""

    def __init__(self, chapter: str, name: str, row: dict, kinds: _Kinds):
        self.chapter, self.name, self.kinds = chapter, name, kinds
        row = dict(row)
        self.since, self.removed = row.pop("since", None), row.pop("removed", None)
        self.forms = {Form.BLOCKING: self.since, Form.NONBLOCKING: row.pop("nonblocking", None),
                      Form.PERSISTENT: row.pop("persistent", None)}
        self.supported, self.result = not row.pop("missing", False), row.pop("returns", "int")
        self.facts = self.words(Fact, row.pop("facts", ""))
        self.planned = self.words(Control, row.pop("planned", ""))
        if self.since is None:
            raise self.error("there is no `since`")
        if len(row) != 1:
            raise self.error(f"{', '.join(row) or 'nothing'} where one word names the call")
        (call, arguments), = row.items()
        self.call = self.word(Call, call)
        texts = [text.split() for text in arguments.split(",") if text.strip()]
        self.variadic = ["..."] in texts
        self.texts = [words for words in texts if words != ["..."]]

    def error(self, text: str) -> ValueError:
        return ValueError(f"{self.chapter}.toml: error: {self.name}: {text}")

    def word(self, enumeration, word: str):
        known = [each.value for each in enumeration]
        if word not in known:
            raise self.error(f"'{word}' is none of {', '.join(known)}")
        return enumeration(word)

    def words(self, enumeration, text: str) -> frozenset:
        return frozenset(self.word(enumeration, word) for word in text.split())

    def argument(self, words: list[str], large: bool) -> Argument:
        *words, name = words
        may = words[:1] == ["may"]
        words = words[may:]
        direction = words.pop(0) if words[:1] in (["in"], ["out"], ["inout"]) else "in"
        blocks = words[:1] == ["blocks"]
        words = words[blocks:]
        kind = self.kinds.find(name, words.pop(0) if words else None)
        if kind is None or words:
            raise self.error(f"the argument {name} has no kind of arguments.toml")
        before, behind = kind.declaration(direction, large)
        return Argument(before, name, behind, kind.name, direction, may, blocks)

    def arguments(self, form: Form, large: bool) -> tuple[Argument, ...]:
        texts = self.texts
        if form is not Form.BLOCKING:
            info = [["info"]] if (form, self.call) == (Form.PERSISTENT, Call.COLLECTIVE) else []
            texts = [words for words in texts if words[-1] != "status"]
            texts = [*texts, *info, ["out", "request"]]
        return tuple(self.argument(words, large) for words in texts)

    def name_of(self, form: Form) -> str:
        if form is Form.PERSISTENT:
            return f"{self.name}_init"
        if form is Form.BLOCKING:
            return self.name
        object_ = re.match(r"(Buffer|Comm|File|Session)_", self.name)
        if object_:
            return f"{object_[0]}i{self.name[object_.end():]}"
        return f"I{self.name[0].lower()}{self.name[1:]}"

    def call_of(self, form: Form) -> Call:
        if form is Form.PERSISTENT and self.call in (Call.SENDS, Call.RECEIVES):
            return Call.PREPARES
        if form is Form.NONBLOCKING and self.call is Call.RECEIVES:
            return Call.POSTS
        return self.call

    def functions(self):
        for form, since in self.forms.items():
            if since is not None:
                yield self.function(form, since, large=self.name.endswith("_c"))
                if self.arguments(form, True) != self.arguments(form, False):
                    later = max(since, VERSION_WITH_LARGE_COUNTS)
                    yield self.function(form, later, large=True, ending="_c")

    def function(self, form: Form, since: float, large: bool, ending: str = "") -> Function:
        return Function(
            name=f"MPI_{self.name_of(form)}{ending}", row=f"MPI_{self.name}", chapter=self.chapter,
            form=form, large=large, since=since, removed=self.removed, supported=self.supported,
            result=self.result, call=self.call_of(form), variadic=self.variadic,
            argument_list=self.arguments(form, bool(ending)),
            facts=self.facts if form is Form.BLOCKING else frozenset(), planned=self.planned)


def functions(folder: Path = FOLDER / "functions") -> list[Function]:
    """Returns all functions, by chapters and names; those with large counts last."""
    kinds = _Kinds()
    found = [function for path in folder.glob("*.toml")
             for name, row in tomllib.loads(path.read_text()).items()
             for function in _Row(path.stem, name, row, kinds).functions()]
    return sorted(found, key=lambda f: (f.chapter, f.large, f.name))
