# SPDX-License-Identifier: Apache-2.0
"""What tests with real clusters share."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TREE = pathlib.Path(os.environ.get("BAMBOO_TREE", HERE.parents[1] / "build/release"))
CLUSTER = TREE / "libexec/bamboo/cluster/bamboo-cluster"
SKIPPED = 77

# Other users of this machine do not see the clusters of the tests, and the tests do not see theirs.
_scratch = tempfile.TemporaryDirectory(prefix="cluster-test.")
ENVIRONMENT = {**os.environ, "TMPDIR": _scratch.name}
STATE = pathlib.Path(_scratch.name) / f"bamboo-cluster.{os.getuid()}"


def cluster(*words, input=None):
    return subprocess.run([CLUSTER, *map(str, words)], env=ENVIRONMENT, text=True, capture_output=True,
                          timeout=300, input=input)


def start(*words, **more):
    return subprocess.Popen([CLUSTER, *map(str, words)], env=ENVIRONMENT, text=True,
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, **more)


class RealCluster(unittest.TestCase):
    """A test case with a cluster, made with `options`."""
    options = None

    @classmethod
    def setUpClass(cls):
        if cls.options is not None:
            made = cluster("up", cls.__name__, *cls.options)
            if made.returncode:
                raise AssertionError(made.stderr)
            cls.warnings = made.stderr

    @classmethod
    def tearDownClass(cls):
        if cls.options is not None:
            cluster("down", cls.__name__)

    def run_on(self, host, *words, name=None):
        """Returns the output; the test fails if the command fails."""
        done = cluster("exec", name or type(self).__name__, "--host", host, "--timeout", 300, "--", *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout


def missing_in_the_kernel():
    """Returns the parts of a cluster that the system refuses; empty if it has all. Does not use the code under test."""
    user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    parts = ("ip link add bridge0 type bridge && ip link add end0 type veth peer name end1"
             " && tc qdisc add dev end0 root tbf rate 8mbit burst 10kb limit 10kb")
    tried = subprocess.run(["unshare", *user, "--mount", "--net", "--uts", "--ipc", "--pid", "--fork", "sh", "-c", parts],
                           text=True, capture_output=True, timeout=60)
    return tried.stderr.strip() or "unshare fails" if tried.returncode else ""


def main():
    """Runs the tests of the calling module. Skips them if the kernel does not allow a cluster."""
    missing = missing_in_the_kernel()
    if missing:
        print(f"SKIPPED: this system allows no cluster: {missing}")
        sys.exit(SKIPPED)
    unittest.main(verbosity=2)
