# SPDX-License-Identifier: Apache-2.0
"""Runs a code in all ways and compares the answers with the first plain one."""
import dataclasses
import re
import resource
import statistics
import subprocess
import time

import building


@dataclasses.dataclass(frozen=True)
class Outcome:
    status: int
    output: str
    seconds: float
    processor: float           # seconds of all processes, of users and the system


def processor():
    """Returns the processor time of the processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def execute(code, run, way, options):
    folder = options.work / code.name / way.toolchain.name / run.folder
    environment = building.environment(code, way.toolchain, options) | {"CODES_MPI": way.mpi, "CODES_VF": way.vf}
    begin, used = time.monotonic(), processor()
    result = subprocess.run(["timeout", "-k", "5", str(run.seconds), "sh", "-c", run.command], cwd=folder, env=environment,
                            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    seconds, used = time.monotonic() - begin, processor() - used
    output = (folder / run.file).read_bytes() if run.file and (folder / run.file).exists() else result.stdout
    return Outcome(result.returncode, output.decode(errors="replace"), seconds, used)


def answer(run, code, output):
    """Returns the parts of the answer that are compared."""
    if not run.result:
        return code, []
    found = re.findall(run.result, output, re.MULTILINE)
    return code, found if run.ordered else sorted(found)


def why(wanted, got, output):
    """Returns how an answer differs."""
    if got[0] != wanted[0]:
        lines = [line for line in output.splitlines() if re.search("bamboo|error|fail", line, re.IGNORECASE)]
        return f"exit code {got[0]}, not {wanted[0]}: {(lines or output.splitlines() or [''])[0].strip()[:160]}"
    for expected, found in zip(wanted[1], got[1]):
        if expected != found:
            return f"'{found}', not '{expected}'"[:200]
    return f"{len(got[1])} results, not {len(wanted[1])}"


def compare(code, ways, options):
    failures = []
    passes, seconds, used = ({way.name: start for way in ways} for start in (0, 0.0, 0.0))
    for run in code.runs:
        wanted, outcomes = None, {way.name: [] for way in ways}
        for round_ in range(options.rounds):
            for way in ways:
                outcome = execute(code, run, way, options)
                outcomes[way.name].append(outcome)
                got = answer(run, outcome.status, outcome.output)
                if wanted is None:
                    wanted = got
                    if outcome.status != 0 or (run.result and not got[1]):
                        failures.append(f"{way.name}: {run.command}: exit code {outcome.status}, {len(got[1])} results")
                if round_ == 0:
                    passes[way.name] += got == wanted
                if got != wanted:
                    failures.append(f"{way.name}: {run.command}: {why(wanted, got, outcome.output)}")
        for name, found in outcomes.items():
            seconds[name] += statistics.median(outcome.seconds for outcome in found)
            used[name] += statistics.median(outcome.processor for outcome in found)
    return {"failures": failures, "runs": len(code.runs), "passes": passes, "rounds": options.rounds,
            "seconds": seconds, "processor": used}
