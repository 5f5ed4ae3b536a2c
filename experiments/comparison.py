# SPDX-License-Identifier: Apache-2.0
"""Most experiments: variants of one program at several points (hosts, link rates, sizes …), by turns within each round.

Communication hidden of a variant V is (T_basic − T_V) / (T_basic − T_nocomm), from medians of one point.
"""
import dataclasses
import platform
import statistics
import sys

import figures
import measuring
from hosts import Hosts
from programs import Compiled


@dataclasses.dataclass
class Point:
    """One place on the x axis."""
    label: str
    hosts: int
    arguments: list
    variants: list  # the first is the basic one that others are compared with
    rate: int = None  # None: as the command line says
    cluster: tuple = ()  # more options of `bamboo cluster up`


def options(description, name, rate=500, rounds=7):
    p = measuring.parser(description, f"results/{name}")
    p.set_defaults(rounds=rounds)
    p.add_argument("--mpi", choices=["openmpi", "mpich"], default="openmpi")
    p.add_argument("--rate", type=int, default=rate, help="Mbit/s of the hosts' links; 0: no links, this machine alone")
    p.add_argument("--smoke", action="store_true", help="sizes and rounds that only show that it runs")
    return p


def parse(p):
    o = p.parse_args()
    figures.require()
    if o.smoke:
        o.rounds = 1
    return o


def measure(point, o, tree, compiled):
    """Returns {variant's name: [times]} of one point, after a check that all results are equal."""
    checksums = {}

    def run(name):
        variant = by_name[name]
        text = hosts.run(compiled[variant], [*point.arguments, *variant.arguments], dict(variant.environment),
                         max(variant.vf, 1))
        if variant.communicates:
            checksums[name] = measuring.field(text, "checksum")
        return measuring.number(text, "time")

    by_name = {variant.name: variant for variant in point.variants}
    for variant in point.variants:
        compiled[variant]
    with Hosts(tree, point.hosts, o.rate if point.rate is None else point.rate, o.mpi, point.cluster) as hosts:
        print(f"{point.label}: {hosts}", flush=True)
        if not o.smoke:
            run(point.variants[0].name)  # warms up the network and the page cache
        values = measuring.interleave(o.rounds, list(by_name), run)
        where = str(hosts)
    if len(set(checksums.values())) > 1:
        sys.exit(f"{point.label}: the results differ: {checksums}")
    return values, where


def hidden_shares(point, times):
    """Returns {variant: share hidden} of those that are neither the basic one nor the bound;
    empty if nothing can be hidden."""
    basic = times[point.variants[0].name]
    bounds = [times[v.name] for v in point.variants if not v.communicates]
    if not bounds or basic <= bounds[0]:
        return {}
    return {v.name: (basic - times[v.name]) / (basic - bounds[0]) for v in point.variants[1:] if v.communicates}


def run(o, name, title, x_label, points, unit="ms per iteration", paper="", libraries=("-lm",), summary=None,
        compiled=None, paper_hidden=None):
    """Measures all points, and writes the table, the picture and the JSON. `summary`: more text from what was measured.
    `compiled`: executables that are there already. `paper_hidden`: the percentages between which the paper's lie."""
    tree, out = measuring.prepare(o)
    compiled = compiled or Compiled(tree, out, o.mpi, libraries)
    measured, rows = [], []
    for point in points:
        values, where = measure(point, o, tree, compiled)
        times = measuring.medians(values)
        shares = hidden_shares(point, times)
        basic = times[point.variants[0].name]
        measured.append({"point": point.label, "where": where, "arguments": point.arguments, "values": values,
                         "medians": times, "hidden": shares, "communication": communication_share(point, times)})
        for variant in point.variants:
            v = values[variant.name]
            share = shares.get(variant.name)
            rows.append([f"{point.label}  {variant.name}", f"{statistics.median(v):.3f}", f"{min(v):.3f} … {max(v):.3f}",
                         f"{basic / statistics.median(v):.2f}", "" if share is None else f"{100 * share:.0f} %"])
    note = f"{o.mpi}, {o.rounds} rounds, medians; {platform.node()}, {platform.machine()}, {measuring.os.cpu_count()} cores"
    shares_text = "\n".join(f"communication in {m['point']}: {100 * m['communication']:.0f} % of {points[0].variants[0].name}"
                            for m in measured if m["communication"] is not None)
    text = "\n".join([f"{title}\n{note}\n",
                      measuring.table(["", unit, "range", "speed-up", "hidden"], rows), "", shares_text,
                      *([summary(measured)] if summary else []), *([f"the paper: {paper}"] if paper else [])])
    measuring.write(out, name, {"mpi": o.mpi, "rounds": o.rounds, "unit": unit, "points": measured, "paper": paper}, text)
    draw(out / f"{name}.png", title, note, x_label, unit, points, measured, paper_hidden)
    print(f"{name}: results in {out}")
    return measured


def communication_share(point, times):
    bounds = [times[v.name] for v in point.variants if not v.communicates]
    return 1 - bounds[0] / times[point.variants[0].name] if bounds else None


def draw(picture, title, note, x_label, unit, points, measured, paper_hidden):
    names = list(dict.fromkeys(v.name for point in points for v in point.variants))
    times = {n: [m["values"].get(n) for m in measured] for n in names}
    hidden = {n: [m["hidden"].get(n) for m in measured] for n in names}
    figures.comparison(picture, title, note, [point.label for point in points], x_label, unit, times,
                       {n: s for n, s in hidden.items() if any(share is not None for share in s)}, paper_hidden)
