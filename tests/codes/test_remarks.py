# SPDX-License-Identifier: Apache-2.0
"""Tests how the remarks of mode overlap are counted, and what the tables print."""
import pathlib
import tempfile

import overlap_table
import remarks


def document(name, function, **arguments):
    passed = "bamboo-overlap" if name != "StackSize" else "prologepilog"
    lines = "".join(f"  - {key}:{' ' * 10}{value}\n" for key, value in arguments.items())
    return f"--- !Passed\nPass:            {passed}\nName:            {name}\nFunction:        {function}\nArgs:\n{lines}...\n"


one = "".join([
    document("Converted", "exchange", Call="MPI_Recv", Crossed="'12'", Above="structure_begins", Below="touches_flight"),
    document("Converted", "exchange", Call="MPI_Bcast", Below="unknown_call"),
    document("NotWorthwhile", "exchange", Call="MPI_Send", Below="unknown_call", MovedAlong="touches_flight"),
    document("LeftAlone", "main", Call="MPI_Bsend", String="' is left alone: no'", Reason="no_equal_form"),
    document("Moved", "helper", Call="MPI_Wait", Crossed="'3'", Above="structure_begins"),
    document("NotMoved", "helper", Call="MPI_Isend", Above="structure_begins"),
    document("NotSplit", "helper", Reason="nest_calls"),
    document("Split", "solver"),
    document("NotInlined", "main", Reason="recursive"),
    *(document("StackSize", name, NumStackBytes="'8'") for name in ("exchange", "main", "helper", "idle", "bamboo.MPI_Wait")),
])
other = document("StackSize", "exchange", NumStackBytes="'8'")  # another file's function of that name did not change
counts = remarks.count([one, other])
assert (counts.functions, counts.changed) == (5, 2), counts
assert (counts.blocking, counts.converted, counts.windows) == (4, 2, 1), counts
assert (counts.own, counts.moved, counts.nests, counts.split) == (2, 1, 2, 1), counts
assert counts.reasons == {  # a call that has a window is not stopped
    "unknown_call": {"down": 2}, "touches_flight": {"moved along": 1}, "no_equal_form": {"left alone": 1},
    "structure_begins": {"up": 1}, "nest_calls": {"loop stays whole": 1}, "recursive": {"function stays": 1}}, counts.reasons
assert remarks.count([]) == remarks.Counts()

with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    (folder / "CMakeFiles/CMakeScratch").mkdir(parents=True)
    for path in ("a.opt.yaml", "CMakeFiles/CMakeScratch/b.opt.yaml", "conftest.opt.yaml", "a.yaml"):
        (folder / path).write_text(one)
    assert remarks.of_folder(folder).functions == 4

report = {"name": "A", "language": "C", "lines": 1234, "compile_seconds": [2.0, 2.1], "runs": 2, **vars(counts),
          "passes": {"openmpi clang": 2, "mpich clang": 2, "openmpi overlap": 2, "mpich overlap": 1}}
short = report | {"name": "B", "compile_seconds": [0.5, 2.0], "reasons": {"recursive": {"function stays": 3}}}
del short["passes"]
codes, reasons = (text.splitlines() for text in overlap_table.of([report, short]).split("\n\n"))
cells = "| 5 | 2 | 4 | 2 | 1 | 2 | 1 | 2 | 1 |"
assert codes[2] == f"| A | C | 1,234 {cells} 1.05 | 3/4 |", codes[2]
assert codes[3] == f"| B | C | 1,234 {cells} – | does not build |", codes[3]
assert codes[4] == "| all |  | 2,468 | 10 | 4 | 8 | 4 | 2 | 4 | 2 | 4 | 2 | 1.64 |  |", codes[4]
assert reasons[2:4] == ["| `recursive` | 4 | 0 | 0 | 0 | 0 | 0 | 4 | 2 |", "| `unknown_call` | 2 | 0 | 0 | 2 | 0 | 0 | 0 | 1 |"], reasons
print("remarks: all hold")
