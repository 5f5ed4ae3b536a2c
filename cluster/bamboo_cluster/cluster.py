# SPDX-License-Identifier: Apache-2.0
"""Makes and removes clusters for the commands."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

from . import control_group, environment, processors, tree
from .failure import Failure
from .state import Cluster, base, changing_clusters, sweep

_PACKAGE = pathlib.Path(__file__).resolve().parent


def tidy():
    """Removes the remains of dead clusters."""
    _mount_control_groups()
    with changing_clusters():
        sweep()


def up(settings, owner=0):
    """Returns the new cluster. With an owner's process id it ends when that process ends."""
    available = sorted(os.sched_getaffinity(0))
    processors.allot(settings, available)  # refuses what cannot be, before anything is made
    cluster = Cluster(settings.name)
    _mount_control_groups()
    with changing_clusters():
        sweep()
        if cluster.exists():
            raise Failure(f"there is a cluster '{settings.name}' already; "
                          f"'bamboo cluster down {settings.name}' removes it")
        cluster.folder.mkdir(mode=0o700)
        cluster.file("settings.json").write_text(settings.to_json())
        cluster.note("available", available)
        helper = tree.compiled(environment.PRELOADED)
        if helper:
            shutil.copy(helper, cluster.file(helper.name))
        _start_keeper(cluster, owner)
    return cluster


def _start_keeper(cluster, owner):
    ready, to_us = os.pipe()
    with open(cluster.file("log"), "w") as log:
        # In a separate session: an interrupt of this command must leave the keeper to clean up.
        keeper = subprocess.Popen(
            [sys.executable, "-m", f"{_PACKAGE.name}.keeper", cluster.name, str(owner), str(to_us)],
            cwd=_PACKAGE.parent, start_new_session=True, pass_fds=[to_us],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log)
    os.close(to_us)
    try:
        with open(ready, "rb") as pipe:
            message = pipe.read()
    except BaseException:
        keeper.terminate()
        keeper.wait()
        raise
    if message != b"\n":
        log = cluster.file("log").read_text() if cluster.exists() else ""
        keeper.wait()
        cluster.remove()
        raise Failure(f"this machine does not allow such a cluster: {message.decode() or log}")


def down(cluster):
    """Asks the keeper to remove the cluster, and checks that it has done so."""
    keeper = cluster.noted("keeper")
    if cluster.is_alive() and keeper is not None:
        os.kill(keeper, signal.SIGTERM)
        until = time.monotonic() + 10
        while cluster.is_alive():
            if time.monotonic() > until:
                raise Failure(f"the keeper of '{cluster.name}', process {keeper}, does not end")
            time.sleep(0.01)
    with changing_clusters():
        if cluster.exists() and not cluster.is_alive():
            cluster.remove()


def _mount_control_groups():
    """Mounts control groups if the machine has them unmounted. Child processes see them, too."""
    try:
        if os.getuid() == 0 and control_group.find() is None:
            control_group.mount(base() / ".control-groups")
    except (Failure, OSError):
        pass  # the keeper will say what that means for a cluster
