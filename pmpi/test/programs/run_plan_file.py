#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs a program whose calls plan files serve: all that fit, none that does not, with the results of plain MPI."""
import collections
import json
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))

import launching  # noqa: E402

ROUNDS, ROOT = 3, 1
BYTES = {"bcast": 32768, "gather": 1024, "scatter": 1024, "alltoall": 1024, "allgather": 1024, "reduce": 1024,
         "allreduce": 1024, "scan": 1024}
BLOCKS = ("gatherv", "scatterv", "allgatherv", "reduce_scatter")
REDUCTIONS = ("reduce", "allreduce", "scan", "reduce_scatter")
# Calls of each process in a run: Alltoallw fits what alltoallv does; in place, phases fit and steps do not.
CALLS = collections.Counter({**dict.fromkeys([*BYTES, *BLOCKS], ROUNDS), "alltoallv": 2 * (ROUNDS + 1),
                             "gatherv": ROUNDS + 1, "allgatherv": ROUNDS + 1, "reduce_scatter": ROUNDS + 1,
                             "barrier": ROUNDS + 1})


def block(rank):
    return 0 if rank == 2 else 24 * (3 * rank + 1)


def pattern(ranks):
    messages = (f"{a} {b} {(2 * a + b) % 4 * 40}" for a in range(ranks) for b in range(ranks)
                if a != b and (2 * a + b) % 4)
    return "\n".join([f"ranks {ranks}", *messages, ""])


def options(operation, ranks, folder):
    if operation in BYTES:
        yield from ("--bytes", str(BYTES[operation]))
    if operation in BLOCKS:
        yield from ("--blocks", ",".join(str(block(rank)) for rank in range(ranks)))
    if operation in REDUCTIONS:
        yield from ("--unit", "8")
    if operation == "alltoallv":
        (folder / "pattern").write_text(pattern(ranks))
        yield from ("--pattern", str(folder / "pattern"))


def make(tool, operation, ranks, folder):
    file = folder / f"{operation}.json"
    subprocess.run([tool, "make", "--op", operation, "--network", f"star:{ranks}x1Gbit", "--root", str(ROOT), "-o", file,
                    *options(operation, ranks, folder)], check=True, stdout=subprocess.DEVNULL)
    return str(file)


def fault_of(result, report, files, ranks):
    if result.returncode or "right" not in result.stdout or "bamboo: warning" in result.stderr:
        return f"status {result.returncode}\n{result.stdout}{result.stderr}"
    served = collections.Counter()
    for line in json.loads(report.read_text()):
        served[line["plan"]] += line["calls"]
    wanted = {f"{operation}/{operation}.json": ranks * CALLS[operation] for operation in files}
    return None if all(served[plan] == calls for plan, calls in wanted.items()) else f"{served}, not {wanted}"


def faults_of_run(arguments, ranks, folder):
    files = {each: make(arguments.tool, each, ranks, folder) for each in CALLS}
    report = folder / "report.json"
    for settings, words in (({"BAMBOO_PLANS_FILE": ":".join(files.values())}, []), ({}, files.values()),
                            ({"BAMBOO_PLANS": "always", "BAMBOO_PLANS_VERIFY": "1"}, files.values())):
        settings = {"BAMBOO_PLANS_JSON": str(report), **settings}
        result = launching.run(arguments, ranks, settings, *words)
        fault = fault_of(result, report, files, ranks)
        yield fault and f"{ranks} ranks, {settings}: {fault}"


def faults_of_files(arguments, folder):
    """Files that are refused, and one that fits nothing."""
    other = make(arguments.tool, "bcast", 4, folder)
    broken = folder / "broken.json"
    broken.write_text(pathlib.Path(other).read_text().replace('"send":3', '"send":2', 1))
    missing = folder / "missing.json"
    for settings, words, status, says in (
            ({"BAMBOO_PLANS_FILE": other}, [], 0, f"bamboo: warning: the plan file '{other}' (bcast of 4 processes) has "
             "served no call: none had its traffic, or was left to it"),
            ({}, [other], 0, f"{other}: error: is for 4 processes, the communicator has 3"),
            ({"BAMBOO_PLANS_FILE": str(broken)}, [], 2, f"{broken}:9:11: error: plans: "),
            ({}, [str(broken)], 0, f"{broken}:9:11: error: plans: "),
            ({"BAMBOO_PLANS_FILE": str(missing)}, [], 2, f"{missing}: error: cannot be read: No such file"),
            ({"BAMBOO_PLANS_FILE": other, "BAMBOO_PLANS": "off"}, [], 0, "")):
        result = launching.run(arguments, 3, settings, *words)
        right = (result.returncode == 0) == (status == 0) and says in result.stderr
        if words:
            right = right and "refused" in result.stdout and "right" in result.stdout and "bamboo: warning" not in result.stderr
        yield None if right else f"{settings} {words}: status {result.returncode}\n{result.stdout}{result.stderr}"
    alone = launching.run(arguments, 1, {"BAMBOO_PLANS_FILE": other})
    yield None if "serves no program of one process" in alone.stderr else f"one process: {alone.stderr}"


def main():
    parser = launching.command_line(__doc__)
    parser.add_argument("--tool", required=True)
    arguments = parser.parse_args()
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for ranks in (2, 3, 5):
            faults += faults_of_run(arguments, ranks, pathlib.Path(folder))
        faults += faults_of_files(arguments, pathlib.Path(folder))
    faults = [fault for fault in faults if fault]
    print("\n".join(faults) or "right", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
