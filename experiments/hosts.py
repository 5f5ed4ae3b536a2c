# SPDX-License-Identifier: Apache-2.0
"""The place where an experiment runs: hosts with shaped links on this machine, or this machine itself."""
import os
import signal
import subprocess
import sys

import measuring


def end(*_):
    """Raises an exception, so that each object that made something removes it."""
    sys.exit(128 + signal.SIGTERM)


class Hosts:
    """`count` hosts, one process on each. A context manager: removed again whatever happens, also on SIGTERM.

    Where network namespaces are not allowed, and with rate 0, all processes run on this machine; `shaped` says which.
    """

    def __init__(self, tree, count, rate, mpi, more=(), name="experiment"):
        self.command = [tree / "bin/bamboo", "cluster"]
        self.name = f"{name}-{os.getpid()}"
        self.count, self.rate, self.mpi, self.more = count, rate, mpi, more
        self.shaped = False

    def cluster(self, *words):
        return subprocess.run([*map(str, self.command), *map(str, words)], text=True, capture_output=True,
                              stdin=subprocess.DEVNULL)

    def __enter__(self):
        came = []  # a signal waits until all hosts exist: half of them could not be removed
        self.handler_before = signal.signal(signal.SIGTERM, lambda *_: came.append(True))
        try:
            if self.rate:
                self.make()
            signal.signal(signal.SIGTERM, end)
            if came:
                end()
        except BaseException:
            self.__exit__()
            raise
        return self

    def make(self):
        made = self.cluster("up", self.name, "--hosts", self.count, "--rate", self.rate, *self.more)
        self.shaped = made.returncode == 0
        if not self.shaped:
            reason = (made.stderr.strip().splitlines() or ["no reason given"])[-1]
            print(f"No cluster, so all processes run on this machine, and there is little to hide: {reason}",
                  file=sys.stderr, flush=True)

    def __exit__(self, *_):
        if self.shaped:
            signal.signal(signal.SIGTERM, lambda *_: None)
            self.cluster("down", self.name)
        signal.signal(signal.SIGTERM, self.handler_before)

    @property
    def link_rate(self):
        """Returns Mbit/s of the existing links, which may differ from what was asked for; 0 without links."""
        return self.rate if self.shaped else 0

    def __str__(self):
        hosts = f"{self.count} host{'s' if self.count > 1 else ''}"
        return f"{hosts}, {self.rate} Mbit/s" if self.shaped else f"{self.count} processes on this machine"

    def run(self, program, arguments=(), environment=None, ranks_per_process=1, processes=None):
        """Returns the standard output of one run; `environment` reaches the processes on all hosts."""
        environment = dict(environment or {})
        if ranks_per_process != 1:
            environment["BAMBOO_VF"] = str(ranks_per_process)
        return measuring.call([*self.launcher(processes or self.count, environment), program, *arguments])

    def launcher(self, processes, environment):
        command = [f"mpirun.{self.mpi}", "-n", processes]
        if self.shaped:
            names = [f"h{i + 1}" for i in range(self.count)]
            command = [*self.command, "exec", self.name, "--", *command]
            command += (["--host", ",".join(f"{name}:{-(-processes // self.count)}" for name in names)]
                        if self.mpi == "openmpi" else ["-hosts", ",".join(names)])
        elif self.mpi == "openmpi":
            command += ["--oversubscribe", "--bind-to", "none"]
        if self.mpi == "openmpi":
            return command + [word for k, v in environment.items() for word in ("-x", f"{k}={v}")]
        return command + [word for k, v in environment.items() for word in ("-genv", k, v)]
