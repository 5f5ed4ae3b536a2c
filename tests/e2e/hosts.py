# SPDX-License-Identifier: Apache-2.0
"""A cluster of several hosts on this machine (bamboo cluster), for tests that only ask for right answers."""
import os
import subprocess
import tempfile

NAME = "e2e"


class CannotBeMade(Exception):
    """The reason why the cluster cannot be made: namespaces are not allowed here."""


class Hosts:
    """A cluster that is made on entry and removed on exit. Other processes do not see it, and
    it does not see theirs."""

    def __init__(self, tree, number, rate):
        self.command = tree / "bin/bamboo"
        self.options = ["--hosts", number, "--rate", rate, "--cores", 0]
        self.folder = tempfile.TemporaryDirectory(prefix="bamboo-hosts-")
        self.environment = {"TMPDIR": self.folder.name}

    def cluster(self, *words):
        return subprocess.run([self.command, "cluster", *map(str, words)], text=True, timeout=300,
                              env={**os.environ, **self.environment}, capture_output=True)

    def __enter__(self):
        made = self.cluster("up", NAME, *self.options)
        if made.returncode:
            raise CannotBeMade(made.stderr.strip())
        return self

    def __exit__(self, *_):
        self.cluster("down", NAME)
        self.folder.cleanup()

    def run(self, mpi, processes, vf, seconds, words):
        """Returns the command line that spreads the processes over the hosts."""
        return [self.command, "run", "--cluster", NAME, "--cluster-timeout", seconds, "--mpi", mpi,
                "-n", processes * vf, "--vf", vf, "--", *words]
