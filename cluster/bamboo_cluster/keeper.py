# SPDX-License-Identifier: Apache-2.0
"""The two processes that a cluster consists of while nothing runs on it.

The *holder* is the first process of a process-id namespace: when it ends, the kernel ends everything
that runs on the hosts, and all namespaces, cables and switches go with it. The *keeper*, outside,
starts it, waits for it or for the end of the process that needs the cluster, and then removes what the kernel
does not remove by itself: control groups and the cluster's folder.
"""
import fcntl
import os
import pathlib
import select
import shutil
import signal
import socket
import sys

from . import control_group, environment, kernel, network, processors
from .failure import Failure
from .state import Cluster
from .topology import lay_out


ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def keep(name, owner, ready):
    """Body of the keeper. `owner`: a process whose end ends the cluster, or 0. It writes a newline
    to the file descriptor `ready` when the cluster is up; else it writes the reason of the failure."""
    cluster = Cluster(name)
    lock = open(cluster.file("lock"), "w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.chdir("/")
    woken, waker = socket.socketpair()
    waker.setblocking(False)
    signal.set_wakeup_fd(waker.fileno())
    for number in (*ENDING, signal.SIGCHLD):
        signal.signal(number, lambda *_: None)
    try:
        cluster.note("keeper", os.getpid())
        holder = _start_holder(cluster, [lock.fileno(), ready, woken.fileno(), waker.fileno()])
        os.write(ready, b"\n")
        os.close(ready)
        _wait(woken, owner)
        os.kill(holder, signal.SIGKILL)
        os.waitpid(holder, 0)
    except (Failure, OSError) as error:
        os.write(ready, str(error).encode())
    finally:
        cluster.remove()


def _wait(woken, owner):
    """Waits for a signal, for the end of the holder (which is a signal as well), or for that of the owner."""
    waited_for = [woken]
    if owner:
        try:
            waited_for.append(os.pidfd_open(owner))
        except ProcessLookupError:
            return
    select.select(waited_for, [], [])


def _start_holder(cluster, not_for_the_holder):
    settings = cluster.settings()
    allotments = processors.allot(settings, cluster.noted("available"))
    cluster.note("shares", {h: a.share for h, a in zip(settings.host_names(), allotments)})
    group = _make_group(cluster, settings, allotments)
    if os.getuid() != 0:
        kernel.become_root_of_user_namespace()
    kernel.unshare(kernel.NEW_PID)
    report, to_keeper = os.pipe()
    holder = os.fork()
    if holder == 0:
        try:
            signal.set_wakeup_fd(-1)
            for descriptor in (report, *not_for_the_holder):
                os.close(descriptor)
            kernel.die_with_parent()
            _build(cluster, settings, allotments, group)
            os.write(to_keeper, b"\n")
            os.close(to_keeper)
            _hold()
        except BaseException as error:  # whatever it is, the message must reach the user
            known = isinstance(error, (Failure, OSError))
            os.write(to_keeper, (str(error) if known else repr(error)).encode())
        finally:
            os._exit(1)
    os.close(to_keeper)
    cluster.note("holder", holder)
    with open(report, "rb") as pipe:
        message = pipe.read()
    if message != b"\n":
        os.waitpid(holder, 0)
        raise Failure(message.decode() or "the cluster's first process died")
    return holder


def _make_group(cluster, settings, allotments):
    """Returns the folder of the cluster's control group, or None. Notes the effect on experiments."""
    limited = any(a.share is not None for a in allotments)
    reason = None
    group = None
    if limited:
        try:
            hierarchy = control_group.find()
            if hierarchy is None:
                raise Failure("the processor's control groups are not mounted")
            # Noted before it is made: the next command must find it whatever happens to us.
            quotas = {h: a.quota() for h, a in zip(settings.host_names(), allotments)}
            group = hierarchy.make(f"{settings.name}.{os.getpid()}", quotas,
                                   lambda folder: cluster.note("group", str(folder)))
            cluster.note("group_version", hierarchy.version.number)
        except (Failure, OSError) as error:
            reason = (f"the hosts' processor shares cannot be kept ({error}); while one host waits, "
                      "others that share its core use its time")
    if limited and reason is None and not processors.limits_are_sound(allotments):
        reason = "the hosts' shares are more than the cores have"
    elif not limited and processors.need_limits(allotments):
        reason = "the hosts share cores without limits (--cores 0)"
    cluster.note("not_isolated", reason)
    return group


def _build(cluster, settings, allotments, group):
    """Builds the network; runs in the holder."""
    kernel.unshare(kernel.NEW_MOUNT | kernel.NEW_NET | kernel.NEW_UTS | kernel.NEW_IPC)
    kernel.keep_mounts_private()
    kernel.mount("proc", "/proc", "proc")
    network.without_ipv6()
    topology = lay_out(settings)
    for host, allotment in zip(topology.hosts, allotments):
        folder = cluster.host(host.name)
        folder.mkdir(parents=True)
        (folder / "cores").write_text(",".join(map(str, allotment.cores)))
        _make_namespaces(host.name, folder)
        (folder / "shm").mkdir()
        kernel.mount("tmpfs", folder / "shm", "tmpfs", "mode=1777")
        if group is not None:
            (folder / "group").mkdir()
            kernel.bind(group / host.name, folder / "group")
    network.build(topology, settings.mtu, lambda name: cluster.host(name) / "net")
    names = cluster.file("etc-hosts")
    names.write_text(pathlib.Path("/etc/hosts").read_text() + network.names_of_hosts(topology))
    kernel.bind(names, "/etc/hosts")
    environment.write_host_files(cluster)
    cluster.file("jobs").mkdir()
    shutil.copy(pathlib.Path(__file__).parent / "agent", cluster.agent)


def _make_namespaces(name, folder):
    """Makes files that keep a host's namespaces after the process that made them has ended."""
    made, proceed = os.pipe(), os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(proceed[1])
            kernel.unshare(kernel.NEW_NET | kernel.NEW_UTS | kernel.NEW_IPC)
            socket.sethostname(name)
            network.without_ipv6()
            os.write(made[1], b"\n")
            os.read(proceed[0], 1)
        finally:
            os._exit(0)
    os.close(made[1])
    try:
        if os.read(made[0], 1) != b"\n":
            raise Failure(f"the namespaces of {name} cannot be made")
        for kind in ("net", "uts", "ipc"):
            (folder / kind).touch()
            kernel.bind(f"/proc/{child}/ns/{kind}", folder / kind)
    finally:
        for end in (made[0], *proceed):
            os.close(end)
        os.waitpid(child, 0)


def _hold():
    """Body of the first process of the namespace: it inherits and reaps the others' orphans."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGCHLD})
    while True:
        signal.sigwait({signal.SIGCHLD})
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass


if __name__ == "__main__":
    keep(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
