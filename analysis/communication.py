# SPDX-License-Identifier: Apache-2.0
"""How much communication a run had, and how much of it was hidden: an estimate from its trace.

The communication of a process is the time during which messages from other processes were on their way to
it, but at most what the network needs for them. A message counts as arrived only when its process looked for
it, which may be long after it came, and a few that fit a switch's buffer come at once; so what the network
needs is taken from the quicker messages of similar size, at their first quartile. Exposed is the part during which workers had nothing to run and the message that ended this
was on its way; the rest was hidden behind computation.
"""
import dataclasses
import math


@dataclasses.dataclass
class Communication:
    messages: int = 0
    bytes: int = 0
    seconds: float = 0.0   # on the way
    needed: float = 0.0    # what the network needs for it
    exposed: float = 0.0

    @property
    def amount(self):
        return min(self.seconds, self.needed)

    @property
    def hidden(self):
        """Returns the hidden part; None if there was no communication to hide."""
        if self.amount <= 0:
            return None
        return max(0.0, 1 - min(self.exposed, self.amount) / self.amount)


def size_class(size):
    """Four classes make an octave."""
    return 0 if size == 0 else 1 + math.floor(4 * math.log2(size))


def union(spans):
    """Returns the length of the time that at least one of the spans covers."""
    total, end = 0.0, -math.inf
    for a, b in sorted(spans):
        if b > end:
            total += b - max(a, end)
            end = b
    return total


def typical_flights(messages):
    """Returns the undisturbed flight time of a message for each class of sizes; larger messages bound smaller ones."""
    flights = {}
    for m in messages:
        flights.setdefault(size_class(m.bytes), []).append(m.arrived - m.sent)
    result, shortest = {}, math.inf
    for key in sorted(flights, reverse=True):
        of_class = sorted(flights[key])
        shortest = result[key] = min(of_class[(len(of_class) - 1) // 4], shortest)
    return result


def of_processes(trace, accounts):
    """Returns {process: Communication} of the messages to each process."""
    begin, end = accounts.window
    messages = [m for m in trace.transfers() if m.arrived > begin and m.sent < end and m.arrived >= m.sent]
    needs = typical_flights(messages)
    result = {process: Communication() for process in trace.processes}
    spans = {process: [] for process in trace.processes}
    for m in messages:
        process = trace.process_of.get(m.destination)
        if process is None:
            continue
        part = result[process]
        part.messages += 1
        part.bytes += m.bytes
        part.needed += needs[size_class(m.bytes)] / 1e6
        spans[process].append((max(m.sent, begin), min(m.arrived, end)))
    for process, part in result.items():
        part.seconds = union(spans[process]) / 1e6
        part.exposed = accounts.idleness[process].flight / accounts.workers[process]
    return result


def total(parts):
    whole = Communication()
    for part in parts.values():
        whole.messages += part.messages
        whole.bytes += part.bytes
        whole.seconds += part.seconds
        whole.needed += part.amount
        whole.exposed += min(part.exposed, part.amount)
    return whole


def clock_errors(trace):
    """Returns the number of messages that seem to arrive before they were sent, and the largest
    such time (microseconds)."""
    early = [m.sent - m.arrived for m in trace.transfers() if m.arrived < m.sent]
    return len(early), max(early, default=0.0)
