#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Archives of OTF2, read back by PyPI's module: otf2_in_archive.py BUILD_TREE. Where it cannot be installed the test is skipped."""
import collections
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

import handmade
import jobs

ROUNDS = 5
MODULE = "otf2==3.2"   # of PyPI


def install(folder):
    """Installs the module into the folder. Returns whether that was possible."""
    for command in ([sys.executable, "-m", "venv", f"{folder}/venv"],
                    [f"{folder}/venv/bin/python", "-m", "pip", "install", "--quiet", "--target", f"{folder}/modules", MODULE]):
        if subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode:
            return False
    return True


def events_of(archive):
    """Returns the events of each location: (time, kind, what)."""
    import otf2
    found = collections.defaultdict(list)
    with otf2.reader.open(str(archive / "traces.otf2")) as trace:
        for location, event in trace.events:
            kind = type(event).__name__
            if kind in ("Enter", "Leave"):
                what = event.region.name
            else:
                what = (event.receiver if kind == "MpiSend" else event.sender, event.msg_length)
            found[location.name].append((event.time, kind, what))
    return found


class InArchive(jobs.JobTest):
    def written(self, name, status=0):
        return self.bamboo("trace", name, "-o", "t.otf2", status=status, env={"PYTHONPATH": sys.path[0]})

    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.path = pathlib.Path(holder.name)

    def test_a_known_trace(self):
        import otf2
        name = handmade.write(self.path, "t.json", handmade.sender_and_waiter())
        self.assertIn("2 processes, 2 tasks, 8 events", self.written(name).stdout)
        self.assertEqual(events_of(self.path / "t.otf2"), {
            "rank 0": [(0, "Enter", "rank"), (20000, "Enter", "MPI_Recv"), (130000, "Leave", "MPI_Recv"),
                       (130000, "MpiRecv", (1, 1000)), (180000, "Leave", "rank")],
            "rank 1": [(0, "Enter", "rank"), (100000, "Leave", "rank"), (100000, "MpiSend", (0, 1000))]})
        with otf2.reader.open(str(self.path / "t.otf2/traces.otf2")) as trace:
            [region] = [region for region in trace.definitions.regions if region.name == "MPI_Recv"]
            self.assertEqual((region.source_file, region.begin_line_number), ("/src/known.c", 42))
            self.assertEqual([(at.group.name, at.group.system_tree_parent.name) for at in trace.definitions.locations],
                             [("process 0", "h"), ("process 1", "h")])
            self.assertEqual(trace.timer_resolution, 1_000_000_000)

    def test_a_run(self):
        program = self.compile("known")
        self.bamboo("run", "-n", 4, "--vf", 2, "--trace", "t.json", "--", program, ROUNDS)
        self.written("t.json")
        found = events_of(self.path / "t.otf2")
        self.assertEqual(sorted(found), [f"rank {rank}" for rank in range(4)])
        kinds = collections.Counter()
        for events in found.values():
            self.assertEqual([time for time, _, _ in events], sorted(time for time, _, _ in events))
            open_regions = []
            for _, kind, what in events:
                kinds[kind] += 1
                if kind == "Enter":
                    open_regions.append(what)
                elif kind == "Leave":
                    self.assertEqual(open_regions.pop(), what)
            self.assertEqual(open_regions, [])
        self.assertGreater(kinds["MpiSend"], 0)
        self.assertEqual(kinds["MpiSend"], kinds["MpiRecv"])

    def test_an_archive_is_not_overwritten(self):
        name = handmade.write(self.path, "t.json", handmade.sender_and_waiter())
        self.written(name)
        self.assertIn("cannot write 't.otf2': File exists", self.written(name, status=1).stderr)

    def test_a_failure_leaves_no_folder(self):
        name = handmade.write(self.path, "t.json", handmade.sender_and_waiter())
        before = sorted(self.path.iterdir())
        limit = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, limit[1]))
        try:
            failed = self.written(name, status=1).stderr
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        self.assertRegex(failed, r"bamboo trace: error: cannot write 't\.otf2': \w+ \(\d+\): ")
        self.assertNotIn("Traceback", failed)
        self.assertEqual(sorted(self.path.iterdir()), before)
        self.written(name)

    def test_a_missing_module_is_named(self):
        (self.path / "otf2.py").write_text("raise ImportError('not here')\n")
        name = handmade.write(self.path, "t.json", handmade.sender_and_waiter())
        done = self.bamboo("trace", name, "-o", "t.otf2", status=1, env={"PYTHONPATH": str(self.path)})
        self.assertIn("archives of OTF2 need the module otf2", done.stderr)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        if not install(folder):
            print("otf2: skipped, PyPI cannot be reached")
            sys.exit(77)
        sys.path.insert(0, os.path.join(folder, "modules"))
        jobs.main()
