# SPDX-License-Identifier: Apache-2.0
"""What the experiments with plans share: an installed MPI as it is, with an algorithm forced, and with `bamboo run --plans`,
by turns on the same hosts, beside what the wire needs."""
import dataclasses
import os
import platform
import re
import statistics
import subprocess
import sys

import figures
import measuring
from hosts import Hosts

PROGRAMS = measuring.ROOT / "experiments/programs"

# The algorithms that a user can force. Open MPI's numbers are from `ompi_info --param coll tuned
# --level 9`.
OPEN_MPI = {
    "bcast": {"linear": (1,), "chain 16K": (2, "16384"), "pipeline 16K": (3, "16384"), "split binary 16K": (4, "16384"),
              "binary 16K": (5, "16384"), "binomial": (6,), "knomial": (7,), "scatter-allgather": (8,),
              "scatter-ring": (9,)},
    "scatter": {"linear": (1,), "binomial": (2,), "nonblocking": (3,)},
    "allgather": {"linear": (1,), "bruck": (2,), "doubling": (3,), "ring": (4,), "neighbour": (5,)},
    "alltoall": {"linear": (1,), "pairwise": (2,), "bruck": (3,), "linear sync": (4,)},
    "alltoallv": {"linear": (1,), "pairwise": (2,)},
}
MPICH = {
    "bcast": ["binomial", "scatter_recursive_doubling_allgather", "scatter_ring_allgather"],
    "scatter": ["binomial"],
    "allgather": ["brucks", "recursive_doubling", "ring"],
    "alltoall": ["brucks", "pairwise", "scattered"],
    "alltoallv": ["pairwise_sendrecv_replace", "scattered"],
}
CALLS_OF_A_TRIAL = 5  # of each candidate, and of the MPI's own, before the library chooses
CALLS_BEFORE = 3  # of the MPI's own and of the plan, after which the better one serves
DEFAULT, RAISED, UNASKED, PLANNED, KNOWN = "MPI", "eager limit 1 MB", "bamboo run", "plans", "plans, known network"
# One parameter, which `bamboo run` sets as well: messages up to it leave without the receiver's answer.
RAISED_LIMIT = {"openmpi": (("OMPI_MCA_btl_tcp_eager_limit", str(1 << 20)),), "mpich": (("UCX_RNDV_THRESH", str(1 << 20)),)}


@dataclasses.dataclass(frozen=True)
class Way:
    """A way to start the same program."""
    name: str
    environment: tuple = ()  # pairs
    plans: bool = False
    bare: bool = False  # neither --plans nor --as-is is given; else a way without plans has --as-is
    warm_up: int = 2  # calls; plans that are chosen by trial need some to choose


def by_default(mpi, with_plans, warm_up=CALLS_BEFORE):
    """The MPI as it is, with one parameter, and `bamboo run` without options: all tables have these."""
    run = [Way(UNASKED, bare=True, warm_up=warm_up)] if with_plans else []
    return [Way(DEFAULT), Way(RAISED, RAISED_LIMIT[mpi]), *run]


def forced(operation, mpi):
    """Returns ways that force each algorithm of the installed MPI for that operation."""
    if mpi == "openmpi":
        prefix = f"OMPI_MCA_coll_tuned_{operation}_algorithm"
        return [Way(f"MPI, {name}", (("OMPI_MCA_coll_tuned_use_dynamic_rules", "1"), (prefix, str(number)),
                                     *((f"{prefix}_segmentsize", s) for s in segment)))
                for name, (number, *segment) in OPEN_MPI.get(operation, {}).items()]
    return [Way(f"MPI, {name}", (("MPIR_CVAR_DEVICE_COLLECTIVES", "none"),
                                 (f"MPIR_CVAR_{operation.upper()}_INTRA_ALGORITHM", name)))
            for name in MPICH.get(operation, [])]


