# SPDX-License-Identifier: Apache-2.0
"""Runs a command on a host of a cluster.

The command runs in a separate process-id namespace inside of the cluster's. So all processes that it
starts, on any host, end with it: when it is done, when its time is up, when its caller is killed.

    front      waits, watches the time, passes a request to end on
    entered    is in the cluster's namespaces, all but the process ids
    parent     is in that one as well: from there a new one can be made
    first      first process of the new one; its child is the command
"""
import os
import select
import shlex
import shutil
import signal
import subprocess
import tempfile
import time

from . import environment, kernel
from .failure import Failure

TIMED_OUT = 124  # as timeout(1) says it
GRACE = 5        # seconds between the request to end and the end
HEARD = 1        # seconds for a command that a terminal has interrupted


class Interrupted(Exception):
    def __init__(self, number, _frame=None):
        self.number = number


def run_on(cluster, host, words, seconds):
    """Exit status: the command's, 128 + signal if one ended it, 124 when its time was up."""
    if host not in cluster.settings().host_names():
        raise Failure(f"cluster '{cluster.name}' has no host '{host}'")
    scratch = tempfile.mkdtemp(prefix="", dir=cluster.file("jobs"))
    try:
        doors = _namespaces_of(cluster.noted("holder"))
        surroundings = {**os.environ, **environment.of(cluster, scratch)}
        command = [str(cluster.agent), host, "exec " + shlex.join(words)]
        entered = _in_child(lambda: _enter(doors, command, surroundings))
        for door in doors:
            os.close(door)
        return _wait(entered, seconds, cluster)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _namespaces_of(holder):
    kinds = ("mnt", "net", "pid")
    if os.getuid() != 0:
        kinds = ("user", *kinds)
    try:
        return [os.open(f"/proc/{holder}/ns/{kind}", os.O_RDONLY) for kind in kinds]
    except OSError as error:
        raise Failure(f"the cluster cannot be entered: {error.strerror}") from None


def _wait(child, seconds, cluster):
    ended = os.pidfd_open(child)
    timed_out, number = False, None
    previous = {s: signal.signal(s, _raise_interrupted)
                for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        timed_out = not select.select([ended], [], [], seconds)[0]
    except Interrupted as interruption:
        number = interruption.number
    finally:
        for s in previous:
            signal.signal(s, signal.SIG_IGN)  # once is enough: we are ending
    if timed_out or number is not None:
        # A terminal has sent its interrupt to the command as well.
        if number != signal.SIGINT or not select.select([ended], [], [], HEARD)[0]:
            os.kill(child, signal.SIGTERM)
        if not select.select([ended], [], [], GRACE)[0]:
            os.kill(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    os.close(ended)
    for s, handler in previous.items():
        signal.signal(s, handler)
    if timed_out:
        raise TimeUp(f"the time limit of {seconds:g} s is over (--timeout); "
                     "what ran on the hosts has been ended")
    if number is not None:
        return 128 + number
    if status < 0 and not cluster.is_alive():
        raise Failure(f"the cluster '{cluster.name}' was removed while the command ran")
    return status if status >= 0 else 128 - status


class TimeUp(Failure):
    pass


def _raise_interrupted(number, frame):
    raise Interrupted(number, frame)


def _in_child(body):
    """A child that dies with us and whose exit status is what body() returns."""
    child = os.fork()
    if child:
        return child
    status = 255
    try:
        kernel.die_with_parent()
        status = body()
    except OSError as error:
        os.write(2, f"bamboo cluster: error: {error}\n".encode())
    finally:
        os._exit(status)


def _pass_on(child):
    """Waits; passes a request to end on to the child."""
    signal.signal(signal.SIGINT, lambda *_: None)  # the terminal signals the command itself
    signal.signal(signal.SIGTERM, lambda *_: os.kill(child, signal.SIGTERM))
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status if status >= 0 else 128 - status


def _enter(doors, command, surroundings):
    folder = os.getcwd()
    for door in doors:
        kernel.enter(door)
    os.chdir(folder)  # entering a mount namespace leads to its root
    kernel.die_with_parent()  # forgotten when a user namespace is entered
    return _pass_on(_in_child(lambda: _be_parent(command, surroundings)))


def _be_parent(command, surroundings):
    kernel.unshare(kernel.NEW_PID)
    return _pass_on(_in_child(lambda: _be_first(command, surroundings)))


def _be_first(command, surroundings):
    signal.signal(signal.SIGINT, lambda *_: None)
    process = subprocess.Popen(command, env=surroundings)
    signal.signal(signal.SIGTERM, lambda *_: process.send_signal(signal.SIGTERM))
    while True:  # orphans of the command come to us
        ended, status = os.wait()
        if ended == process.pid:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
