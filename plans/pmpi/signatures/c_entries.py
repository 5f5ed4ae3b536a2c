# SPDX-License-Identifier: Apache-2.0
"""The C side of functions.txt: structs of arguments, and the entry points."""
import dataclasses

import fortran_controls
from table import TYPES, Function, Kind

PERSISTENT = "#ifdef BAMBOO_HAS_PERSISTENT_COLLECTIVES\n{}#endif\n"
MPI4 = "#if MPI_VERSION >= 4\n{}#endif\n"


def struct(function, large=False):
    name = f"{function.name}{'Large' * large}Arguments"
    operation = f"  static constexpr Operation operation = Operation::{function.operation};\n"
    members = "".join(f"  {TYPES[name].member(name, large)};\n" for name in function.arguments)
    return f"struct {name} {{\n{operation}{members}}};\n"


def each_array(function):
    """Shows the arrays among the arguments to a visitor, which may put others in their places."""
    arrays = [name for name in function.arguments if TYPES[name].after]
    if not arrays:
        return ""
    visits = "".join(f"  visit(a.{name});\n" for name in arrays)
    return ("template <class Visit>\n"
            f"void each_array({function.name}Arguments& a, const Visit& visit) {{\n{visits}}}\n")


def native(function, called, more=(), large=False):
    """An overload of native(): the installed MPI's function on the struct."""
    parameters = "".join(f", {TYPES[name].declare(name)}" for name in more)
    passed = ", ".join([*(f"a.{name}" for name in function.arguments), *more])
    struct_name = f"{function.name}{'Large' * large}Arguments"
    return (f"inline int native(const {struct_name}& a{parameters}) {{\n"
            f"  return {called}({passed});\n}}\n")


def arguments_of(function):
    name = function.name
    text = struct(function) + each_array(function) + native(function, f"PMPI_{name}")
    text += f"PreparedCall prepare(const {name}Arguments& a, const Member& member, const Algorithm& algorithm);\n"
    if "i" in function.c_forms:
        text += native(function, f"PMPI_I{name.lower()}", ["request"])
    if "p" in function.c_forms:
        made = native(function, f"OWN_PERSISTENT({name})", ["info", "request"])
        text += PERSISTENT.format(made)
    if "c" in function.c_forms:
        large = struct(function, large=True) + native(function, f"PMPI_{name}_c", large=True)
        text += MPI4.format(large)
    return text


def arguments_header(functions, notice):
    planned_functions = [each for each in functions if each.kind is Kind.PLANNED]
    declared = "".join(f"DECLARE_PERSISTENT({each.name});\n" for each in functions if "p" in each.c_forms)
    return f"""{notice}
/// The arguments of each planned function; native(), which calls the installed MPI with them; and
/// prepare(), which prepares the call for the algorithm that is going to serve it.
#pragma once

#include <mpi.h>

#include "arguments/persistent_names.h"
#include "bamboo/plans/problem.h"

{PERSISTENT.format(declared)}
namespace bamboo::plans {{
struct Algorithm;
}}

namespace bamboo::plans::pmpi {{

struct Member;
struct PreparedCall;

{chr(10).join(map(arguments_of, planned_functions))}
}}  // namespace bamboo::plans::pmpi
"""


@dataclasses.dataclass(frozen=True)
class Form:
    """One form of a function: MPI_Gather, MPI_Igather_c, …"""
    function: Function
    letter: str   # as functions.txt explains them
    large: bool   # with large counts

    @property
    def name(self):
        own = self.function.name
        of = {"b": own, "i": f"I{own.lower()}", "p": f"{own}_init"}
        return f"{of[self.letter]}{'_c' * self.large}"

    @property
    def more(self):
        """Arguments behind those of the row."""
        return {"b": [], "i": ["request"], "p": ["info", "request"]}[self.letter]

    @property
    def native(self):
        """The installed MPI's function, whatever it calls its persistent forms."""
        if self.letter == "p" and not self.large:
            return f"OWN_PERSISTENT({self.function.name})"
        return f"PMPI_{self.name}"

    def define(self, body):
        """The entry, where this MPI has it."""
        parameters = self.function.parameters(self.more, self.large)
        if self.letter == "p" and not self.large:
            head = f"PERSISTENT({self.function.name}, ({parameters}))"
            return PERSISTENT.format(f"{head} {{\n{body}}}\n")
        entry = f"int MPI_{self.name}({parameters}) {{\n{body}}}\n"
        return MPI4.format(entry) if self.large or "4" in self.function.c_forms else entry