def planned(operation, names):
    """Returns ways with plans: chosen by trials without a limit of cost, and each plan forced."""
    return [Way(PLANNED, (("BAMBOO_PLANS", "learn"),), True, warm_up=CALLS_OF_A_TRIAL * (len(names) + 1) + 2),
            *(Way(f"plans, {name}", (("BAMBOO_PLANS_FORCE", f"{operation}:{name}"),), True) for name in names)]


def algorithms(tree, mpi, program, operation):
    """Returns the names of the algorithms that this tree's library can be forced to use: it
    lists them for an unknown one."""
    done = subprocess.run([tree / "bin/bamboo", "run", "--no-tune", "--mpi", mpi, "--plans", "-n", "1", "--", program],
                          env={**os.environ, **measuring.AS_ROOT, "BAMBOO_PLANS_FORCE": f"{operation}:?"}, text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
    found = re.search(r"there are mpi((?:, \w+)*)", done.stdout + done.stderr)
    if not found:
        sys.exit(f"no list of algorithms for {operation} in\n{done.stdout}{done.stderr}")
    return re.findall(r"\w+", found[1])


def options(description, name, rounds=5):
    p = measuring.parser(description, f"results/{name}")
    p.set_defaults(rounds=rounds)
    p.add_argument("--mpi", choices=["openmpi", "mpich"], default="openmpi")
    p.add_argument("--rate", type=int, default=100, help="Mbit/s of the hosts' links; 0: no links, this machine alone")
    p.add_argument("--mtu", type=int, default=9000, help="bytes of a frame; small frames cost the cores more")
    p.add_argument("--burst", default="64k", help="what an idle link sends at once, which small messages gain from")
    p.add_argument("--hosts", default="4,16", help="how many, separated by commas")
    p.add_argument("--smoke", action="store_true", help="sizes and rounds that only show that it runs")
    p.add_argument("--require-plans", action="store_true", help="fail where the tree has no library of plans for that MPI")
    return p


def defaults_only(p):
    p.add_argument("--defaults-only", action="store_true", help="only the MPI as it is, with a raised eager limit, and `bamboo run`")


def prepare(o):
    """Returns the tree and the folder for results, after a check that results can be drawn."""
    figures.require()
    return measuring.prepare(o)


def has_plans(tree, o):
    """Returns whether the tree has the library for that MPI; prints a line if not."""
    there = (tree / f"lib/libbamboo-plans-{o.mpi}.so").exists()
    lack = f"no library of plans for {o.mpi} in {tree}"
    if not there and o.require_plans:
        sys.exit(lack)
    if not there:
        print(f"{lack}: only the MPI itself is measured", file=sys.stderr, flush=True)
    return there


class Cluster(Hosts):
    """Hosts that communicate and hardly compute, so each may use any core that is free."""

    def __init__(self, o, tree, count):
        self.tree = tree
        super().__init__(tree, count, o.rate, o.mpi, ("--cores", "0", "--mtu", o.mtu, "--burst", o.burst))

    def start(self, way, program, arguments, processes=None):
        """Returns the standard output of one run by `bamboo run`, the same for all ways."""
        where = ["--cluster", self.name] if self.shaped else []
        environment = dict(way.environment)
        if self.count > 1:  # they share cores, which Open MPI cannot see
            environment["OMPI_MCA_mpi_yield_when_idle"] = "1"
        return measuring.call([self.tree / "bin/bamboo", "run", "--no-tune", *where, "--mpi", self.mpi,
                               *(["--plans"] if way.plans else [] if way.bare else ["--as-is"]), "-n", processes or self.count, "--", program,
                               *arguments], env=environment)


def library_flags(tree, mpi):
    """Returns flags for programs that call the functions of bamboo_plans.h."""
    return ["-DHAS_PLANS_LIBRARY", f"-I{measuring.ROOT / 'pmpi/include'}", f"-L{tree / 'lib'}",
            f"-Wl,-rpath,{tree / 'lib'}", f"-lbamboo-plans-{mpi}"]


def wire_time(bytes_of_busiest, hosts, unit=1e-3):
    """Returns the time of the busiest link at its full rate, in units of so many seconds; None without links."""
    return bytes_of_busiest * 8e-6 / hosts.link_rate / unit if hosts.link_rate else None


def tcp_share(mtu):
    """Returns the part of a link's rate that is left for TCP's payload; ARP, ACKs and gaps are not counted."""
    return (mtu - 52) / (mtu + 38)


def point(label, hosts, values, wire=None, retransmits=None, **more):
    """Returns one point in the form of the JSON file and of smoke.py."""
    return {"point": label, "where": str(hosts), "values": values, "medians": measuring.medians(values), "hidden": {},
            "rate": hosts.link_rate, "wire": wire, "retransmits": retransmits or {}, **more}


def best_of(measured, prefix):
    """Returns the name of the fastest of the ways whose names begin with this."""
    names = [n for n in measured["medians"] if n.startswith(prefix)]
    return min(names, key=measured["medians"].get) if names else None


def rows_of(measured):
    base = measured["medians"].get(DEFAULT)
    for name, v in measured["values"].items():
        middle, again = statistics.median(v), measured["retransmits"].get(name)
        yield [f"{measured['point']}  {name}", f"{middle:.3f}", f"{min(v):.3f} … {max(v):.3f}",
               f"{base / middle:.2f}" if base else "",
               f"{middle / measured['wire']:.2f}" if measured["wire"] else "",
               "" if again is None else f"{statistics.median(again):.0f}"]


def finish(o, out, name, title, measured, panes, unit, text="", calls=None, shown=()):
    """Writes table, JSON and picture. `panes`: {title: points, in the order of the axis};
    `shown`: further variants in them."""
    per_call = f", retransmits in {calls} calls" if calls else ""
    rate = measured[0]["rate"]
    links = (f"{rate} Mbit/s, MTU {o.mtu} (TCP carries {tcp_share(o.mtu):.3f} of it), bursts of {o.burst}" if rate
             else "no links: this machine alone")
    note = (f"{o.mpi}, {links}, {o.rounds} rounds, medians{per_call}; "
            f"{platform.node()}, {platform.machine()}, {os.cpu_count()} cores")
    header = ["", unit, "range", "× MPI's speed", "÷ the wire", "retransmits"]
    table = measuring.table(header, [row for m in measured for row in rows_of(m)])
    measuring.write(out, name, {"mpi": o.mpi, "rate": rate, "mtu": o.mtu, "burst": o.burst, "rounds": o.rounds, "unit": unit,
                                "calls": calls, "points": measured}, "\n".join([title, note, "", table, text]))
    draw(out / f"{name}.png", title, note, panes, unit, shown)
    print(f"{name}: results in {out}")


def draw(picture, title, note, panes, unit, shown):
    """Draws a pane for each group of points: the MPI, its best algorithm, plans, the best plan, others, the wire."""
    figure, axes = figures.panes(len(panes))
    for axis, (pane, points) in zip(axes, panes.items()):
        series = {DEFAULT: [m["values"].get(DEFAULT) for m in points]}
        for label, prefix in (("MPI, best forced", "MPI, "), ("best plan", "plans, ")):
            series[label] = [m["values"].get(best_of(m, prefix)) for m in points]
        series.update({name: [m["values"].get(name) for m in points] for name in (PLANNED, *shown)})
        figures.medians_and_ranges(axis, [m["tick"] for m in points], {n: v for n, v in series.items() if any(v)})
        if any(m["wire"] for m in points):
            axis.plot(range(len(points)), [m["wire"] or float("nan") for m in points], "k_:", markersize=12, label="the wire")
        figures.logarithmic(axis)
        axis.set_title(pane, fontsize=9)
        axis.set_ylabel(unit)
        axis.legend(fontsize=7)
    figures.save(figure, picture, title, note)
