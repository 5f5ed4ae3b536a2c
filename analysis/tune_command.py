#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bamboo tune: finds the settings with which a program runs fastest."""
import datetime
import math
import os
import pathlib
import re
import shlex
import signal
import sys
import time

import command_line
import progress
import tune_file
import tune_runs
import tune_search
import tune_settings

BAMBOO = pathlib.Path(sys.argv[0]).absolute().parents[3] / "bin" / "bamboo"


def positive(text):
    value = int(text)
    if value < 1:
        raise ValueError
    return value


def numbers(text):
    return [positive(word) for word in text.split(",")]


def words(text):
    return text.split(",")


def options(arguments):
    p = command_line.Parser(
        "tune",
        "Runs a program with many settings (virtual ranks, workers, geometry, service, order), stage by stage\n"
        "and in each by successive halving, and writes the best to a file that 'bamboo run' reads.",
        "  bamboo tune -n 8 -- ./jacobi --size 256 --iterations 20\n"
        "  bamboo tune --processes 2 --budget 600 --metric 'time: ([0-9.]+)' -- ./jacobi\n"
        "  bamboo tune -n 16 --vf 2,4,8 --cores 4 --hostfile hosts -- ./jacobi\n\n"
        "Options that are not listed go to 'bamboo run', as they are. The program should do the same work in\n"
        "every run, for some seconds at most.")
    p.usage = ("bamboo tune (-n RANKS | --processes P) [options] [options of bamboo run] -- "
               "program [arguments]")
    which = p.add_mutually_exclusive_group(required=True)
    which.add_argument("-n", "--np", "--ranks", dest="ranks", type=positive, default=0, metavar="RANKS",
                       help="how many ranks the program sees")
    which.add_argument("--processes", type=positive, default=0, metavar="P",
                       help="how many processes run; the program sees P times VF ranks")
    p.add_argument("--budget", type=float, default=300.0, metavar="SECONDS", help="time for all runs (default 300)")
    p.add_argument("--metric", metavar="REGEX",
                   help="minimise the number that this finds in the program's output, in its group "
                        "(default: the wall time of the run)")
    p.add_argument("--cores", type=positive, default=len(os.sched_getaffinity(0)), metavar="N",
                   help="how many workers may run at a time, on all hosts (default: this machine's cores)")
    p.add_argument("-o", "--output", default="bamboo.tune", metavar="FILE",
                   help="where the settings go (default bamboo.tune, which 'bamboo run' finds)")
    p.add_argument("--vf", type=numbers, metavar="V,V…", help="try only these virtualisation factors")
    p.add_argument("--workers", type=numbers, metavar="W,W…", help="only these numbers of workers")
    p.add_argument("--geometry", type=words, metavar="4x2,8x1…", help="only these geometries")
    p.add_argument("--service", type=words, metavar="MODE,…", help="only these of auto, inline, dedicated, relief")
    p.add_argument("--order", type=words, metavar="ORDER,…", help="only these of lifo, fifo")
    separator = arguments.index("--") if "--" in arguments else len(arguments)
    o, launcher = p.parse_known_args(arguments[:separator])
    program = arguments[separator + 1:]
    if not program:
        p.error("no program was named; it follows '--'")
    if not 0 < o.budget < math.inf:
        p.error("--budget takes a positive number of seconds")
    for name, known in (("service", {"auto", "inline", "dedicated", "relief"}), ("order", {"lifo", "fifo"})):
        for value in set(getattr(o, name) or []) - known:
            p.error(f"--{name} {value}: expected {', '.join(sorted(known))}")
    if o.ranks and any(o.ranks % v for v in o.vf or []):
        p.error(f"--vf: {o.ranks} ranks can be divided by {', '.join(map(str, tune_settings.divisors(o.ranks)))}")
    if o.metric:
        try:
            if re.compile(o.metric).groups > 1:
                p.error(f"--metric '{o.metric}' has more than one group")
        except re.error as error:
            p.error(f"--metric '{o.metric}': {error}")
    folder = os.path.dirname(o.output) or "."
    if not os.access(folder, os.W_OK):
        p.error(f"cannot write '{o.output}'")
    return o, launcher, program


def first_settings(job, allowed):
    """Returns the settings of a first attempt: as many virtual ranks as the cores ask for, and defaults."""
    vf = (allowed["vf"] or tune_settings.factors(job))[0]
    return tune_settings.Settings(vf=vf, workers=(allowed["workers"] or [1])[0],
                                  geometry=(allowed["geometry"] or [""])[0],
                                  service=(allowed["service"] or ["auto"])[0],
                                  order=(allowed["order"] or ["lifo"])[0])


def shown(value, metric):
    if not math.isfinite(value):
        return "failed"
    return f"{value:.6g}" if metric else f"{value:.3f} s"


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    o, launcher, program = options(sys.argv[1:])
    job = tune_settings.Job(o.ranks, o.processes, o.cores)
    allowed = {name: getattr(o, name) for name in ("vf", "workers", "geometry", "service", "order")}
    default, stages = first_settings(job, allowed), tune_settings.stages(job, allowed)
    planned = tune_search.planned_runs([len(candidates(default)) for _, candidates in stages])
    bar = progress.Progress(o.budget, planned)
    runs = tune_runs.Runs(BAMBOO, job, launcher, program, o.metric, time.monotonic() + o.budget)

    def measure(settings, limit):
        measured = runs.measure(settings, limit)
        if measured is not None:
            best = min(search.value(search.best()) if search.values else math.inf, measured[0])
            bar.ran(settings, shown(measured[0], o.metric), shown(best, o.metric))
        return measured

    search = tune_search.Search(measure, bar)
    try:
        best = search.optimise(default, stages)
    finally:
        bar.end()
    for settings, why in runs.complaints.items():
        if not math.isfinite(search.value(settings)):
            command_line.warn("tune", f"{settings}: {why}")
    if best is None:
        command_line.fail("tune", "the program did not end within the budget; give it less work or a larger --budget"
                          if not runs.complaints else "the program failed with all settings")
    if search.exhausted:
        command_line.warn("tune", f"the budget of {o.budget:g} s is used up"
                          + (f"; {search.untried} settings of this stage were not tried" if search.untried else ""))
    value, first = search.value(best), search.value(default)
    gain = (f"{first / value:.2f} times as fast as {default}" if best != default and math.isfinite(first)
            else "the settings tried first" if best == default else f"{default} failed")
    comment = (f"{shlex.join(program)}: {shown(value, o.metric)}, {gain}; {runs.count} runs, "
               f"{datetime.date.today().isoformat()}")
    try:
        tune_file.write(o.output, program[0], job, best, comment.replace("\n", " "))
    except (OSError, UnicodeDecodeError) as error:
        command_line.fail("tune", f"cannot write '{o.output}': {error}")
    print(f"{best}: {shown(value, o.metric)}, {gain}; written to {o.output}")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
