# SPDX-License-Identifier: Apache-2.0
"""The folder of this user's clusters, and of one cluster in it.

A cluster lives as long as its keeper holds a lock on a file in the folder. The kernel takes that lock
away when the keeper ends, however it ends; the next command removes the rest.
"""
import contextlib
import fcntl
import json
import os
import pathlib
import re
import shutil
import tempfile

from . import control_group
from .failure import BadUsage, Failure
from .settings import Settings


def base():
    folder = pathlib.Path(tempfile.gettempdir()) / f"bamboo-cluster.{os.getuid()}"
    if re.search(r"[\s:,]", str(folder)):  # launchers and loaders take lists of words
        raise Failure(f"the folder for temporary files, {folder.parent}, has a blank, ':' or ',' in its name; "
                      "set TMPDIR to another one")
    folder.mkdir(mode=0o700, exist_ok=True)
    if folder.stat().st_uid != os.getuid() or folder.is_symlink():
        raise Failure(f"{folder} belongs to another user")
    return folder


@contextlib.contextmanager
def changing_clusters():
    """One process at a time changes clusters; otherwise one removes files that another one is making."""
    with open(base() / ".changing", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Cluster:
    """One cluster's folder."""

    def __init__(self, name):
        if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}", name):
            raise BadUsage(f"'{name}' is no name for a cluster: letters, digits, '-', '_', '.', "
                           "40 at most")
        self.name = name
        self.folder = base() / name

    def file(self, name):
        return self.folder / name

    def host(self, name):
        return self.folder / "hosts" / name

    @property
    def agent(self):
        return self.folder / "agent"

    def exists(self):
        return self.folder.is_dir()

    def is_alive(self):
        try:
            with open(self.file("lock")) as lock:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except FileNotFoundError:
            return False
        except BlockingIOError:
            return True
        return False

    def required(self):
        if not self.exists() or not self.is_alive():
            raise Failure(f"there is no cluster '{self.name}'; 'bamboo cluster status' lists them")
        return self

    def settings(self):
        return Settings.from_json(self.file("settings.json").read_text())

    def note(self, what, value):
        self.file(f"{what}.json").write_text(json.dumps(value))

    def noted(self, what, otherwise=None):
        try:
            return json.loads(self.file(f"{what}.json").read_text())
        except FileNotFoundError:
            return otherwise

    def remove(self):
        """Removes the remains of a dead cluster."""
        group = self.noted("group")
        if group:
            control_group.remove(pathlib.Path(group))
        shutil.rmtree(self.folder, ignore_errors=True)


def all_clusters():
    return [Cluster(entry.name) for entry in sorted(base().iterdir())
            if entry.is_dir() and not entry.name.startswith(".")]


def sweep():
    """Removes the remains of dead clusters."""
    for cluster in all_clusters():
        if not cluster.is_alive():
            cluster.remove()
