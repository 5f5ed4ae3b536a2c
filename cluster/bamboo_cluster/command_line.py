# SPDX-License-Identifier: Apache-2.0
"""The commands and their options."""
import argparse
import json
import os
import re
import sys

from . import __version__, check, cluster as clusters, job
from .failure import BadUsage, Failure
from .settings import PerHost, Settings
from .state import Cluster, all_clusters

FAILED, BAD_USAGE = 1, 2

DESCRIPTION = """\
Several hosts on one machine: network namespaces behind switches, every link shaped in both
directions, a processor share of its own for each host. Works as root and, where user namespaces are
allowed, without."""

EXAMPLES = """\
examples:
  bamboo cluster run --hosts 2 --rate 500 -- bamboo run -n 2 -- ./jacobi
  bamboo cluster up big --hosts 8 --topology two-star --trunk-rate 1000
  bamboo run --cluster big -n 16 --vf 2 -- ./jacobi
  bamboo cluster exec big -- mpirun -n 8 ./plain
  bamboo cluster check big
  bamboo cluster status
  bamboo cluster down big

'bamboo cluster COMMAND --help' prints more."""

INSIDE = """\
The command finds in its environment
  CLUSTER_NAME     the cluster's name
  CLUSTER_HOSTS    h1:1,h2:1,…, for mpirun --host and mpiexec -hosts
  CLUSTER_AGENT    a program that is called like ssh (plm_rsh_agent, -launcher-exec)
and settings with which Open MPI and MPICH use both. It has ended, with all that it started on any
host, when this returns. Exit status: the command's; 124 when its time was up."""


def whole(text):
    if not re.fullmatch(r"[0-9]+", text):
        raise argparse.ArgumentTypeError(f"'{text}' is no number")
    return int(text)


def size(text):
    found = re.fullmatch(r"([0-9]+)([kmg]?)b?", text.lower())
    if not found or int(found[1]) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is no size; say it like 64k or 4m")
    return int(found[1]) << {"": 0, "k": 10, "m": 20, "g": 30}[found[2]]


def per_host(value):
    """Parses "VALUE" or "VALUE,h3=VALUE,…"."""
    def parse(text):
        usual, *others = text.split(",")
        exceptions = {}
        for other in others:
            host, equals, exception = other.partition("=")
            if not equals:
                raise argparse.ArgumentTypeError(f"'{other}' must be HOST=VALUE")
            exceptions[host] = value(exception)
        return PerHost(value(usual), exceptions)
    return parse


def switches(text):
    found = {"star": 1, "two-star": 2}.get(text)
    if found is None:
        chain = re.fullmatch(r"chain:([1-9][0-9]{0,2})", text)
        if not chain:
            raise argparse.ArgumentTypeError(f"'{text}' is unknown; expected star, two-star or chain:N")
        found = int(chain[1])
    return found


def mtu(text):
    value = whole(text)
    if not 576 <= value <= 65535:
        raise argparse.ArgumentTypeError(f"{value} is not between 576 and 65535")
    return value


