#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Forces and tries the installed MPI's own algorithms: results stay, the report and the record name what served."""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

CALLS, TRIED = 2, 120
LATER = {"mpi-pipelined_tree", "mpi-ring"}  # in MPICH from 4.1 on
NAMES = {"openmpi": "Open MPI", "mpich": "MPICH"}
SETTING = {"openmpi": ("OMPI_MCA_coll_tuned_allgather_algorithm", "4"),
           "mpich": ("MPIR_CVAR_ALLGATHER_INTRA_ALGORITHM", "ring")}


class Test:
    def __init__(self, arguments, folder):
        self.arguments, self.folder, self.faults = arguments, folder, []

    def expect(self, holds, what):
        print(f"{what}: {'right' if holds else 'wrong'}", flush=True)
        self.faults += [] if holds else [what]

    def run(self, ranks, calls=CALLS, **settings):
        """What served each operation, and what is printed."""
        report = self.folder / "report.json"
        settings = {"LD_PRELOAD": self.arguments.library, "BAMBOO_PLANS_JSON": str(report), **settings}
        result = launching.run(self.arguments, ranks, settings, str(calls))
        if fault := launching.fault_of(result):
            sys.exit(fault)
        served = collections.defaultdict(set)
        for line in json.loads(report.read_text()):
            served[line["operation"]].add(line["plan"])
        return served, result.stderr

    def algorithms(self, ranks):
        """Those that this MPI may be told to take among so many processes, by operation."""
        listed = subprocess.run([self.arguments.algorithms, self.arguments.mpi, str(ranks)], capture_output=True,
                                text=True, check=True).stdout.split()
        names = collections.defaultdict(list)
        for operation, name in (each.split("/") for each in listed):
            names[operation].append(name)
        return names

    def shown(self, name):
        return f"{NAMES[self.arguments.mpi]}'s {name.removeprefix('mpi-')}"


def check_forced(test, ranks):
    names = test.algorithms(ranks)
    for turn in range(max(map(len, names.values()))):
        chosen = {operation: all_of[turn % len(all_of)] for operation, all_of in names.items()}
        rules = ";".join(f"{operation}:{name}" for operation, name in chosen.items())
        served, said = test.run(ranks, BAMBOO_PLANS_FORCE=rules)
        for operation, name in chosen.items():
            if name in LATER and f"{operation}/{name} cannot be chosen: this MPI has no such algorithm" in said:
                print(f"{ranks} processes: {operation}/{name} is not in this release", flush=True)
                continue
            fixed = f"{operation}/{name} cannot be chosen: the MPI's variable for it cannot be changed"
            if operation == "allgatherv" and fixed in said:  # Open MPI 4.1
                test.expect(served[operation] == {"mpi"}, f"{ranks} processes: {operation} by the MPI's own choice")
                continue
            test.expect(test.shown(name) in served[operation], f"{ranks} processes: {operation} by {test.shown(name)}")


def check_bits(test):
    served, _ = test.run(3, BAMBOO_PLANS="same-bits", BAMBOO_PLANS_FORCE="allreduce:mpi-recursive_doubling")
    test.expect(served["allreduce"] == {"mpi", test.shown("mpi-recursive_doubling")},
                "sums that are rounded stay with the MPI's own choice")


def check_user(test):
    variable, value = SETTING[test.arguments.mpi]
    served, said = test.run(3, BAMBOO_PLANS_FORCE="allgather:mpi-ring", **{variable: value})
    line = "allgather/mpi-ring cannot be chosen: a variable of the MPI that is set says how it chooses"
    test.expect(served["allgather"] == {"mpi"} and said.count(line) == 1, "the user's own setting stays")


def check_tuning_file(test):
    """What an earlier run has learnt serves where the MPI still takes it; else there are trials again."""
    file, (variable, value) = test.folder / "tuning", SETTING[test.arguments.mpi]
    file.write_text("allgather@3:mpi-ring\n")
    served, _ = test.run(3, BAMBOO_PLANS_TUNING=str(file))
    test.expect(served["allgather"] == {test.shown("mpi-ring")}, "a tuning file names one")
    served, _ = test.run(3, TRIED, BAMBOO_PLANS_TUNING=str(file), BAMBOO_PLANS="learn", **{variable: value})
    test.expect("allgather/gated" in served["allgather"], "where the MPI does not take it, others are tried")


def check_trial(test):
    file, shown = test.folder / "choices.json", test.shown("mpi-ring")
    served, said = test.run(3, TRIED, BAMBOO_PLANS="learn,report", BAMBOO_PLANS_MULTICAST="off",
                            BAMBOO_PLANS_REMEMBER=str(file))
    test.expect({"allgather/gated", shown, "mpi"} <= served["allgather"], f"plans and {shown} are tried")
    test.expect(f": {shown} serves on trial" in said, "the report shows that")
    replayed = subprocess.run([test.arguments.tool, "replay", str(file)], capture_output=True, text=True, check=False)
    test.expect(replayed.returncode == 0 and f": {shown} serves on trial" in replayed.stdout, "the record is replayed")
    served, said = test.run(3, BAMBOO_PLANS="fixed,report")
    test.expect(all(plans == {"mpi"} for plans in served.values()), "nothing is tried where rules alone decide")


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--algorithms", required=True)
    parser.add_argument("--tool", required=True)
    with tempfile.TemporaryDirectory() as name:
        parser.set_defaults(mpi_chooses=True)
        test = Test(parser.parse_args(), pathlib.Path(name))
        check_forced(test, 3)
        check_forced(test, 4)
        check_bits(test)
        check_user(test)
        check_tuning_file(test)
        check_trial(test)
    return 1 if test.faults else 0


if __name__ == "__main__":
    sys.exit(main())
