# SPDX-License-Identifier: Apache-2.0
"""The C side: structs of arguments, and the entry points."""
import dataclasses

import fortran_controls
import mpi_table
import presence
from mpi_table import Argument, Form
from table import Function, Kind

PERSISTENT = "#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES\n{}#endif\n"
MPI4 = "#if MPI_VERSION >= 4\n{}#endif\n"


def member(argument: Argument) -> str:
    """An array is a pointer in a struct."""
    return f"{argument.type}{'*' * bool(argument.extents)} {argument.name}"


def struct(function, large=False):
    name = f"{function.name}{'Large' * large}Arguments"
    operation = f"  static constexpr Operation operation = Operation::{function.own.operation};\n"
    if large:
        operation += f"  using Small = {function.name}Arguments;\n"
    arguments = function.forms[Form.BLOCKING, large].argument_list
    members = "".join(f"  {member(argument)};\n" for argument in arguments)
    return f"struct {name} {{\n{operation}{members}}};\n"


def each_array(function):
    """Shows the arrays among the arguments to a visitor, which may put others in their places."""
    arrays = [argument.name for argument in function.argument_list if argument.extents]
    if not arrays:
        return ""
    visits = "".join(f"  visit(a.{name});\n" for name in arrays)
    return ("template <class Visit>\n"
            f"void each_array({function.name}Arguments& a, const Visit& visit) {{\n{visits}}}\n")


def native(function, called, more=(), large=False):
    """An overload of native(): the installed MPI's function on the struct."""
    parameters = "".join(f", {argument}" for argument in more)
    passed = ", ".join([*(f"a.{name}" for name in function.arguments), *(a.name for a in more)])
    struct_name = f"{function.name}{'Large' * large}Arguments"
    return (f"inline int native(const {struct_name}& a{parameters}) {{\n"
            f"  return {called}({passed});\n}}\n")


def arguments_of(function):
    name = function.name
    text = struct(function) + each_array(function) + native(function, f"PMPI_{name}")
    text += native(function, f"PMPI_I{name.lower()}", function.more(Form.NONBLOCKING))
    text += PERSISTENT.format(
        native(function, f"OWN_PERSISTENT({name})", function.more(Form.PERSISTENT)))
    if function.has_large_form:
        large = struct(function, large=True) + native(function, f"PMPI_{name}_c", large=True)
        text += MPI4.format(large)
    return text


def arguments_header(functions, notice):
    planned_functions = [each for each in functions if each.kind is Kind.PLANNED]
    declared = "".join(f"DECLARE_PERSISTENT({each.name});\n" for each in planned_functions)
    return f"""{notice}
/// The arguments of each planned function, and native(), which calls the installed MPI with them.
#pragma once

#include <mpi.h>

#include "arguments/persistent_names.h"
#include "bamboo/plans/problem.h"

{PERSISTENT.format(declared)}
namespace bamboo::plans::pmpi {{

{chr(10).join(map(arguments_of, planned_functions))}
}}  // namespace bamboo::plans::pmpi
"""


@dataclasses.dataclass(frozen=True)
class Entry:
    """One form of a function: MPI_Gather, MPI_Igather_c, …"""
    function: Function
    form: Form
    large: bool

    @property
    def own(self) -> mpi_table.Function:
        return self.function.forms[self.form, self.large]

    @property
    def passed(self) -> str:
        return self.own.arguments()

    @property
    def native(self):
        """The installed MPI's function, whatever it calls its persistent forms."""
        if self.is_persistent_collective:
            return f"OWN_PERSISTENT({self.function.name})"
        return f"P{self.own.name}"

    @property
    def is_persistent_collective(self):
        return self.function.kind is Kind.PLANNED and self.form is Form.PERSISTENT and not self.large

    def define(self, body):
        """The entry, where this MPI has it."""
        if self.is_persistent_collective:
            head = f"PERSISTENT({self.function.name}, ({self.own.parameters}))"
            return PERSISTENT.format(f"{head} {{\n{body}}}\n")
        entry = f"int {self.own.name}({self.own.parameters}) {{\n{body}}}\n"
        return MPI4.format(entry) if self.own.since >= 4 else entry


def entries(function):
    """With large counts a function has the plain form even where that is written by hand."""
    for form, large in function.forms:
        if function.is_in_c or large:
            yield Entry(function, form, large)


