# SPDX-License-Identifier: Apache-2.0
"""Measures what a cluster can do, and says whether overlap can be measured on it.

Communication can only be hidden as far as the emulated network leaves the cores alone. How far that is, the
most patient program finds out: one message travels while all hosts compute and look after it at times.
"""
import contextlib
import dataclasses
import json
import os
import statistics
import subprocess
import sys

from .failure import Failure
from .topology import lay_out
from .tree import compiled

PORT = 4700
MESSAGE = 512 << 10
ROUNDS = 15
RATE_SECONDS = 1         # a measurement of a link's rate lasts so long
UNSHAPED_BYTES = 64 << 20
WORK_SECONDS = 0.4
LONGEST_OVERLAP = 8      # seconds for all rounds with slow links

RATE_TOLERANCE = 0.10    # of what was asked for
LEAST_HIDDEN = 0.80      # of the message, by the best variant, in a fit cluster
MOST_GAIN = 0.10         # that a host may have of the others' waiting


@dataclasses.dataclass
class Pair:
    """The measurements between two hosts; times in milliseconds."""
    hosts: tuple[str, str]
    asked: int               # Mbit/s; 0: not shaped
    there: float             # Mbit/s
    back: float
    latency_us: float
    message: float = 0.0     # the message alone
    compute: float = 0.0     # computing alone
    both: float = 0.0        # at the same time

    @property
    def cost(self):
        """Returns by how much the message makes computing longer; None if it was not measured."""
        if not self.message:
            return None
        return max(0.0, self.both - max(self.compute, self.message))

    @property
    def hidden(self):
        """Returns the part of the message that computing can hide; None if it was not measured."""
        if not self.message:
            return None
        at_most = min(self.message, self.compute)
        return min(1.0, max(0.0, (self.message + self.compute - self.both) / at_most))


@dataclasses.dataclass
class Findings:
    pairs: list[Pair]
    part_alone: float | None   # of a core, that a host computes on while the others wait
    part_beside: float | None  # while they compute
    not_isolated: str | None
    load: float                # of this machine, before

    def faults(self):
        """Returns the reasons why overlap cannot be measured on this cluster; empty if it can."""
        found = []
        if self.not_isolated:
            found.append(self.not_isolated)
        elif self.part_alone is not None and self.part_alone > self.part_beside * (1 + MOST_GAIN):
            found.append(f"a host computes {percent(self.part_alone / self.part_beside - 1)} more while the "
                         "others wait: its time is not its own")
        for pair in self.pairs:
            for way, rate in ((f"{pair.hosts[0]} → {pair.hosts[1]}", pair.there),
                              (f"{pair.hosts[1]} → {pair.hosts[0]}", pair.back)):
                if pair.asked and abs(rate - pair.asked) > RATE_TOLERANCE * pair.asked:
                    found.append(f"{way} carries {rate:.0f} Mbit/s instead of {pair.asked}")
        worst = min((p for p in self.pairs if p.hidden is not None), key=lambda p: p.hidden, default=None)
        if worst and worst.hidden < LEAST_HIDDEN:
            found.append(f"the emulation itself eats the cores: of a message, only {percent(worst.hidden)} can be "
                         f"hidden by the best variant; {advice(worst)}")
        return found

    def to_json(self):
        pairs = [{**dataclasses.asdict(p), "hidden": p.hidden, "cost": p.cost} for p in self.pairs]
        return {**dataclasses.asdict(self), "pairs": pairs, "faults": self.faults(),
                "fit": not self.faults()}


def advice(pair):
    """A message costs the cores the same at any rate, so at a lower rate it takes a smaller part of its time."""
    others = "larger packets and bursts (--mtu, --burst), fewer hosts"
    carried = min(pair.there, pair.back)
    fitting = carried * (1 - LEAST_HIDDEN) * pair.message / pair.cost if pair.cost else 0
    if not 1 <= fitting < carried:
        return f"a lower --rate, {others} would help"
    return f"links of some {fitting:.0f} Mbit/s or less, {others} would help"


def percent(part):
    return f"{100 * part:.0f} %"


