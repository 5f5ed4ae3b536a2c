#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program whose plan wins: the next run begins with it, unless the record is of another kind of run."""
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

RANKS, ENOUGH, FEW = 2, 30, 5
RUNS = 5  # A machine that stalls a call of the plan's trial by a multiple of the MPI's call makes the plan lose.


class Test:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.faults = arguments, folder, []

    def expect(self, holds, what):
        print(f"{what}: {'right' if holds else 'wrong'}", flush=True)
        self.faults += [] if holds else [what]

    def run(self, file, calls, ranks=RANKS):
        """The calls by the MPI's own, those by plans, and what is printed."""
        report = self.folder / "report.json"
        settings = {"LD_PRELOAD": self.arguments.library, "BAMBOO_PLANS": "report", "BAMBOO_PLANS_MULTICAST": "off",
                    "BAMBOO_PLANS_JSON": str(report), "BAMBOO_PLANS_REMEMBER": str(file)}
        result = launching.run(self.arguments, ranks, settings, str(calls))
        if fault := launching.fault_of(result):
            sys.exit(fault)
        served = {"mpi": 0, "plans": 0}
        for line in json.loads(report.read_text()):
            served["mpi" if line["plan"] == "mpi" else "plans"] += line["calls"] // line["ranks"]
        return served["mpi"], served["plans"], result.stderr

    def replay(self, file):
        return subprocess.run([self.arguments.tool, "replay", str(file)], capture_output=True, text=True, check=False)


def edited(file, key, value):
    """A copy in which that is another one."""
    saved = json.loads(file.read_text())
    saved[key] = value
    copy = file.with_name(f"other-{key}.json")
    copy.write_text(json.dumps(saved))
    return copy


def check_replay(test, file):
    replayed = test.replay(file)
    test.expect(replayed.returncode == 0 and "call 1: mpi serves, " in replayed.stdout
                and "calls 2 to 6: alltoall/gated serves on trial, " in replayed.stdout
                and "    mpi takes more than 1.25 times as long as alltoall/gated." in replayed.stdout,
                "the record is replayed with its reasons")
    saved = json.loads(file.read_text())
    for record in saved["records"]:
        for outcome in record["outcomes"]:
            if outcome["purpose"] == "early turn":
                outcome["seconds"] = outcome["counted"] = 1000
    other = file.with_name("slower.json")
    other.write_text(json.dumps(saved))
    replayed = test.replay(other)
    test.expect(replayed.returncode == 1 and "but the run continued with: early turn" in replayed.stdout,
                "a record with other times is not that of the run")


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--tool", required=True)
    with tempfile.TemporaryDirectory() as name:
        test = Test(parser.parse_args(), pathlib.Path(name))
        file = test.folder / "choices.json"
        for _ in range(RUNS):
            file.unlink(missing_ok=True)
            own, planned, said = test.run(file, ENOUGH)
            if planned > ENOUGH / 2:
                break
        test.expect(own > 0 and planned > ENOUGH / 2, f"a plan wins ({own} calls by the MPI, {planned} by plans)")
        test.expect("plans: choice: alltoall of 2 processes, 65536 bytes" in said, "the report shows the choice")
        check_replay(test, file)
        own, planned, said = test.run(file, FEW)
        test.expect((own, planned) == (0, FEW), f"the next run begins with it ({own}, {planned})")
        test.expect("An earlier run has found alltoall/" in said, "the report shows that")
        own, planned, _ = test.run(file, FEW)
        test.expect((own, planned) == (0, FEW), "so does the run after that")
        kept = file.read_text()
        test.run(file, 1)
        test.expect(file.read_text() == kept, "a run without a result leaves the record as it is")
        short = test.folder / "short.json"
        test.run(short, 1)
        replayed = test.replay(short)
        test.expect(replayed.returncode == 0 and "  from call 2: alltoall/gated serves on trial" in replayed.stdout,
                    "a run without a result is replayed")
        for key, value, what in (("bamboo", "0.0.1", "Bamboo 0.0.1"), ("mpi", "Some MPI 1", "Some MPI 1"),
                                 ("program", "other", "the program other"),
                                 ("layout", "2x0", "processes on other hosts")):
            own, _, said = test.run(edited(file, key, value), FEW)
            line = f"warning: these choices are of {what} and not used"
            test.expect(own > 0 and said.count(line) == 1, f"{what} is not used")
        (test.folder / "broken.json").write_text("{")
        own, _, said = test.run(test.folder / "broken.json", FEW)
        test.expect(own > 0 and said.count("the choices are not used") == 1, "a broken file is not used")
        test.run(test.folder, ENOUGH)
        of_folder = test.folder / f"{pathlib.Path(test.arguments.program).name}-{RANKS}-processes.json"
        test.expect(of_folder.exists(), "in a folder, the program has a file of its own")
    return 1 if test.faults else 0


if __name__ == "__main__":
    sys.exit(main())
