# SPDX-License-Identifier: Apache-2.0
"""Tests how a row of MPICH's suite is judged, and which failures are known."""
import pathlib
import tempfile

import mpich_suite
from known_failures import KnownFailures
from mpich_suite import Row, Way

ALONE = Way("alone", "cc", "fc", lambda ranks: [])


def judged(script, expected, limit=300):
    with tempfile.TemporaryDirectory() as folder:
        program = pathlib.Path(folder) / "program"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        return mpich_suite.try_row(ALONE, pathlib.Path(folder), Row(".", "program", 1, (), expected), limit).kind


assert judged("echo ' No Errors'", "") == "passes"
assert judged("echo 'Found 2 errors'", "") == "fails"
assert judged("exit 3", "TestErrFatal") == "passes"
assert judged("exit 0", "TestErrFatal") == "fails"
assert judged("kill -KILL $$", "TestErrFatal") == "passes"
assert judged("echo ' No Errors'; exit 3", "TestStatusNoErrors") == "passes"
assert judged("exit 3", "TestStatusNoErrors") == "fails"
assert judged("echo ' No Errors'", "TestStatusNoErrors") == "fails"
for expected in ("", "TestStatus", "TestErrFatal"):
    assert judged("exec sleep 300", expected, limit=1) == "hangs", expected

known = KnownFailures("# pattern, tab, reason\ncoll/a*\tone\ncoll/gone\ttwo\nthreads/comm/*\tthree\n")
assert known.covers("coll/abc") and not known.covers("coll/b")
known.passes("coll/abc")
known.passes("coll/axe")
known.passes("coll/b")
assert known.surprises() == [("coll/axe", "coll/a*")]  # one row of the other fails, and no pattern names the third
assert known.unseen(["coll"]) == ["coll/gone"]
assert known.unseen(["coll", "threads/comm"]) == ["coll/gone", "threads/comm/*"]
print("judgement: all hold")
