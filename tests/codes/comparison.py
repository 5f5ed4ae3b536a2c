# SPDX-License-Identifier: Apache-2.0
"""Runs a code in all ways and compares the answers with the first plain one."""
import re
import statistics
import subprocess
import time

import building


def execute(code, run, way, options):
    """(exit code, output, seconds)"""
    folder = options.work / code.name / way.toolchain.name / run.folder
    environment = building.environment(code, way.toolchain, options) | {"CODES_MPI": way.mpi, "CODES_VF": way.vf}
    begin = time.monotonic()
    result = subprocess.run(["timeout", "-k", "5", str(run.seconds), "sh", "-c", run.command], cwd=folder, env=environment,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds = time.monotonic() - begin
    output = (folder / run.file).read_bytes() if run.file and (folder / run.file).exists() else result.stdout
    return result.returncode, output.decode(errors="replace"), seconds


def answer(run, code, output):
    """What is compared."""
    if not run.result:
        return code, []
    found = re.findall(run.result, output, re.MULTILINE)
    return code, found if run.ordered else sorted(found)


def why(wanted, got, output):
    """How an answer differs."""
    if got[0] != wanted[0]:
        lines = [line for line in output.splitlines() if re.search("bamboo|error|fail", line, re.IGNORECASE)]
        return f"exit code {got[0]}, not {wanted[0]}: {(lines or output.splitlines() or [''])[0].strip()[:160]}"
    for expected, found in zip(wanted[1], got[1]):
        if expected != found:
            return f"'{found}', not '{expected}'"[:200]
    return f"{len(got[1])} results, not {len(wanted[1])}"


def compare(code, ways, options):
    failures, seconds = [], {way.name: 0.0 for way in ways}
    passes = {way.name: 0 for way in ways}
    for run in code.runs:
        wanted, times = None, {way.name: [] for way in ways}
        for round_ in range(options.rounds):
            for way in ways:
                status, output, taken = execute(code, run, way, options)
                times[way.name].append(taken)
                got = answer(run, status, output)
                if wanted is None:
                    wanted = got
                    if status != 0 or (run.result and not got[1]):
                        failures.append(f"{way.name}: {run.command}: exit code {status}, {len(got[1])} results")
                if round_ == 0:
                    passes[way.name] += got == wanted
                if got != wanted:
                    failures.append(f"{way.name}: {run.command}: {why(wanted, got, output)}")
        for name, taken in times.items():
            seconds[name] += statistics.median(taken)
    return {"failures": failures, "runs": len(code.runs), "passes": passes, "rounds": options.rounds, "seconds": seconds}