def percentage(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 1 <= value <= 100:
        raise argparse.ArgumentTypeError(f"'{text}' is not between 1 and 100")
    return value


def seconds(text):
    try:
        value = float(text)
    except ValueError:
        value = 0
    if not 0 < value < 1e7:
        raise argparse.ArgumentTypeError(f"'{text}' is no positive number of seconds")
    return value


def add_settings(parser):
    group = parser.add_argument_group("the cluster")
    standard = Settings("x")
    group.add_argument("--hosts", type=whole, default=standard.hosts, metavar="N",
                       help="named h1 … hN, addresses 10.77.0.1 … (default: %(default)s)")
    group.add_argument("--topology", type=switches, default=1, dest="switches",
                       metavar="star|two-star|chain:N",
                       help="one switch, two that are joined by a trunk, or N in a row; hosts that follow "
                            "each other hang on the same one (default: star)")
    group.add_argument("--rate", type=per_host(whole), default=standard.rate, metavar="MBIT[,hN=MBIT…]",
                       help="of each host's link, Mbit/s, in both directions; 0: not shaped (default: 500)")
    group.add_argument("--trunk-rate", type=whole, metavar="MBIT",
                       help="of the links between switches (default: as a host's)")
    group.add_argument("--mtu", type=mtu, default=standard.mtu, metavar="BYTES",
                       help="largest packet; 1500 is the usual Ethernet's, and costs the cores more "
                            "(default: %(default)s)")
    group.add_argument("--queue", type=per_host(size), default=standard.queue, metavar="SIZE[,hN=SIZE…]",
                       help="what may wait at a host's end of its link (default: 4m)")
    group.add_argument("--switch-queue", type=per_host(size), default=standard.switch_queue,
                       metavar="SIZE[,hN=SIZE…]",
                       help="what may wait at a switch's port before it drops (default: 1m)")
    group.add_argument("--burst", type=size, default=standard.burst, metavar="SIZE",
                       help="what a link may send at once; small ones cost the cores more (default: 64k)")
    group.add_argument("--cores", type=whole, default=standard.cores, metavar="N",
                       help="that each host computes on: its own, where there are enough, else shared; "
                            "0: every host may use all (default: %(default)s)")
    group.add_argument("--share", type=percentage, metavar="PERCENT",
                       help="of each of its cores that a host may use, and that no other host can use "
                            "while it waits (default: all of a core of its own; 90 %% of a shared one, divided)")


def settings_of(options, name):
    return Settings(name=name, hosts=options.hosts, switches=options.switches, rate=options.rate,
                    trunk_rate=options.trunk_rate, queue=options.queue, mtu=options.mtu,
                    switch_queue=options.switch_queue, burst=options.burst, cores=options.cores,
                    share=options.share)


def add_command(parser):
    parser.add_argument("--timeout", type=seconds, default=600, metavar="SECONDS",
                        help="the command is ended after that (default: %(default)s)")
    parser.add_argument("--host", default="h1", help="that the command is started on (default: h1)")
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="after '--'")


def up_command(options):
    warn(clusters.up(settings_of(options, options.name)))
    return 0


def warn(cluster):
    reason = cluster.noted("not_isolated")
    if reason:
        print(f"bamboo cluster: warning: {reason}; not fit for overlap experiments", file=sys.stderr)


def run_command(options):
    if options.host not in (names := settings_of(options, "x").host_names()):
        raise BadUsage(f"--host {options.host}: the hosts are {names[0]} … {names[-1]}")
    cluster = clusters.up(settings_of(options, f"run-{os.getpid()}"), owner=os.getpid())
    warn(cluster)
    try:
        return job.run_on(cluster, options.host, options.command, options.timeout)
    finally:
        clusters.down(cluster)


def exec_command(options):
    cluster = Cluster(options.name).required()
    return job.run_on(cluster, options.host, options.command, options.timeout)


def check_command(options):
    if options.name and settings_of(options, options.name) != Settings(options.name):
        raise BadUsage(f"'{options.name}' is what it is; options are for a cluster that is made for the check")
    cluster = Cluster(options.name).required() if options.name else clusters.up(
        settings_of(options, f"check-{os.getpid()}"), owner=os.getpid())
    try:
        findings = check.examine(cluster, options.message, lambda line: print(
            f"bamboo cluster: measuring {line}", file=sys.stderr))
    finally:
        if not options.name:
            clusters.down(cluster)
    print(json.dumps(findings.to_json(), indent=2) if options.json else check.report(findings))
    return FAILED if findings.faults() else 0


def down_command(options):
    if options.all == bool(options.names):
        raise BadUsage("name the clusters to remove, or say --all")
    chosen = all_clusters() if options.all else [Cluster(name) for name in options.names]
    for cluster in chosen:
        if not cluster.exists():
            raise Failure(f"there is no cluster '{cluster.name}'")
    for cluster in chosen:
        clusters.down(cluster)
    clusters.tidy()
    return 0


def status_command(options):
    clusters.tidy()
    chosen = [Cluster(options.name).required()] if options.name else all_clusters()
    found = [describe(cluster) for cluster in chosen]
    if options.json:
        print(json.dumps(found, indent=2))
    elif not found:
        print("no clusters")
    for entry in [] if options.json else found:
        rates = "/".join(str(r) if r else "unlimited" for r in entry["rates"])
        share = f"{entry['share']:g} % of " if entry["share"] else ""
        print(f"{entry['name']}: {entry['hosts']} hosts, {entry['topology']}, {rates} Mbit/s, "
              f"MTU {entry['mtu']}, each host {share}{entry['cores'] or 'any'} core(s)"
              + (f"; NOT FIT for overlap experiments: {entry['not_isolated']}"
                 if entry["not_isolated"] else ""))
    return 0