def planned_body(entry):
    function = entry.function
    made = f"{function.name}{'Large' * entry.large}Arguments{{{function.own.arguments()}}}"
    if entry.large:
        if entry.form is not Form.BLOCKING:
            return unplannable_body(entry, "LargeCounts", made)
        return f"{presence.in_call(entry.own)}  return dispatch_large({made}, BAMBOO_ORIGIN);\n"
    if entry.form is Form.NONBLOCKING:
        return presence.started(entry.own, f"dispatch_nonblocking({made}, BAMBOO_ORIGIN, request)")
    if entry.form is Form.PERSISTENT:
        return presence.started(entry.own, f"dispatch_persistent({made}, BAMBOO_ORIGIN, info, request)")
    if function.keeps_control:
        return f"{presence.in_call(entry.own)}  return dispatch_controlled({made}, BAMBOO_ORIGIN, nullptr);\n"
    # The struct that is handed out of line is another one: the short way needs no memory.
    return (f"{presence.in_call(entry.own)}  if (stays_native({made})) [[likely]]\n"
            f"    return {entry.native}({entry.passed});\n"
            f"  return dispatch_blocking({made}, BAMBOO_ORIGIN);\n")


def unplannable_body(entry, why, made):
    """`made`: the arguments as a struct. The installed MPI serves, and the report counts."""
    detach = "" if entry.form is Form.NONBLOCKING else "  before_blocking();\n"
    name = entry.own.name.removeprefix("MPI_")
    call = f"{{\"{name}\", Unplannable::{why}, comm, BAMBOO_ORIGIN}}"
    return (f"{detach}  return count_unplannable({call}, {made},\n"
            f"                           [&] {{ return {entry.native}({entry.passed}); }});\n")


def controls(function):
    """The control parts of bamboo_plans.h: the arguments without buffers."""
    passed = ", ".join("nullptr" if name in function.buffers else name for name in function.arguments)
    for name, known in function.controls:
        parameters = ", ".join(map(str, known))
        pattern = "pattern" if any(each.name == "pattern" for each in known) else "nullptr"
        made = f"make_plan({function.name}Arguments{{{passed}}}, {pattern}, plan)"
        yield f"int Bamboo_{name}({parameters}, Bamboo_Plan* plan) {{\n  return {made};\n}}\n"


def controlled(function, call, before=""):
    """The function of bamboo_controls.h, which keeps its control part."""
    return (f"int Bamboo_{function.name}_controlled({function.own.parameters}, uint64_t* control) {{\n"
            f"{before}  insist_on_open(control, \"MPI_{function.name}\");\n"
            f"  return {call};\n}}\n")


def linked_controls_source(functions, notice):
    entries = "\n".join(
        controlled(function, f"MPI_{function.name}({function.own.arguments()})") + fortran_controls.linked(function)
        for function in functions if function.keeps_control)
    return f"""{notice}
// The functions with control parts that programs are linked with: without plans they are the MPI's
// own.
#include "controls/closed_control.h"

const int bamboo_has_controls = 1;

{entries}
int Bamboo_Control_close(uint64_t* control) {{
  insist_on_open(control, "Bamboo_Control_close");
  *control = BAMBOO_CONTROL_CLOSED;
  return MPI_SUCCESS;
}}
"""


def passed_on_body(entry):
    call = f"{entry.native}({entry.passed})"
    if entry.form is not Form.BLOCKING:
        return presence.started(entry.own, call)
    if entry.function.kind is Kind.PROGRESSES:
        return (f"{presence.in_poll(entry.own)}  before_polling();\n  const int error = {call};\n"
                f"{presence.found(entry.own)}  return error;\n")
    if entry.function.kind is Kind.MAKES:
        call = f"opened_early({call}, {entry.function.arguments[-1]})"
    return f"{presence.in_call(entry.own)}  before_blocking();\n  return {call};\n"


def entries_of(function):
    body_of = planned_body if function.kind is Kind.PLANNED else passed_on_body
    for entry in entries(function):
        yield entry.define(body_of(entry))
    yield from controls(function)
    if function.keeps_control:
        made = f"{function.name}Arguments{{{function.own.arguments()}}}"
        stored = presence.in_call(function.own)
        yield controlled(function, f"dispatch_controlled({made}, BAMBOO_ORIGIN, control)", stored)


def entries_source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in entries_of(function))
    return f"""{notice}
// MPI's functions as C programs call them.
#include "controls/closed_control.h"
#include "controls/plan_handle.h"
#include "dispatch/behind_requests.h"
#include "dispatch/blocking.h"
#include "dispatch/large_counts.h"
#include "dispatch/unplannable.h"
#include "interpose/passed_on.h"
#include "presence/presence.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
