# SPDX-License-Identifier: Apache-2.0
"""Finds out whether a process of one thread leaves a core to a second one."""
import os
import pathlib


def has_quota(groups=pathlib.Path("/proc/self/cgroup"), mount=pathlib.Path("/sys/fs/cgroup")):
    """Returns whether a control group on this process's path limits processor time."""
    for line in groups.read_text().splitlines() if groups.exists() else []:
        _, controllers, path = line.split(":", 2)
        roots = [] if controllers else [mount]
        if "cpu" in controllers.split(","):
            roots = [mount / controllers, mount / "cpu"]
        for root in roots:
            group = root / path.lstrip("/")
            for folder in (group, *group.parents):
                if folder.is_relative_to(root) and any(limits(folder / name) for name in ("cpu.max", "cpu.cfs_quota_us")):
                    return True
    return False


def limits(file):
    """Without a limit the file begins with "max" or "-1"."""
    return file.exists() and file.read_text()[:1].isdigit()


def exists():
    return len(os.sched_getaffinity(0)) > 1 and not has_quota()
