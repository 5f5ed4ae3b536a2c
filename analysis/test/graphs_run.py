#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of a program with several task graphs."""
import os
import pathlib
import subprocess

import jobs

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "docs/reference/task_graph.cpp"


class Graphs(jobs.JobTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        packages = dict(os.environ, PKG_CONFIG_PATH=str(cls.tree / "lib/pkgconfig"))
        flags = subprocess.run(["pkg-config", "--cflags", "--libs", "bamboo-taskgraph"], env=packages,
                               text=True, capture_output=True, check=True).stdout.split()
        cls.program = cls.path / "task_graph"
        subprocess.run(["g++", "-std=c++20", PROGRAM, *flags, f"-Wl,-rpath,{cls.tree / 'lib'}", "-o",
                        cls.program], check=True, timeout=300)

    def test_names_in_report_and_trace(self):
        for mpi in jobs.MPIS:
            with self.subTest(mpi):
                name = f"{mpi}.json"
                self.bamboo("run", "--mpi", mpi, "-n", 2, "--trace", name, "--", self.program)
                text = self.bamboo("report", "--all", name).stdout
                for words in ("32 tasks of graph 2, 15 tasks of tree, 6 tasks of ring, … ", "task 3 of ring", "task 14 of tree",
                              "process 1 of gather() of tree", "each task", "in the runtime"):
                    self.assertIn(words, text)
                self.assertNotIn("rank", text)
                self.bamboo("trace", name, "-o", f"{mpi}-all.json")
                rows = {event["args"]["name"] for event in self.read(f"{mpi}-all.json")["traceEvents"]
                        if event["name"] == "thread_name"}
                self.assertLessEqual({"task 0 of tree", "task 0 of ring", "task 31 of graph 2"}, rows)


if __name__ == "__main__":
    jobs.main()
