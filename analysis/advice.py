# SPDX-License-Identifier: Apache-2.0
"""One line of advice, from measured quantities.

All are fractions of the time that the workers had. What a run could gain at most:

  network    workers were idle while the message that they needed was on its way
  runtime    workers were in MPI calls, moved messages or chose what to run next
  imbalance  workers were idle, for a message that had not been sent yet or because all was done, while
             another process computed longer than they did
  chain      the rest of that idle time: tasks need what others have just computed

The largest of them decides; below `SMALL` nothing is worth doing. With a network loss it depends on what
the network needs for the messages (see communication.py). Much less than workers waited: messages lie
about, because a process does not look after them or has no processor. Longer than the processes compute:
that is the network's limit, and more virtual ranks cannot help. Otherwise more of them can, as long as a
worker has few and they do not wait together (see lock_step.py).
"""
import dataclasses

SMALL = 0.05
SLOWER = 2.0            # so much longer than the network needs is not its fault
MANY_PER_WORKER = 16    # virtual ranks; beyond so many, more of them do not help
IN_LOCK_STEP = 0.5      # of the bytes between processes


@dataclasses.dataclass
class Advice:
    kind: str
    text: str


def losses(accounts):
    """Returns {reason: fraction of the workers' time}, as above."""
    workers = sum(accounts.workers.values())
    capacity = workers * accounts.seconds
    computing = {p: accounts.share(p, "computing") for p in accounts.processes}
    most = max(computing.values())
    network = imbalance = chain = 0.0
    for process, why in accounts.idleness.items():
        weight = accounts.workers[process] / workers
        network += why.flight / capacity
        others = (why.late + why.end + why.local) / (accounts.workers[process] * accounts.seconds)
        uneven = min(others, most - computing[process])
        imbalance += weight * uneven
        chain += weight * (others - uneven)
    return {"network": network, "runtime": accounts.total().runtime / capacity,
            "imbalance": imbalance, "chain": chain}


def percent(fraction):
    return f"{100 * fraction:.0f} %"


def number_of_tasks(trace, word, per_process):
    """Returns the words for this number of tasks in a process."""
    processes = trace.about[0]["processes"]
    if trace.noun == "rank":
        return f"{word} virtual ranks (-n {per_process * processes} --vf {per_process})"
    return f"{word} {trace.noun}s ({per_process * processes})"


def another_order(trace, step, idle):
    """Waiting for several tasks together takes as long for any number of tasks."""
    sender, awaited, receiver = map(trace.name_of, (step.sender, step.awaited, step.receiver))
    return Advice("order", f"another decomposition: workers idle {percent(idle)} of the time, and {percent(step.share)} "
                  f"of the bytes between processes leave right behind a wait inside a process ({sender} waits for "
                  f"{awaited}, then sends to {receiver}), so that its {trace.noun}s wait for the network together; "
                  "exchange with other processes first, or cut along one direction only if the network has room for larger "
                  "faces")


def advise(trace, accounts, communication, better, step):
    """`communication`: of each process; `better`: what placement.better_geometry found; `step`: lock_step.find."""
    loss = losses(accounts)
    computing = accounts.total().computing / (sum(accounts.workers.values()) * accounts.seconds)
    kind = max(loss, key=loss.get)
    about = trace.about[0]
    per_process = -(-len(trace.tasks) // about["processes"])
    per_worker = per_process / max(1, about["workers"])
    tasks = "virtual ranks" if trace.noun == "rank" else f"{trace.noun}s"
    if loss[kind] < SMALL:
        return Advice("compute-bound", f"compute-bound: {percent(computing)} of the time is computing and no "
                      f"loss is above {percent(SMALL)}; there is nothing left to hide")
    if kind == "imbalance":
        shares = {p: accounts.share(p, "computing") for p in accounts.processes}
        busiest = max(shares, key=shares.get)
        average = sum(shares.values()) / len(shares)
        return Advice("imbalance", f"imbalance: process {busiest} computes {shares[busiest] / average:.2f} times "
                      f"as long as the average, the others idle {percent(loss[kind])} of the time for it; "
                      "divide the work more evenly" +
                      (f" (finer: more {tasks} also help if the uneven parts mix)" if per_process < 4 else ""))
    if kind == "runtime":
        count = sum(1 for m in trace.messages.values())
        each = 1e6 * accounts.total().runtime / count if count else 0.0
        reason = (f"{percent(loss[kind])} of the time goes into the runtime ({each:.1f} µs for each of {count} "
                  f"messages), only {percent(loss['network'])} into waiting for the network")
        if per_process > 1:
            fewer = per_process // 2
            return Advice("fewer", f"{number_of_tasks(trace, 'fewer', fewer)}: {reason}")
        return Advice("messages", f"fewer and larger messages: {reason}")
    if kind == "network":
        most = max(accounts.share(p, "computing") for p in accounts.processes)
        need = max(part.amount for part in communication.values()) / accounts.seconds
        if better is not None:
            geometry, now, then = better
            return Advice("placement", f"another placement (--geometry {geometry}): {percent(1 - then / now)} fewer "
                          f"bytes between processes; workers idle {percent(loss[kind])} of the time while "
                          "messages are on their way")
        if loss[kind] > SLOWER * need:
            return Advice("delays", f"quicker service (--service dedicated, or no more workers than cores): workers "
                          f"idle {percent(loss[kind])} of the time while messages are on their way, for which the "
                          f"network needs {percent(need)}: during the rest of it no process moves them")
        if need > most:
            return Advice("network-bound", f"network-bound: the network needs {percent(need)} of the time for the "
                          f"messages of a process, which computes {percent(most)}; at most {percent(most / need)} "
                          "can be hidden; send less, or use a faster network")
    if step is not None and step.share > IN_LOCK_STEP:
        return another_order(trace, step, loss[kind])
    if kind == "network":
        reason = (f"workers idle {percent(loss[kind])} of the time while messages are on their way, which "
                  f"{percent(need)} of the time would cover")
        if per_worker < MANY_PER_WORKER:
            return Advice("more", f"{number_of_tasks(trace, 'more', 2 * per_process)}: {reason}; a worker "
                          f"has {per_worker:g} of them to choose from")
        return Advice("layout", f"another layout: {reason}, although a worker has {per_worker:g} {tasks} to "
                      "choose from: those that feed other processes run too late, or wait for too many at once")
    if per_worker < MANY_PER_WORKER:
        return Advice("more", f"{number_of_tasks(trace, 'more', 2 * per_process)}: workers idle "
                      f"{percent(loss[kind])} of the time for what others have yet to compute; smaller parts let them "
                      "begin earlier")
    return Advice("chain", f"a chain of dependences: workers idle {percent(loss[kind])} of the time for what others "
                  "have yet to compute; the critical path says which")
