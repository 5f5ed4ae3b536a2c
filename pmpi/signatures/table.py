# SPDX-License-Identifier: Apache-2.0
"""The functions that the library interposes, from the table of MPI."""
import dataclasses
import enum

import mpi_table
from mpi_table import Argument, Call, Control, Form


class Kind(enum.Enum):
    PLANNED = "planned"        # a plan or the installed MPI serves the call
    BLOCKS = "blocks"          # plans behind requests are detached before the installed MPI serves it
    MAKES = "makes"            # the same; the new communicator gets its channel early
    PROGRESSES = "progresses"  # plans behind requests get on before, and votes are refused


# Properties of functions that the table of MPI does not contain, by names.
MAKES = set("""Comm_dup Comm_create Comm_create_group Comm_create_from_group Comm_split Comm_split_type
    Intercomm_merge Cart_create Cart_sub Graph_create Dist_graph_create
    Dist_graph_create_adjacent""".split())
# They wait for other processes, although they are neither messages nor collective.
ALSO_BLOCK = {"Buffer_detach", "Comm_join"}
# They return at once.
DO_NOT_BLOCK = {"Bsend", "Pready", "Pready_list", "Pready_range"}
# interpose/, requests/ and fortran/ have their entries.
BY_HAND = {"Init", "Init_thread", "Finalize", "Comm_set_info", "Comm_dup_with_info"}
BY_HAND_IN_C = {"Comm_free", "Request_get_status", "Test", "Testall", "Testany", "Testsome"}
# MPI 4.1's: no installed MPI has them yet.
NOT_YET = {"Request_get_status_all", "Request_get_status_any", "Request_get_status_some"}
# In Fortran the installed MPIs have no such function, or no persistent form.
NOT_IN_FORTRAN = {"Comm_join", "Comm_spawn", "Comm_spawn_multiple"}
NOT_PERSISTENT_IN_FORTRAN = {"Alltoallw"}


@dataclasses.dataclass(frozen=True)
class Function:
    kind: Kind
    name: str  # without "MPI_"
    forms: dict[tuple[Form, bool], mpi_table.Function]  # by form and large counts; planned: all

    @property
    def own(self) -> mpi_table.Function:
        return self.forms[Form.BLOCKING, False]

    @property
    def argument_list(self) -> tuple[Argument, ...]:
        return self.own.argument_list

    @property
    def arguments(self) -> list[str]:
        return [a.name for a in self.argument_list]

    @property
    def has_large_form(self) -> bool:
        return (Form.BLOCKING, True) in self.forms

    def more(self, form: Form) -> tuple[Argument, ...]:
        """The arguments of a form behind those of the blocking one."""
        return self.forms[form, False].argument_list[len(self.argument_list):]

    @property
    def buffers(self) -> list[str]:
        return [a.name for a in self.argument_list if a.kind == "buffer"]

    @property
    def keeps_control(self) -> bool:
        return Control.KEPT in self.own.planned

    @property
    def has_two_parts(self) -> bool:
        return Control.TWO_PARTS in self.own.planned

    @property
    def controls(self) -> list[tuple[str, list[Argument]]]:
        """Names and arguments of the control parts: all arguments but the buffers."""
        known = [a for a in self.argument_list if a.kind != "buffer"]
        if Control.ONE in self.own.planned:
            return [(f"{self.name}_control", known)]
        if self.has_two_parts:
            return [(f"{self.name}_control1", known),
                    (f"{self.name}_control2", [*known[:-1], PATTERN, known[-1]])]
        return []

    @property
    def requesting(self) -> list[mpi_table.Function]:
        """The forms with a request, without large counts."""
        return [form for (which, large), form in self.forms.items() if which is not Form.BLOCKING and not large]

    @property
    def is_in_c(self) -> bool:
        return self.name not in BY_HAND_IN_C

    @property
    def is_in_fortran(self) -> bool:
        return self.own.since < 4 and self.name not in NOT_IN_FORTRAN

    @property
    def is_persistent_in_fortran(self) -> bool:
        is_of_neighbours = self.name.startswith("Neighbor_")
        return not is_of_neighbours and self.name not in NOT_PERSISTENT_IN_FORTRAN


# How many bytes each process has for each, which the second part of a control part reads.
PATTERN = Argument("const MPI_Count", "pattern", "[]", "pattern", "in", False, False)


def kind_of(function: mpi_table.Function) -> Kind | None:
    name, call = function.name.removeprefix("MPI_"), function.call
    if name in BY_HAND | DO_NOT_BLOCK | NOT_YET or function.form is not Form.BLOCKING:
        return None
    if function.planned:
        return Kind.PLANNED
    if name in MAKES:
        return Kind.MAKES
    if call is Call.PROBES or call is Call.COMPLETES and name.startswith("Test"):
        return Kind.PROGRESSES
    waits = (Call.SENDS, Call.RECEIVES, Call.EXCHANGES, Call.COLLECTIVE, Call.SYNCHRONISES)
    return Kind.BLOCKS if call in waits or name in ALSO_BLOCK else None


def is_started(form: mpi_table.Function) -> bool:
    """Whether the form makes a request for a message: the roll call of a job names what is waited for."""
    return form.call in (Call.SENDS, Call.RECEIVES, Call.POSTS, Call.EXCHANGES, Call.PREPARES)


def functions() -> list[Function]:
    rows = {}
    for function in mpi_table.functions():
        rows.setdefault(function.row, {})[function.form, function.large] = function
    found = []
    for row, forms in rows.items():
        kind = kind_of(forms[Form.BLOCKING, False]) if (Form.BLOCKING, False) in forms else None
        if kind is Kind.PLANNED:
            found.append(Function(kind, row.removeprefix("MPI_"), forms))
        elif kind is not None:
            served = {key: form for key, form in forms.items() if key[0] is Form.BLOCKING or is_started(form)}
            found.append(Function(kind, row.removeprefix("MPI_"), served))
    return found
