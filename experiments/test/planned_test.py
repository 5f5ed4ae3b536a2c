# SPDX-License-Identifier: Apache-2.0
"""Tests what experiments with plans print about the links, with such hosts and without."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import planned


class Links(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.options = planned.options("about", "test").parse_args(["--rate", "100", "--rounds", "1"])

    def hosts(self, up_works):
        """Returns hosts of a `bamboo` that only reports whether a cluster can be made."""
        (self.folder / "bin").mkdir()
        bamboo = self.folder / "bin/bamboo"
        bamboo.write_text(f"#!/bin/sh\nexit {0 if up_works else 1}\n")
        bamboo.chmod(0o700)
        return planned.Cluster(self.options, self.folder, 4)

    def finished(self, hosts, size):
        quiet = contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO())
        with quiet[0], quiet[1], unittest.mock.patch.object(planned, "draw"), hosts:
            point = planned.point("p", hosts, {planned.DEFAULT: [2.0]}, planned.wire_time(size, hosts), tick="p")
            planned.finish(self.options, self.folder, "test", "title", [point], {"pane": [point]}, "ms")
        return json.loads((self.folder / "test.json").read_text()), (self.folder / "test.txt").read_text()

    def test_the_wire_of_links(self):
        results, text = self.finished(self.hosts(True), 12500)
        self.assertEqual(results["points"][0]["wire"], 1.0)  # ms of 12.5 kB at 100 Mbit/s
        self.assertEqual(results["rate"], 100)
        self.assertIn("100 Mbit/s, MTU 9000", text)

    def test_no_wire_where_no_cluster_can_be_made(self):
        results, text = self.finished(self.hosts(False), 12500)
        self.assertIsNone(results["points"][0]["wire"])
        self.assertEqual(results["rate"], 0)
        self.assertNotIn("Mbit/s", text)
        self.assertIn("no links", text)


class Library(unittest.TestCase):
    def test_one_that_is_missing_is_an_error_where_it_is_required(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
            tree = pathlib.Path(folder)
            self.assertFalse(planned.has_plans(tree, planned.options("about", "test").parse_args([])))
            with self.assertRaisesRegex(SystemExit, "no library of plans for openmpi"):
                planned.has_plans(tree, planned.options("about", "test").parse_args(["--require-plans"]))


if __name__ == "__main__":
    unittest.main()
