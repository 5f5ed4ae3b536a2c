# SPDX-License-Identifier: Apache-2.0
"""Whether the tasks of a process wait for the network together.

A task that exchanges with tasks of its own process first sends to others only when these have computed, too: then
none has anything left to compute while the messages are on their way, however many there are. Where messages to
other processes come first, the tasks that compute later hide them.
"""
import bisect
import collections
import dataclasses


@dataclasses.dataclass
class LockStep:
    share: float        # of the bytes between processes
    sender: int         # of most of them,
    awaited: int        # which waits for this task of its process before,
    receiver: int       # and sends them to this one


def wait_before(trace, resumed, task, when):
    """Returns the last wait for a message that ended before this; None if the task waited for none."""
    i = bisect.bisect_right(resumed[task], when) - 1
    pause = trace.pauses[task][i] if i >= 0 else None
    return pause if pause is not None and pause.number > 0 else None


def find(trace):
    """Returns None if no messages went between processes, or no task waits so."""
    resumed = {task: [pause.resumed for pause in pauses] for task, pauses in trace.pauses.items()}
    behind, everything = collections.Counter(), 0
    for m in trace.transfers():
        everything += m.bytes
        pause = wait_before(trace, resumed, m.source, m.sent) if m.source in resumed else None
        is_local = pause is not None and trace.process_of.get(pause.source) == trace.process_of.get(m.source)
        # The computation between the two hides nothing of a message that takes longer.
        if is_local and m.sent - pause.resumed < m.arrived - m.sent:
            behind[m.source, pause.source, m.destination] += m.bytes
    if not behind:
        return None
    return LockStep(behind.total() / everything, *behind.most_common(1)[0][0])
