# SPDX-License-Identifier: Apache-2.0
"""Wrong usage is refused with exit code 2 before anything is made; every level has its help."""
import contextlib
import io
import pathlib
import sys
import tempfile
import unittest

from real import STATE, cluster

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))

from bamboo_cluster.command_line import main  # noqa: E402


def refused(words):
    """Returns (exit status, stdout, stderr). It runs in this process, because there are many cases."""
    output, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(errors):
        status = main(words)
    return status, output.getvalue(), errors.getvalue()


class CommandLine(unittest.TestCase):
    def test_wrong_usage(self):
        tempfile.tempdir = str(STATE.parent)
        self.addCleanup(setattr, tempfile, "tempdir", None)
        for words, says in (
                ((), "COMMAND"),
                (("grow",), "grow"),
                (("up",), "NAME"),
                (("up", "a/b"), "no name for a cluster"),
                (("up", "-x", "a"), "-x"),
                (("up", "a", "--hosts", "0"), "1 to 250"),
                (("up", "a", "--hosts", "many"), "'many' is no number"),
                (("up", "a", "--rate", "100,h7=50"), "h7"),
                (("up", "a", "--rate", "100,50"), "HOST=VALUE"),
                (("up", "a", "--queue", "4x"), "64k"),
                (("up", "a", "--mtu", "90000"), "65535"),
                (("up", "a", "--topology", "ring"), "two-star"),
                (("up", "a", "--topology", "chain:0"), "chain:N"),
                (("up", "a", "--hosts", "2", "--topology", "chain:3"), "3 switches"),
                (("up", "a", "--share", "0"), "between 1 and 100"),
                (("up", "a", "--hosts", "9999999", "--share", "90"), "1 to 250"),
                (("up", "a", "--hosts", "250", "--share", "90"), "share a core"),
                (("up", "a", "--cores", "9999"), "--cores"),
                (("run", "--hosts", "2"), "COMMAND"),
                (("run", "--timeout", "-1", "--", "true"), "--timeout"),
                (("run", "--timeout", "never", "--", "true"), "never"),
                (("run", "--host", "h3", "--", "true"), "h1 … h2"),
                (("exec", "a"), "COMMAND"),
                (("check", "--message", "0"), "64k"),
                (("check", "--hosts", "0"), "1 to 250"),
                (("check", "a", "--hosts", "4"), "'a' is what it is"),
                (("down",), "--all"),
                (("down", "a", "--all"), "--all")):
            with self.subTest(words):
                status, output, errors = refused(words)
                self.assertEqual((status, output), (2, ""), errors)
                self.assertTrue(errors.startswith("bamboo cluster: error: "), errors)
                self.assertEqual(errors.count("\n"), 1)
                self.assertIn(says, errors)
        self.assertEqual(cluster("up").returncode, 2)  # and through the program
        self.assertEqual([p for p in STATE.glob("[a-z]*")], [])

    def test_what_is_not_there(self):
        for words in (("exec", "absent", "--", "true"), ("down", "absent"), ("status", "absent")):
            done = cluster(*words)
            self.assertEqual(done.returncode, 1)
            self.assertIn("there is no cluster 'absent'", done.stderr)

    def test_help(self):
        for words in ((), ("up",), ("run",), ("exec",), ("status",), ("down",), ("check",)):
            done = cluster(*words, "--help")
            self.assertEqual(done.returncode, 0)
            self.assertIn("bamboo cluster", done.stdout)
            self.assertIn("example", done.stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
