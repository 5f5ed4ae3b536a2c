# SPDX-License-Identifier: Apache-2.0
"""Processor shares by the kernel's control groups, version 1 or 2.

A cluster has a group of its own with one group for each host in it. Where a new group can be made is
found out by making one: in our own group or in one above it.
"""
import errno
import os
import pathlib
import time

from . import kernel
from .failure import Failure

PREFIX = "bamboo-cluster."
_UNDO = "undo"  # an empty group: the parent passed the controller on for us alone


class Version1:
    number = 1
    weight = ("cpu.shares", "8192")  # a usual process has 1024

    @staticmethod
    def is_limited(folder):
        return (folder / "cpu.cfs_quota_us").exists()

    @staticmethod
    def limit(folder, quota):
        (folder / "cpu.cfs_period_us").write_text(str(quota.period))
        (folder / "cpu.cfs_quota_us").write_text(str(quota.time))

    @staticmethod
    def pass_on(folder):
        """Groups below always have the controller."""
        return False


class Version2:
    number = 2
    weight = ("cpu.weight", "800")  # a usual group has 100

    @staticmethod
    def is_limited(folder):
        return (folder / "cpu.max").exists()

    @staticmethod
    def limit(folder, quota):
        (folder / "cpu.max").write_text(f"{quota.time} {quota.period}")

    @staticmethod
    def pass_on(folder):
        """Groups below get the controller; True if they had it not."""
        control = folder / "cgroup.subtree_control"
        if "cpu" in control.read_text().split():
            return False
        control.write_text("+cpu")
        return True


class Hierarchy:
    """The mounted tree of groups that the processor's controller manages."""

    def __init__(self, version, mounted_at, own):
        self.version, self.mounted_at, self.own = version, mounted_at, own

    def places(self):
        """Where a new group might be made: beside our own processes first."""
        place = self.own
        while True:
            yield place
            if place == self.mounted_at:
                return
            place = place.parent

    def make(self, name, quotas, announce=lambda group: None):
        """A group `name` with a group for each {host: quota}; its folder. It is announced before it
        is made. Nothing is left on failure."""
        reasons = []
        for place in self.places():
            group = place / (PREFIX + name)
            passed_on = False
            announce(group)
            try:
                passed_on = self.version.pass_on(place)
                self._fill(group, quotas)
                if passed_on:  # groups have no room for notes but their names
                    (group / _UNDO).mkdir()
                return group
            except OSError as error:
                remove(group)
                if passed_on:
                    _take_back(place)
                reasons.append(f"{place}: {error.strerror}")
        raise Failure("; ".join(dict.fromkeys(reasons)))

    def _fill(self, group, quotas):
        group.mkdir()
        if not self.version.is_limited(group):
            raise OSError(errno.ENOTSUP, "groups made here have no processor controller")
        # Other processes of this machine must not eat into the shares; more weight would keep the
        # kernel's own threads, which move packets as well, from running in time.
        file, weight = self.version.weight
        (group / file).write_text(weight)
        self.version.pass_on(group)
        for host, quota in quotas.items():
            folder = group / host
            folder.mkdir()
            if quota is not None:
                self.version.limit(folder, quota)


def find(proc=pathlib.Path("/proc")):
    """Returns the hierarchy, or None if it is not mounted. Raises Failure if the kernel has none."""
    number, _, own = _of_this_process(proc)
    for line in (proc / "self/mountinfo").read_text().splitlines():
        before, after = line.split(" - ", 1)
        root, mounted_at = before.split()[3:5]
        kind, _, options = after.split(" ", 2)
        if number == 2 and kind != "cgroup2":
            continue
        if number == 1 and (kind != "cgroup" or "cpu" not in options.split(",")):
            continue
        mounted_at = pathlib.Path(mounted_at)
        below = os.path.relpath(own, root)
        here = mounted_at if below.startswith("..") else mounted_at / below
        return Hierarchy(Version1 if number == 1 else Version2, mounted_at,
                         here if here.is_dir() else mounted_at)
    return None


def mount(folder, proc=pathlib.Path("/proc")):
    """Mounts them on machines that have not. Only this process and those that it starts see the mount."""
    number, controllers, _ = _of_this_process(proc)
    folder.mkdir(exist_ok=True)
    kernel.unshare(kernel.NEW_MOUNT)
    kernel.keep_mounts_private()
    if number == 2:
        kernel.mount("cgroup2", folder, "cgroup2")
    else:
        kernel.mount("cgroup", folder, "cgroup", controllers)


def _of_this_process(proc):
    """Returns (version, controllers, path) of the line of /proc/self/cgroup that has the controller."""
    unified = None
    for line in (proc / "self/cgroup").read_text().splitlines():
        _, controllers, path = line.split(":", 2)
        if "cpu" in controllers.split(","):
            return 1, controllers, path
        if not controllers:
            unified = path
    if unified is None:
        raise Failure("this kernel has no control groups for the processor")
    return 2, "", unified


def _take_back(place):
    """Takes the processor's controller from the groups below. The kernel refuses this while others use it."""
    try:
        (place / "cgroup.subtree_control").write_text("-cpu")
    except OSError:
        pass


def remove(group):
    """Removes a group, which may be missing or half made. Its last processes may still be ending."""
    if not group.exists():
        return
    passed_on = (group / _UNDO).exists()
    until = time.monotonic() + 5
    while True:
        try:
            for folder in [*(f for f in group.iterdir() if f.is_dir()), group]:
                folder.rmdir()
            break
        except OSError as error:
            if error.errno != errno.EBUSY or time.monotonic() > until:
                raise Failure(f"cannot remove {group}: {error.strerror}") from None
            time.sleep(0.02)
    if passed_on:
        _take_back(group.parent)