def describe(cluster):
    settings = cluster.settings()
    host = settings.host_names()[0]
    return {"name": cluster.name, "hosts": settings.hosts, "topology": settings.topology(),
            "rates": sorted(settings.rate.values(settings.host_names())),
            "trunk_rate": settings.trunk_rate, "mtu": settings.mtu, "cores": settings.cores,
            "share": cluster.noted("shares", {}).get(host),
            "control_groups": cluster.noted("group_version"),
            "not_isolated": cluster.noted("not_isolated"), "keeper": cluster.noted("keeper")}


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise BadUsage(f"{message}; see '{self.prog} --help'")


def make_parser():
    parser = Parser(prog="bamboo cluster", description=DESCRIPTION, epilog=EXAMPLES, allow_abbrev=False,
                    formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", action="version", version=f"bamboo cluster {__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name, action, summary, description, example):
        made = commands.add_parser(
            name, help=summary, description=description, allow_abbrev=False,
            epilog="example:\n" + "".join(f"  bamboo cluster {e}\n" for e in example),
            formatter_class=argparse.RawDescriptionHelpFormatter)
        made.set_defaults(action=action)
        return made

    made = command("up", up_command, "make a cluster that stays", "Makes a cluster that stays until 'down'.",
                   ["up pair", "up big --hosts 8 --topology two-star --trunk-rate 1000",
                    "up slow --hosts 4 --rate 500,h4=100 --mtu 1500"])
    made.add_argument("name", metavar="NAME")
    add_settings(made)

    made = command("run", run_command, "make a cluster, run a command on it, remove it",
                   "Makes a cluster, runs a command on one of its hosts, removes the cluster.\n" + INSIDE,
                   ["run --hosts 4 --timeout 60 -- bamboo run -n 4 -- ./ring",
                    "run --hosts 2 -- sh -c 'mpirun -n 2 --host $CLUSTER_HOSTS ./plain'"])
    add_settings(made)
    add_command(made)

    made = command("exec", exec_command, "run a command on a cluster", "Runs a command on a host.\n" + INSIDE,
                   ["exec pair -- ping -c 3 h2", "exec pair --host h2 -- ip address"])
    made.add_argument("name", metavar="NAME")
    add_command(made)

    made = command("check", check_command, "measure a cluster, and whether it is fit",
                   "Measures a cluster: the links' rates and latencies, whether a host can use what the others\n"
                   "leave of the processor, and how much of a message can be hidden at best. Without NAME, of a\n"
                   "cluster that is made for it. Exit status 1, with the reason, if overlap cannot be measured\n"
                   "on it, e.g. because the emulation itself eats the cores.",
                   ["check pair", "check --hosts 8 --rate 250"])
    made.add_argument("name", nargs="?", metavar="NAME")
    made.add_argument("--message", type=size, default=check.MESSAGE, metavar="SIZE",
                      help="that is to be hidden (default: 512k)")
    made.add_argument("--json", action="store_true", help="for programs")
    add_settings(made)

    made = command("status", status_command, "list the clusters",
                   "Lists this user's clusters. Removes the remains of dead ones.",
                   ["status", "status pair --json"])
    made.add_argument("name", nargs="?", metavar="NAME")
    made.add_argument("--json", action="store_true", help="for programs")

    made = command("down", down_command, "remove clusters",
                   "Removes clusters, with all that runs on their hosts.", ["down pair", "down --all"])
    made.add_argument("names", nargs="*", metavar="NAME")
    made.add_argument("--all", action="store_true", help="all of this user's")
    return parser


def main(words):
    try:
        options = make_parser().parse_args(words)
        return options.action(options)
    except BadUsage as error:
        status, message = BAD_USAGE, error
    except job.TimeUp as error:
        status, message = job.TIMED_OUT, error
    except Failure as error:
        status, message = FAILED, error
    except KeyboardInterrupt:
        return 130
    print(f"bamboo cluster: error: {message}", file=sys.stderr)
    return status
