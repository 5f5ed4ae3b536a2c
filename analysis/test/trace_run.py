#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Traces of runs whose answer is known."""
import unittest

import jobs

ROUNDS = 25


class Known(jobs.JobTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.program = cls.compile("known")

    def merged(self, mpi, ranks, vf, *options):
        name = f"{mpi}-{ranks}-{vf}.json"
        self.bamboo("run", "-n", ranks, "--vf", vf, "--mpi", mpi, "--trace", name, *options, "--",
                    self.program, ROUNDS)
        self.bamboo("trace", name, "-o", "all.json")
        return self.read("all.json")["traceEvents"]

    def check_messages(self, events, between_processes, inside):
        sides = {"s": {}, "f": {}}
        for event in events:
            if event.get("cat") == "message":
                self.assertNotIn(event["id"], sides[event["ph"]], "an id twice")
                sides[event["ph"]][event["id"]] = event
        self.assertEqual(sides["s"].keys(), sides["f"].keys())
        local = [e["args"]["local"] for e in sides["s"].values()]
        self.assertEqual(local.count(False), between_processes)
        self.assertEqual(local.count(True), inside)
        for id, sent in sides["s"].items():
            arrived = sides["f"][id]
            self.assertEqual(sent["args"], arrived["args"])
            # The processes of this machine share its clock.
            self.assertLessEqual(sent["ts"], arrived["ts"])
            # An arrow needs a slice at both of its ends.
            for end in (sent, arrived):
                self.assertTrue(any(e["ph"] == "X" and e["tid"] == end["tid"] and
                                    e["ts"] - 0.01 <= end["ts"] <= e["ts"] + e["dur"] + 0.01
                                    for e in events if e.get("cat") in ("task", "wait", "ready")), end)

    def check_known_wait(self, events):
        line = jobs.line_of("known.c", "the known line")
        [wait] = [e for e in events if e.get("cat") == "wait" and (e["args"]["at"] or "").endswith(f"known.c:{line}")]
        self.assertEqual(wait["args"]["from"], 1)
        self.assertEqual(wait["args"]["call"], "MPI_Recv")
        self.assertGreaterEqual(wait["dur"], 150e3)  # it may begin to wait later than rank 1 to compute, or be interrupted
        self.assertLess(wait["dur"], 2e6)

    def test_two_processes(self):
        for mpi in jobs.MPIS:
            with self.subTest(mpi=mpi):
                events = self.merged(mpi, 2, 1)
                self.check_messages(events, between_processes=2 + 2 * ROUNDS, inside=0)
                self.check_known_wait(events)

    def test_several_ranks_in_a_process(self):
        events = self.merged(jobs.MPIS[0], 8, 4, "--workers", "2")
        self.check_messages(events, between_processes=2 * ROUNDS, inside=2 + 6 * ROUNDS)

    def test_one_process(self):
        events = self.merged(jobs.MPIS[0], 3, 3)
        self.check_messages(events, between_processes=0, inside=2 + 3 * ROUNDS)

    def test_small_memory_keeps_the_last_part(self):
        self.bamboo("run", "-n", 2, "--vf", 1, "--trace", "s.json", "--trace-size", "64K", "--", self.program, 3000)
        about = self.read("s.0.json")["otherData"]
        self.assertGreater(about["lost"][0], 1000)
        self.assertGreater(about["complete_from"], about["began"])
        self.assertLess((self.path / "s.0.json").stat().st_size, 1_000_000)

    def test_pictures(self):
        self.bamboo("run", "-n", 4, "--vf", 2, "--trace", "p.json", "--", self.program, ROUNDS)
        done = self.bamboo("trace", "p.json")
        self.assertRegex(done.stdout, r"^p\.png: [\d.]+ to [\d.]+ ms, \d+ arrows")
        self.bamboo("trace", "p.json", "-o", "p.svg", "--rows", "tasks", "--middle", 3, "--title", "a < b")
        self.assertTrue((self.path / "p.svg").read_text().startswith("<?xml"))
        alone = self.bamboo("trace", "p.1.json", "-o", "alone.png")
        self.assertIn("1 of the job's 2 processes are missing", alone.stderr)

    def test_mistakes(self):
        self.bamboo("run", "-n", 2, "--vf", 2, "--trace", "m.json", "--", self.program, 1)
        for words, status, message in (
                (["nothing.json"], 1, "cannot read 'nothing.json': No such file"),
                (["m.json", "-o", "m.gif"], 2, r"must end in \.png, \.svg, \.pdf, \.json or \.otf2"),
                (["m.json", "-o", "m.json"], 2, "'m.json' would overwrite what is read"),
                (["m.json", "--from", "1e9"], 2, "nothing lies between 1e\\+09 and"),
                (["m.json", "--middle", "0"], 2, "--middle takes a positive number"),
                (["m.json", "-o", "no/folder.png"], 1, "cannot write 'no/folder.png': No such file"),
                ([], 2, "the following arguments are required: FILE")):
            with self.subTest(words=words):
                done = self.bamboo("trace", *words, status=status)
                self.assertRegex(done.stderr, f"^bamboo trace: error: .*{message}")
        self.assertEqual(sorted(p.name for p in self.path.glob("m.*")), ["m.json"])


if __name__ == "__main__":
    jobs.main()
