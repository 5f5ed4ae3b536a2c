#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Ends an experiment by SIGTERM and checks that its hosts are removed: ended.py TREE EXPERIMENT [options].

It does so once as soon as the cluster has a keeper, while the hosts are being made, and once when they are up.
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
SKIPPED = 77
WAITING = 120  # seconds for what must happen at some time


def clusters(tree):
    """{name: process id of the keeper} of the clusters that are up."""
    done = subprocess.run([tree / "bin/bamboo", "cluster", "status", "--json"], text=True, capture_output=True, check=True)
    return {c["name"]: c["keeper"] for c in json.loads(done.stdout)}


def wait_for(condition, what):
    until = time.monotonic() + WAITING
    while not (found := condition()):
        if time.monotonic() > until:
            sys.exit(f"ended: waited {WAITING} s {what}")
        time.sleep(0.005)
    return found


def end_when(tree, name, more, moment):
    """Starts the experiment, and ends it when `moment(name of its cluster)` is true. Returns its output."""
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen([EXPERIMENTS / name, "--tree", tree, "--out", folder, *more], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        try:
            cluster = f"experiment-{process.pid}"
            keeper = wait_for(lambda: moment(cluster) or process.poll() is not None, "for its cluster")
            process.send_signal(signal.SIGTERM)
            output, _ = process.communicate(timeout=WAITING)
        finally:
            process.kill()
        left = clusters(tree)
        if cluster in left:
            subprocess.run([tree / "bin/bamboo", "cluster", "down", cluster])
            sys.exit(f"ended: {cluster} is left\n{output}")
        if keeper is not True:  # it removes the folder just before it ends
            wait_for(lambda: not pathlib.Path(f"/proc/{keeper}").exists(), f"for the end of the keeper, process {keeper}")
        if process.returncode != 128 + signal.SIGTERM:
            sys.exit(f"ended: exit code {process.returncode}\n{output}")


def main():
    tree, name, more = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3:]
    possible = subprocess.run([tree / "bin/bamboo", "cluster", "run", "--hosts", "2", "--", "true"], capture_output=True, text=True)
    if possible.returncode:
        print(f"SKIPPED: no cluster can be made here: {possible.stderr}")
        return SKIPPED
    base = pathlib.Path(tempfile.gettempdir()) / f"bamboo-cluster.{os.getuid()}"
    end_when(tree, name, more, lambda cluster: (base / cluster / "keeper.json").exists())
    end_when(tree, name, more, lambda cluster: clusters(tree).get(cluster))
    print(f"{name}: no hosts are left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
