# SPDX-License-Identifier: Apache-2.0
"""Tests which answers are equal, and what the table prints."""
import re

import catalogue
import comparison
import table

numbers = catalogue.Run("run", result=r"^x = (\d+)$")
assert comparison.answer(numbers, 0, "x = 1\ntime 7\nx = 2\n") == (0, ["1", "2"])
assert comparison.answer(numbers, 0, "x = 2\nx = 1\n") != comparison.answer(numbers, 0, "x = 1\nx = 2\n")
anyhow = catalogue.Run("run", result=r"^x = (\d+)$", ordered=False)
assert comparison.answer(anyhow, 0, "x = 2\nx = 1\n") == comparison.answer(anyhow, 0, "x = 1\nx = 2\n")
assert comparison.answer(catalogue.Run("run"), 3, "x = 1") == (3, [])
assert comparison.why((0, []), (1, []), "bamboo: error: so it is\n") == "exit code 1, not 0: bamboo: error: so it is"
assert comparison.why((0, ["1"]), (0, ["2"]), "") == "'2', not '1'"
assert comparison.why((0, ["1"]), (0, []), "") == "0 results, not 1"

for code in catalogue.read().values():
    assert code.build and code.runs, code.name
    for run in code.runs:
        assert re.search(r"\$MPIRUN -n |=\$MPIRUN\b", run.command), code.name  # or a launcher that is passed on
        re.compile(run.result)

ways = ("openmpi plain", "openmpi VF 1", "openmpi VF 2", "openmpi VF all")
report = {"name": "A", "version": "1", "language": "C", "lines": 1234, "failures": [], "runs": 1, "rounds": 3,
          "functions": ["MPI_Init"], "passes": dict(zip(ways, (1, 0, 1, 1))),
          "seconds": dict(zip(ways, (2.0, 2.2, 2.0, 1.0))), "processor": dict(zip(ways, (8.0, 6.0, 4.0, 2.0)))}
cells = "| A 1 | C | 1,234 | 1 | 1/1 | 0/1 | 1/1 | 1/1 |"
assert table.of([report]).splitlines()[-1] == f"{cells} 1.10 · 0.50 | – | 0.75 · 0.25 | – |"
assert table.of([report | {"version": ""}]).splitlines()[-1].startswith("| A | C |")  # of a source that is given
short = report | {"seconds": dict.fromkeys(ways, 0.9)}
assert table.of([short]).splitlines()[-1] == f"{cells} – | – | – | – |"
print("codes: all hold")
