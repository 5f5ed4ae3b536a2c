# SPDX-License-Identifier: Apache-2.0
"""The simulator, and the costs that it replays: what traces of real runs say of a task, an edge and a byte.

A cost is a line over sizes. Lines are fitted to the mean slices of tasks in traced runs of several
meshes and geometries; no coefficient is negative, and relative errors count.
"""
import collections
import json
import statistics
import sys

import measuring

sys.path.insert(0, str(measuring.ROOT))
from analysis.trace_file import Trace  # noqa: E402

DOUBLE = 8
SKIPPED = 2  # slices at either end of a task: start and verification


def require(tree):
    """Returns the simulator, or ends the experiment."""
    simulator = next(iter(sorted(tree.glob("**/scale_simulator"))), None)
    if simulator is None:
        sys.exit(f"{sys.argv[0]}: no scale_simulator in {tree}; build it where libsimgrid-dev is installed")
    return simulator


def simulate(simulator, file, costs, machine, job, seconds=3600):
    """The simulator's result for one job; `file` keeps its input."""
    file.write_text(json.dumps({"costs": costs, "machine": machine, "job": job}, indent=1) + "\n")
    return json.loads(measuring.call([simulator, file], seconds=seconds))


def cells(extent, parts, place):
    return extent * (place + 1) // parts - extent * place // parts


def shape(mesh, geometry, task, process_of):
    """Returns the shape of a run's task: points, rows, bytes of faces by axis and by destination."""
    at = (task // (geometry[1] * geometry[2]), task // geometry[2] % geometry[1], task % geometry[2])
    n = [cells(mesh[d], geometry[d], at[d]) for d in range(3)]
    has = collections.Counter(points=n[0] * n[1] * n[2], rows=n[0] * n[1], slices=1)
    strides = (geometry[1] * geometry[2], geometry[2], 1)
    for axis in range(3):
        size = DOUBLE * n[0] * n[1] * n[2] // n[axis]
        for step in (-1, 1):
            if not 0 <= at[axis] + step < geometry[axis]:
                continue
            peer = task + step * strides[axis]
            where = "local" if process_of[peer] == process_of[task] else "remote"
            has["strided" if axis == 2 else "contiguous"] += 2 * size  # packed and unpacked
            has[f"{where} messages"] += 1
            has[f"{where} bytes"] += size
    return has


def observe(files, mesh, geometry):
    """Returns, for each process of a traced run, a slice's mean: [(features of its tasks, seconds by kind)]."""
    trace = Trace.read([str(files)])
    slices = collections.defaultdict(list)
    for (process, _), runs in trace.runs.items():
        for run in runs:
            slices[process, run.task].append(run)
    result = []
    for process in trace.processes:
        has, took = collections.Counter(), collections.Counter()
        tasks = [task for p, task in slices if p == process]
        first = last = None
        count = 0
        for task in tasks:
            middle = sorted(slices[process, task])[SKIPPED:-SKIPPED]
            ends = middle[0].start, middle[-1].end
            first, last = min(first or ends[0], ends[0]), max(last or 0, ends[1])
            count = len(middle)
            computing = statistics.mean(r.end - r.start - r.runtime for r in middle)
            runtime = statistics.mean(r.runtime for r in middle)
            has += shape(mesh, geometry, task, trace.process_of)
            took += collections.Counter({"computing": computing / 1e6, "runtime": runtime / 1e6})
        outside = last - first
        for (p, _), rows in [*trace.runs.items(), *trace.idles.items()]:
            if p == process:
                outside -= sum(max(0, min(r.end, last) - max(r.start, first)) for r in rows)
        took["outside"] = max(0.0, outside / 1e6 / count)
        result.append((has, took))
    return result


def fit(observations, kind, features, sweeps=20000):
    """Seconds of `kind` for one of each feature, and the median relative error: least squares of relative errors by
    coordinate descent, which keeps each cost from becoming negative."""
    seen = [(row, max(took[kind], 1e-9)) for row, took in observations]
    scale = {f: max(row[f] / seconds for row, seconds in seen) for f in features}
    used = [f for f in features if scale[f] > 0]
    relative = [[row[f] / seconds / scale[f] for f in used] for row, seconds in seen]
    gram = [[sum(row[a] * row[b] for row in relative) for b in range(len(used))] for a in range(len(used))]
    target = [sum(row[a] for row in relative) for a in range(len(used))]
    found = [0.0] * len(used)
    for _ in range(sweeps):
        for a, products in enumerate(gram):
            rest = target[a] - sum(p * x for p, x in zip(products, found)) + products[a] * found[a]
            found[a] = max(0.0, rest / products[a])
    costs = dict.fromkeys(features, 0.0)
    costs.update((f, x / scale[f]) for f, x in zip(used, found))
    errors = [abs(sum(costs[f] * row[f] for f in features) / seconds - 1) for row, seconds in seen]
    return costs, statistics.median(errors)


def costs_of(observations):
    """Returns the simulator's costs, and the fits' median relative errors."""
    computing, error = fit(observations, "computing", ("points", "rows", "slices", "contiguous", "strided"))
    runtime, runtime_error = fit(observations, "runtime",
                                 ("local messages", "local bytes", "remote messages", "remote bytes"))
    outside, outside_error = fit(observations, "outside", ("slices", "remote messages", "remote bytes"))
    costs = {"point": computing["points"], "row": computing["rows"], "sweep": computing["slices"],
             "contiguous": computing["contiguous"], "strided": computing["strided"],
             "task_switch": outside["slices"],
             "local": {"fixed": runtime["local messages"], "per_byte": runtime["local bytes"]},
             "send": {"fixed": runtime["remote messages"], "per_byte": runtime["remote bytes"]},
             "receive": {"fixed": outside["remote messages"], "per_byte": outside["remote bytes"]}}
    return costs, {"computing": error, "runtime": runtime_error, "outside": outside_error}


def sweep_of(observations):
    """Returns the costs of a sweep, from runs without communication."""
    found, _ = fit(observations, "computing", ("points", "rows", "slices"))
    return {"point": found["points"], "row": found["rows"], "sweep": found["slices"]}


def wire_of(observations):
    """Returns what plain MPI needs for an exchange: bytes per second of a host's link, and further seconds."""
    found, error = fit([(has | {"exchanges": 1}, took) for has, took in observations], "exchange",
                       ("remote bytes", "exchanges"))
    return {"bandwidth": 1 / max(found["remote bytes"], 1e-12), "fixed": found["exchanges"], "error": error}


def plain_costs(costs, local):
    """Returns the costs of plain MPI: it moves the bytes of other nodes while it waits for
    them, so they cost nothing else."""
    return {**costs, "task_switch": 0.0, "local": local,
            "send": {"fixed": costs["send"]["fixed"], "per_byte": 0.0},
            "receive": {"fixed": costs["receive"]["fixed"], "per_byte": 0.0}}