def forms(function):
    """With large counts a function has the plain form even where that is written by hand."""
    for letter in "bip":
        if letter in function.c_forms:
            yield Form(function, letter, False)
        if "c" in function.c_forms and (letter in function.c_forms or letter == "b"):
            yield Form(function, letter, True)


def planned_body(form):
    function = form.function
    made = f"{function.name}{'Large' * form.large}Arguments{{{function.passed()}}}"
    if form.large:
        if form.letter != "b":
            return unplannable_body(form, "LargeCounts", made)
        return f"  return dispatch_large({made}, BAMBOO_ORIGIN);\n"
    if form.letter == "i":
        return f"  return dispatch_nonblocking({made}, BAMBOO_ORIGIN, request);\n"
    if form.letter == "p":
        return f"  return dispatch_persistent({made}, BAMBOO_ORIGIN, info, request);\n"
    if "o" in function.c_forms:
        return f"  return dispatch_controlled({made}, BAMBOO_ORIGIN, nullptr);\n"
    # The struct that is handed out of line is another one: the short way needs no memory.
    return (f"  if (stays_native({made})) [[likely]]\n"
            f"    return {form.native}({function.passed()});\n"
            f"  return dispatch_blocking({made}, BAMBOO_ORIGIN);\n")


def unplannable_body(form, why, made):
    """`made`: the arguments as a struct. The installed MPI serves, and the report counts."""
    detach = "" if form.letter == "i" else "  before_blocking();\n"
    call = f"{{\"{form.name}\", Unplannable::{why}, comm, BAMBOO_ORIGIN}}"
    passed = form.function.passed(form.more)
    return (f"{detach}  return count_unplannable({call}, {made},\n"
            f"                           [&] {{ return {form.native}({passed}); }});\n")


def controls(function):
    """The control parts of bamboo_plans.h: the arguments without buffers."""
    passed = ", ".join("nullptr" if name in function.buffers else name for name in function.arguments)
    for name, known in function.controls:
        parameters = ", ".join(TYPES[each].declare(each) for each in known)
        pattern = "pattern" if "pattern" in known else "nullptr"
        made = (f"make_phased_plan({function.name}Arguments{{{passed}}}, {pattern}, plan)"
                if "l" in function.c_forms else
                f"make_plan({function.name}Arguments{{{passed}}}, plan)")
        yield f"int Bamboo_{name}({parameters}, Bamboo_Plan* plan) {{\n  return {made};\n}}\n"


def controlled(function, call):
    """The function of bamboo_controls.h, which keeps its control part."""
    return (f"int Bamboo_{function.name}_controlled({function.parameters()}, uint64_t* control) {{\n"
            f"  insist_on_open(control, \"MPI_{function.name}\");\n"
            f"  return {call};\n}}\n")


def linked_controls_source(functions, notice):
    entries = "\n".join(
        controlled(function, f"MPI_{function.name}({function.passed()})") + fortran_controls.linked(function)
        for function in functions if "o" in function.c_forms)
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


def passed_on_body(form):
    call = f"PMPI_{form.name}({form.function.passed(form.more)})"
    if form.function.kind is Kind.PROGRESSES:
        return f"  before_polling();\n  return {call};\n"
    if form.function.kind is Kind.MAKES:
        call = f"opened_early({call}, newcomm)"
    return f"  before_blocking();\n  return {call};\n"


def body_of(form):
    if form.function.kind is Kind.PLANNED:
        return planned_body(form)
    return passed_on_body(form)


def entries_of(function):
    for form in forms(function):
        yield form.define(body_of(form))
    yield from controls(function)
    if "o" in function.c_forms:
        made = f"{function.name}Arguments{{{function.passed()}}}"
        yield controlled(function, f"dispatch_controlled({made}, BAMBOO_ORIGIN, control)")


def entries_source(functions, notice):
    entries = "\n".join(entry for function in functions for entry in entries_of(function))
    return f"""{notice}
// MPI's functions as C programs call them.
#include "controls/closed_control.h"
#include "controls/plan_handle.h"
#include "dispatch/blocking.h"
#include "dispatch/kept_call.h"
#include "dispatch/large_counts.h"
#include "dispatch/nonblocking.h"
#include "dispatch/persistent.h"
#include "dispatch/unplannable.h"
#include "interpose/passed_on.h"

using namespace bamboo::plans::pmpi;

extern "C" {{

{entries}
}}
"""