class Probe:
    """A program that runs on one host."""

    def __init__(self, cluster, host, *words):
        program = compiled("cluster-probe")
        if program is None:
            raise Failure("the measuring program is not built; without the rest of Bamboo: "
                          "cc -O2 cluster/probe.c -o cluster/cluster-probe")
        self.process = subprocess.Popen(
            [sys.executable, sys.argv[0], "exec", cluster.name, "--host", host, "--timeout", "120", "--",
             str(program.resolve()), *map(str, words)],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.communicate()

    def wait_until_working(self):
        self.process.stdout.readline()

    def answer(self):
        output, errors = self.process.communicate()
        if self.process.returncode:
            raise Failure(f"measuring failed: {errors.strip()}")
        return json.loads(output.splitlines()[-1])


def examine(cluster, message=MESSAGE, say=lambda line: None):
    """Returns all findings; `say` is called with the current action."""
    settings = cluster.settings()
    load = os.getloadavg()[0]
    hosts = lay_out(settings).hosts
    neighbours = list(zip(hosts[::2], hosts[1::2]))
    others = [(hosts[0], hosts[-1])] if len(hosts) > 2 and (len(hosts) % 2 or settings.switches > 1) else []
    pairs = []
    for pair in neighbours + others:
        say(f"rate and latency between {pair[0].name} and {pair[1].name}")
        pairs += measure([pair], cluster, message, rounds=0)
    if pairs:
        say(f"a message of {message >> 10} KB between neighbours while all hosts compute")
        asked = min(pair.asked or 10000 for pair in pairs)
        round_seconds = 6 * message * 8e-6 / asked
        rounds = max(5, min(ROUNDS, round(LONGEST_OVERLAP / round_seconds)))
        for pair, found in zip(pairs, measure(neighbours, cluster, message, rounds)):
            pair.message, pair.compute, pair.both = found.message, found.compute, found.both
    parts = (None, None)
    if len(hosts) > 1:
        say("whether a host can use what the others leave")
        parts = computing(cluster)
    return Findings(pairs, *parts, cluster.noted("not_isolated"), load)


def asked_rate(left, right, settings):
    """Returns the rate that was asked for between two hosts, Mbit/s; 0 means no limit."""
    rates = [left.upward.rate, right.upward.rate]
    if left.switch != right.switch:
        rates += [trunk.link.rate for trunk in lay_out(settings).trunks]
    return min((rate for rate in rates if rate), default=0)


def measure(pairs, cluster, message, rounds):
    """Measures all pairs at the same time."""
    settings = cluster.settings()
    asked = [asked_rate(*pair, settings) for pair in pairs]
    seconds = 0 if rounds else RATE_SECONDS  # the rates are known when overlap is measured
    amounts = [max(1 << 20, int(rate * 1e6 / 8 * seconds)) if rate or rounds else UNSHAPED_BYTES for rate in asked]
    found = []
    with contextlib.ExitStack() as stack:
        leading = []
        for (left, right), amount in zip(pairs, amounts):
            leading.append(stack.enter_context(
                Probe(cluster, left.name, "lead", PORT, amount, message, rounds)))
            stack.enter_context(Probe(cluster, right.name, "follow", left.name, PORT))
        for (left, right), rate, lead in zip(pairs, asked, leading):
            answer = lead.answer()
            found.append(Pair((left.name, right.name), rate, answer["there"], answer["back"],
                              answer["latency_us"], answer.get("message_ms", 0),
                              answer.get("compute_ms", 0), answer.get("both_ms", 0)))
    return found


def computing(cluster):
    """Returns the parts of a core on which the first host computes: while the others wait, and while they compute."""
    first, *others = cluster.settings().host_names()
    alone, beside = [], []
    for _ in range(2):
        alone.append(Probe(cluster, first, "work", WORK_SECONDS).answer()["part"])
        with contextlib.ExitStack() as stack:
            busy = [stack.enter_context(Probe(cluster, host, "work", 1000)) for host in others]
            for probe in busy:
                probe.wait_until_working()
            beside.append(Probe(cluster, first, "work", WORK_SECONDS).answer()["part"])
    return statistics.median(alone), statistics.median(beside)


def report(findings):
    """Returns a text for people."""
    lines = [f"{'hosts':10}{'Mbit/s':>8}{'there':>8}{'back':>8}{'latency':>10}{'message':>10}{'compute':>10}"
             f"{'both':>10}{'hidden':>8}"]
    for p in findings.pairs:
        row = (f"{'-'.join(p.hosts):10}{p.asked or 'any':>8}{p.there:>8.0f}{p.back:>8.0f}"
               f"{p.latency_us:>7.0f} µs")
        if p.message:
            row += f"{p.message:>7.1f} ms{p.compute:>7.1f} ms{p.both:>7.1f} ms{percent(p.hidden):>8}"
        lines.append(row)
    if findings.part_alone is not None:
        lines.append(f"a host computes on {percent(findings.part_alone)} of a core while the others wait, "
                     f"on {percent(findings.part_beside)} while they compute")
    faults = findings.faults()
    lines += [f"not fit for overlap experiments: {fault}" for fault in faults]
    if faults and findings.load > 0.5:
        lines.append(f"(this machine was busy with other things: load average {findings.load:.1f})")
    if not faults:
        lines.append("fit for overlap experiments")
    return "\n".join(lines)
