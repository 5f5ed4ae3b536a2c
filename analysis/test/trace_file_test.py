#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
import json
import pathlib
import tempfile
import unittest

import handmade
from handmade import Process
import report_text
import trace_file
import timeline


class Reading(unittest.TestCase):
    def test_what_is_read(self):
        trace = handmade.trace(*handmade.sender_and_waiter())
        self.assertEqual(trace.tasks, [0, 1])
        self.assertEqual(trace.workers(), [(0, 0), (1, 0)])
        self.assertEqual([(r.start, r.end) for r in trace.runs[0, 0]], [(0, 20), (130, 180)])
        pause = trace.pauses[0][-1]
        self.assertEqual((pause.start, pause.met, pause.resumed, pause.source, pause.at),
                         (20, 130, 130, 1, "/src/known.c:42"))
        [message] = trace.transfers()
        self.assertEqual((message.sent, message.arrived, message.bytes), (100, 130, 1000))
        self.assertEqual(trace.window(), (0, 180))

    def test_tasks_have_the_names_of_their_graphs(self):
        graphs = [{"name": "graph 0", "task": "task", "first": 0, "tasks": 4},
                  {"name": "ring", "task": "node", "first": 4, "tasks": 2}]
        trace = handmade.trace(Process(0, graphs=graphs).run(3, 0, 10).run(5, 10, 20))
        self.assertEqual([trace.name_of(task) for task in trace.tasks], ["task 3", "node 1 of ring"])
        self.assertEqual(trace.noun, "task")
        self.assertEqual(report_text.tasks_of_graphs(trace), "1 task, 1 node of ring")
        old = handmade.trace(Process(0).run(3, 0, 10))
        self.assertEqual(old.name_of(3), "rank 3")

    def test_window_begins_where_nothing_was_lost(self):
        waiter, sender = handmade.sender_and_waiter()
        sender.about.update(complete_from=60.0, lost=[3, 0])
        trace = handmade.trace(waiter, sender)
        self.assertEqual(trace.window(), (60, 180))
        self.assertTrue(trace.shortened())

    def test_the_name_means_the_files_of_all_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            name = handmade.write(folder, "t.json", handmade.sender_and_waiter())
            self.assertEqual([p.name for p in trace_file.files_of([name])], ["t.0.json", "t.1.json"])
            self.assertEqual([p.name for p in trace_file.files_of([f"{folder}/t.1.json"])], ["t.1.json"])

    def check_refused(self, text, files, names):
        with tempfile.TemporaryDirectory() as folder:
            for name, content in files.items():
                (pathlib.Path(folder) / name).write_text(
                    content if isinstance(content, str) else json.dumps(content))
            with self.assertRaisesRegex(trace_file.BadTrace, text):
                trace_file.Trace.read([str(pathlib.Path(folder) / n) for n in names])

    def test_bad_files_are_refused(self):
        good = Process(0).run(0, 0, 1).content()
        other = Process(1, 2, origin_ns=6).content()
        self.check_refused("cannot read '.*t.json': No such file", {}, ["t.json"])
        self.check_refused("'.*t.json' is no trace: ", {"t.json": '{"traceEvents": ['}, ["t.json"])
        self.check_refused("is no trace of Bamboo", {"t.json": {"traceEvents": []}}, ["t.json"])
        self.check_refused("is no trace of Bamboo", {"t.json": [1]}, ["t.json"])
        self.check_refused("is a trace of format 9",
                           {"t.json": {**good, "otherData": {**good["otherData"], "bamboo": 9}}}, ["t.json"])
        self.check_refused("belongs to another run", {"a": good, "b": other}, ["a", "b"])
        self.check_refused("its process is there already", {"a": good, "b": good}, ["a", "b"])
        self.check_refused("there are '.*t.json' and '.*t.0.json', of different runs",
                           {"t.json": good, "t.0.json": other}, ["t.json"])
        broken = json.loads(json.dumps(good))
        del broken["traceEvents"][0]["args"]["task"]
        self.check_refused("'.*t' is damaged: KeyError: 'task'", {"t": broken}, ["t"])


class Merging(unittest.TestCase):
    def merged(self, *processes):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "all.json"
            trace_file.merge(handmade.trace(*processes), out)
            self.assertEqual([p.name for p in pathlib.Path(folder).iterdir()], ["all.json"])
            return json.loads(out.read_text()), trace_file.Trace.read([str(out)])

    def test_keeps_everything(self):
        content, again = self.merged(*handmade.sender_and_waiter())
        phases = [e["ph"] for e in content["traceEvents"] if e["cat"] == "message"]
        self.assertEqual(sorted(phases), ["f", "s"])
        self.assertEqual(again.window(), (0, 180))
        self.assertEqual(len(again.about), 2)
        self.assertEqual(len(again.transfers()), 1)

    def test_leaves_out_arrows_with_one_end(self):
        waiter, sender = handmade.sender_and_waiter()
        content, _ = self.merged(waiter, sender.sent(100, 1, 0, 2))
        self.assertEqual(sum(e["cat"] == "message" for e in content["traceEvents"]), 2)

    def test_counts_messages_in_flight(self):
        a = Process(0, 2).run(0, 0, 100).sent(10, 0, 1, 1, 5).sent(20, 0, 1, 2, 7)
        b = Process(1, 2).run(1, 0, 100).arrived(30, 0, 1, 1, 5).arrived(40, 0, 1, 2, 7)
        content, _ = self.merged(a, b)
        counts = [(e["ts"], e["args"]["messages"]) for e in content["traceEvents"]
                  if e["name"] == "messages in flight"]
        self.assertEqual(counts, [(10, 1), (20, 2), (30, 1), (40, 0)])
        sizes = [e["args"]["bytes"] for e in content["traceEvents"] if e["name"] == "bytes in flight"]
        self.assertEqual(sizes, [5, 12, 7, 0])


class Drawing(unittest.TestCase):
    def test_middle_of_the_run(self):
        p = Process(0)
        for step in range(11):
            p.run(0, 100 * step, 100 * step + 50).run(0, 100 * step + 60, 100 * step + 61)
        self.assertEqual(timeline.middle(handmade.trace(p), 3), (400, 700))

    def test_rows(self):
        trace = handmade.trace(*handmade.sender_and_waiter())
        [(label, _, bars), _] = timeline.worker_rows(trace, lambda task: f"colour {task}")
        self.assertEqual(label, "process 0")
        self.assertEqual(bars, [(0, 20, "colour 0"), (130, 180, "colour 0"), (20, 130, timeline.IDLE)])
        rows = list(timeline.task_rows(trace, lambda task: "c"))
        self.assertEqual([label for label, _, _ in rows], ["rank 0", "rank 1"])

    def test_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            for suffix, begins in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
                picture = pathlib.Path(folder) / f"p{suffix}"
                arrows = timeline.draw(handmade.trace(*handmade.sender_and_waiter()), picture, (0, 180))
                self.assertEqual(arrows, 1)
                self.assertTrue(picture.read_bytes().startswith(begins))


if __name__ == "__main__":
    unittest.main()
