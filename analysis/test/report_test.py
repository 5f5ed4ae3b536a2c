#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Accounts, critical path, communication and advice of traces made by hand."""
import unittest

import handmade
from handmade import Process
import accounting
import advice
import communication
import critical_path
import lock_step
import placement
import report_text
from critical_path import COMPUTING, NETWORK, RUNTIME, WAITING


def analyse(*processes):
    trace = handmade.trace(*processes)
    accounts = accounting.Accounts(trace)
    parts = communication.of_processes(trace, accounts)
    return trace, accounts, parts


def advise(*processes):
    trace, accounts, parts = analyse(*processes)
    return advice.advise(trace, accounts, parts, placement.better_geometry(trace), lock_step.find(trace))


class Accounting(unittest.TestCase):
    def test_sender_and_waiter(self):
        _, accounts, _ = analyse(*handmade.sender_and_waiter())
        self.assertAlmostEqual(accounts.seconds, 180e-6)
        waiter, sender = accounts.processes[0], accounts.processes[1]
        self.assertAlmostEqual(waiter.computing, 70e-6)
        self.assertAlmostEqual(waiter.waiting, 110e-6)
        self.assertAlmostEqual(sender.computing, 100e-6)
        self.assertAlmostEqual(sender.waiting, 80e-6)  # at the end
        why = accounts.idleness[0]
        self.assertAlmostEqual(why.late, 80e-6)
        self.assertAlmostEqual(why.flight, 30e-6)
        self.assertAlmostEqual(accounts.idleness[1].end, 80e-6)
        [place] = [p for p in accounts.places.values() if p.waited]
        self.assertEqual((place.at, place.source, place.count), ("/src/known.c:42", 1, 1))
        self.assertAlmostEqual(place.waited, 110e-6)
        self.assertAlmostEqual(place.idle, 110e-6)
        self.assertAlmostEqual(accounts.imbalance(), 100 / 85 - 1)

    def test_wait_behind_computation_is_not_idle(self):
        p = (Process(0, 1).run(0, 0, 10).run(1, 10, 60).wait(0, 10, 40, 60, 1, 1).run(0, 60, 70)
             .handed_over(40, 1, 0, 1))
        _, accounts, _ = analyse(p)
        [place] = accounts.places.values()
        self.assertAlmostEqual(place.waited, 30e-6)
        self.assertEqual(place.idle, 0)
        self.assertAlmostEqual(accounts.tasks[0].ready, 20e-6)
        self.assertEqual(accounts.processes[0].waiting, 0)

    def test_runtime_is_what_is_left(self):
        _, accounts, _ = analyse(Process(0).run(0, 10, 60, runtime=20).idle(60, 70).run(0, 75, 100))
        shares = accounts.processes[0]
        self.assertAlmostEqual(shares.computing, 55e-6)
        self.assertAlmostEqual(shares.runtime, 35e-6)
        self.assertAlmostEqual(shares.waiting, 10e-6)

    def test_only_the_window_counts(self):
        p = Process(0, complete_from=50.0, lost=[1, 0]).run(0, 0, 60).idle(60, 70).run(0, 70, 100)
        _, accounts, _ = analyse(p)
        self.assertAlmostEqual(accounts.seconds, 50e-6)
        self.assertAlmostEqual(accounts.processes[0].computing, 40e-6)


class CriticalPath(unittest.TestCase):
    def path(self, *processes):
        trace, accounts, _ = analyse(*processes)
        return critical_path.CriticalPath(trace, accounts)

    def check_whole(self, path, length):
        self.assertAlmostEqual(path.total(), length * 1e-6)
        for before, after in zip(path.parts, path.parts[1:]):
            self.assertAlmostEqual(before.end, after.start)

    def test_goes_through_the_message_that_was_waited_for(self):
        path = self.path(*handmade.sender_and_waiter())
        self.check_whole(path, 180)
        self.assertEqual([(p.kind, p.task, p.start, p.end) for p in path.parts],
                         [(COMPUTING, 1, 0, 100), (NETWORK, 0, 100, 130), (COMPUTING, 0, 130, 180)])
        self.assertEqual(path.crossings(), 1)
        self.assertEqual(path.by_task()[0][0], 1)
        [((source, destination, at), seconds)] = path.by_message()
        self.assertEqual((source, destination, at), (1, 0, "/src/known.c:42"))
        self.assertAlmostEqual(seconds, 30e-6)

    def test_goes_through_the_worker_that_was_busy(self):
        # The message came at 40, but the worker ran another task until 60.
        a = (Process(0, 2).run(0, 0, 10).run(1, 10, 60).wait(0, 10, 40, 60, 2, 1).run(0, 60, 100)
             .arrived(40, 2, 0, 1))
        b = Process(1, 2).run(2, 0, 20).sent(20, 2, 0, 1)
        path = self.path(a, b)
        self.check_whole(path, 100)
        self.assertEqual([(p.kind, p.task) for p in path.parts],
                         [(COMPUTING, 0), (COMPUTING, 1), (COMPUTING, 0)])

    def test_leaves_the_sender_where_it_sent(self):
        # Rank 1 sends at 30 and goes on until 90; what it did after sending is not on the path.
        a = (Process(0, 2).run(0, 0, 5).idle(5, 50).wait(0, 5, 50, 50, 1, 1).run(0, 50, 200)
             .arrived(50, 1, 0, 1))
        b = Process(1, 2).run(1, 0, 90).sent(30, 1, 0, 1)
        path = self.path(a, b)
        self.check_whole(path, 200)
        self.assertEqual([(p.kind, p.task, p.end - p.start) for p in path.parts],
                         [(COMPUTING, 1, 30), (NETWORK, 0, 20), (COMPUTING, 0, 150)])

    def test_splits_off_the_runtime(self):
        path = self.path(Process(0).run(0, 0, 100, runtime=25).run(1, 110, 150))
        self.check_whole(path, 150)
        self.assertAlmostEqual(path.seconds(COMPUTING), 115e-6)
        self.assertAlmostEqual(path.seconds(RUNTIME), 35e-6)

    def test_a_message_that_is_not_known_is_waiting(self):
        path = self.path(
            Process(0).run(0, 0, 10).idle(10, 50).wait(0, 10, 50, 50, 7, 3).run(0, 50, 60))
        self.check_whole(path, 60)
        self.assertAlmostEqual(path.seconds(WAITING), 40e-6)
        self.assertAlmostEqual(path.seconds(COMPUTING), 20e-6)

    def test_ring_of_many_steps(self):
        """A token goes around four processes: every step computes 10 and is 5 on its way."""
        processes = [Process(i, 4) for i in range(4)]
        now, number = 0, {i: 0 for i in range(4)}
        free = [0] * 4
        for step in range(20):
            me, next_ = step % 4, (step + 1) % 4
            if now > free[me]:
                processes[me].idle(free[me], now)
                processes[me].wait(me, free[me], now, now, (me - 1) % 4, number[(me - 1) % 4])
            processes[me].run(me, now, now + 10)
            free[me] = now = now + 10
            number[me] += 1
            processes[me].sent(now, me, next_, number[me])
            now += 5
            processes[next_].arrived(now, me, next_, number[me])
        path = self.path(*processes)
        self.check_whole(path, 20 * 10 + 19 * 5)
        self.assertAlmostEqual(path.seconds(COMPUTING), 200e-6)
        self.assertAlmostEqual(path.seconds(NETWORK), 95e-6)
        self.assertEqual(path.crossings(), 19)


class Communication(unittest.TestCase):
    def test_all_exposed(self):
        _, _, parts = analyse(*handmade.sender_and_waiter())
        self.assertEqual(parts[0].messages, 1)
        self.assertAlmostEqual(parts[0].amount, 30e-6)
        self.assertAlmostEqual(parts[0].hidden, 0)
        self.assertIsNone(parts[1].hidden)

    def test_half_hidden(self):
        a = (Process(0, 2).run(0, 0, 10).run(1, 10, 25).idle(25, 40).wait(0, 10, 40, 40, 2, 1)
             .run(0, 40, 50).arrived(40, 2, 0, 1))
        b = Process(1, 2).run(2, 0, 10).sent(10, 2, 0, 1)
        _, _, parts = analyse(a, b)
        self.assertAlmostEqual(parts[0].hidden, 0.5)

    def test_a_message_that_came_long_before_its_receive_needs_no_longer(self):
        # Three messages of one size: the quicker ones took 10, so 30 is what the network needs.
        a = (Process(0, 2).run(0, 0, 500).arrived(110, 1, 0, 1).arrived(400, 1, 0, 2)
             .arrived(500, 1, 0, 3))
        b = Process(1, 2).run(1, 0, 500).sent(100, 1, 0, 1).sent(120, 1, 0, 2).sent(140, 1, 0, 3)
        _, _, parts = analyse(a, b)
        self.assertAlmostEqual(parts[0].amount, 30e-6)
        self.assertAlmostEqual(parts[0].hidden, 1)

    def test_union(self):
        self.assertEqual(communication.union([(0, 10), (5, 12), (20, 30), (22, 25)]), 22)

    def test_clock_errors(self):
        a = Process(0, 2).run(0, 0, 50).sent(30, 0, 1, 1)
        b = Process(1, 2).run(1, 0, 50).arrived(28, 0, 1, 1)
        self.assertEqual(communication.clock_errors(handmade.trace(a, b)), (1, 2))


class Placement(unittest.TestCase):
    def test_blocks_are_those_of_the_runtime(self):
        # As in taskgraph/test/graph/placement_test.cpp.
        self.assertEqual(placement.process_grid([4, 4], 4), [2, 2])
        self.assertEqual(placement.process_grid([8, 2], 2), [2, 1])
        self.assertEqual(placement.process_grid([2, 2, 2], 2), [2, 1, 1])
        self.assertEqual(placement.process_grid([4, 2, 2], 4), [2, 2, 1])
        self.assertIsNone(placement.process_grid([3, 3], 2))
        self.assertEqual(placement.blocks([4, 2], 2), [0, 0, 0, 0, 1, 1, 1, 1])
        self.assertEqual(placement.blocks([2, 4], 2), [0, 0, 1, 1, 0, 0, 1, 1])

    def columns(self, geometry):
        """Eight ranks that talk to rank + 4 only, in two processes of neighbours: all of it crosses."""
        processes = [Process(p, 2, geometry=geometry) for p in range(2)]
        for rank in range(8):
            p = processes[rank // 4].run(rank, rank * 10, rank * 10 + 10)
            p.sent(rank * 10 + 5, rank, (rank + 4) % 8, 1, 1000)
            processes[(rank + 4) % 8 // 4].arrived(rank * 10 + 9, rank, (rank + 4) % 8, 1, 1000)
        return handmade.trace(*processes)

    def test_finds_a_better_geometry(self):
        self.assertEqual(placement.better_geometry(self.columns("4x2")), ("2x4", 8000, 0))

    def test_is_content_where_nothing_is_better(self):
        self.assertIsNone(placement.better_geometry(self.columns("8")))


class Advice(unittest.TestCase):
    """One trace for each advice; times in microseconds, 1000 of them."""

    def exchange(self, computing, network, runtime=0, ranks=1, steps=10):
        """Two processes that compute, send to each other and wait for the network."""
        processes = [Process(p, 2, vf=str(ranks)) for p in range(2)]
        now, number = 0, 0
        for _ in range(steps):
            for me, p in enumerate(processes):
                p.run(me * ranks, now, now + computing + runtime, runtime=runtime)
                for other in range(1, ranks):
                    p.run(me * ranks + other, now, now)
            now += computing + runtime
            number += 1
            for me, p in enumerate(processes):
                peer = (1 - me) * ranks
                p.sent(now, me * ranks, peer, number, 1000)
                p.idle(now, now + network).wait(me * ranks, now, now + network, now + network, peer, number)
                p.arrived(now + network, peer, me * ranks, number, 1000)
            now += network
        for me, p in enumerate(processes):
            p.run(me * ranks, now, now)
        return processes

    def test_compute_bound(self):
        found = advise(*self.exchange(98, 2))
        self.assertEqual(found.kind, "compute-bound")
        self.assertIn("98 % of the time is computing", found.text)

    def test_more_virtual_ranks(self):
        found = advise(*self.exchange(70, 30))
        self.assertEqual(found.kind, "more")
        self.assertIn("more virtual ranks (-n 4 --vf 2): workers idle 30 %", found.text)

    def test_delays(self):
        # The network needs 2 for a message; most of them lie about for 40.
        a, b = Process(0, 2), Process(1, 2)
        now = 0
        for n in range(10):
            flight = 2 if n in (2, 5, 8) else 40
            a.run(0, now, now + 60).sent(now + 60, 0, 1, n + 1)
            a.idle(now + 60, now + 60 + flight).arrived(now + 60 + flight, 1, 0, n + 1)
            a.wait(0, now + 60, now + 60 + flight, now + 60 + flight, 1, n + 1)
            b.run(1, now, now + 60).sent(now + 60, 1, 0, n + 1)
            b.idle(now + 60, now + 60 + flight).arrived(now + 60 + flight, 0, 1, n + 1)
            b.wait(1, now + 60, now + 60 + flight, now + 60 + flight, 0, n + 1)
            now += 60 + flight
        found = advise(a.run(0, now, now), b.run(1, now, now))
        self.assertEqual(found.kind, "delays")
        self.assertIn("for which the network needs 2 %", found.text)

    def test_network_bound(self):
        found = advise(*self.exchange(30, 70))
        self.assertEqual(found.kind, "network-bound")
        self.assertIn("at most 43 % can be hidden", found.text)

    def test_fewer_virtual_ranks(self):
        found = advise(*self.exchange(70, 5, runtime=25, ranks=4))
        self.assertEqual(found.kind, "fewer")
        self.assertIn("fewer virtual ranks (-n 4 --vf 2): 25 % of the time goes into the runtime", found.text)

    def test_fewer_messages(self):
        self.assertEqual(advise(*self.exchange(70, 5, runtime=25)).kind, "messages")

    def test_layout_when_there_are_many_virtual_ranks(self):
        self.assertEqual(advise(*self.exchange(70, 30, ranks=32)).kind, "layout")

    def test_imbalance(self):
        found = advise(Process(0, 2).run(0, 0, 1000), Process(1, 2).run(1, 0, 500))
        self.assertEqual(found.kind, "imbalance")
        self.assertIn("process 0 computes 1.33 times as long as the average, the others idle 25 %",
                      found.text)

    def test_chain(self):
        # Each computes half of the time, when the other one has sent what it needs.
        a, b = Process(0, 2), Process(1, 2)
        for n in range(5):
            t = 100 * n
            a.run(0, t, t + 50).sent(t + 50, 0, 1, n + 1).idle(t + 50, t + 100)
            a.wait(0, t + 50, t + 100, t + 100, 1, n + 1).arrived(t + 100, 1, 0, n + 1)
            b.arrived(t + 50, 0, 1, n + 1).idle(t, t + 50).wait(1, t, t + 50, t + 50, 0, n + 1)
            b.run(1, t + 50, t + 100).sent(t + 100, 1, 0, n + 1)
        a.run(0, 500, 500)
        found = advise(a, b)
        self.assertEqual(found.kind, "more")
        self.assertIn("what others have yet to compute", found.text)

    def test_placement(self):
        processes = [Process(p, 2, geometry="4x2") for p in range(2)]
        for rank in range(8):
            t = rank % 4 * 250
            peer = (rank + 4) % 8
            p = processes[rank // 4].run(rank, t, t + 150).sent(t + 150, rank, peer, 1, 1000)
            p.idle(t + 150, t + 250).wait(rank, t + 150, t + 250, t + 250, peer, 1)
            p.run(rank, t + 250, t + 250).arrived(t + 250, peer, rank, 1, 1000)
        found = advise(*processes)
        self.assertEqual(found.kind, "placement")
        self.assertIn("--geometry 2x4): 100 % fewer bytes", found.text)

    def neighbours(self, inside_first, steps=5):
        """Two processes of two ranks, which compute for 50, one after the other, and exchange with each other and with a
        rank of the other process, where messages need 40. Exchange with the own process first, or last."""
        processes = [Process(p, 2, vf="2") for p in range(2)]
        numbers = [0] * 4

        def send(when, source, destination, flight):
            numbers[source] += 1
            mine, other = processes[source // 2], processes[destination // 2]
            if mine is other:
                return mine.handed_over(when, source, destination, numbers[source])
            mine.sent(when, source, destination, numbers[source], 1000)
            return other.arrived(when + flight, source, destination, numbers[source], 1000)

        for step in range(steps):
            for p, process in enumerate(processes):
                begin, first, second = step * 150, 2 * p, 2 * p + 1
                peers = ((first + 2) % 4, (second + 2) % 4)
                process.run(first, begin, begin + 50).run(second, begin + 50, begin + 100)
                sent = begin + 101 if inside_first else begin + 50
                if not inside_first:
                    send(sent, first, peers[0], 40)
                send(begin + 100, second, first, 0)
                process.wait(first, begin + 50, begin + 100, begin + 100, second, numbers[second])
                process.run(first, begin + 100, begin + 102)
                if inside_first:
                    send(sent, first, peers[0], 40)
                process.idle(begin + 102, begin + 150)
        for p, process in enumerate(processes):
            process.run(2 * p, steps * 150, steps * 150)
        return processes

    def test_ranks_that_exchange_inside_first_wait_together(self):
        found = advise(*self.neighbours(inside_first=True))
        self.assertEqual(found.kind, "order")
        self.assertIn("100 % of the bytes between processes leave right behind a wait inside a process "
                      "(rank 0 waits for rank 1, then sends to rank 2)", found.text)

    def test_ranks_that_exchange_outside_first_do_not(self):
        self.assertEqual(advise(*self.neighbours(inside_first=False)).kind, "more")

    def test_computing_behind_the_wait_is_not_lock_step(self):
        a = (Process(0, 2).run(1, 0, 10).handed_over(10, 1, 0, 1).wait(0, 0, 10, 10, 1, 1).run(0, 10, 70)
             .sent(70, 0, 2, 1, 1000))
        b = Process(1, 2).run(2, 0, 50).arrived(110, 0, 2, 1, 1000)
        self.assertIsNone(lock_step.find(handmade.trace(a, b)))  # 60 are computed, of which 40 would hide it


class Text(unittest.TestCase):
    def test_says_everything(self):
        trace, accounts, parts = analyse(*handmade.sender_and_waiter())
        path = critical_path.CriticalPath(trace, accounts)
        text = report_text.report(trace, accounts, parts, communication.total(parts), path,
                                  advice.advise(trace, accounts, parts, None, None), (0, 0), False)
        for piece in ("2 ranks in 2 processes", "process 0   0.1 (39 %)", "MPI_Recv known.c:42  rank 1",
                      "communication hidden (estimated): 0 %", "critical path, 0.2 ms: computing 83 %, network 17 %",
                      "messages from rank 1 to rank 0, awaited at known.c:42", "advice: more virtual ranks"):
            self.assertIn(piece, text)

    def test_says_when_there_was_no_processor(self):
        _, accounts, _ = analyse(Process(0, 2, processor_us=60).run(0, 0, 100),
                                 Process(1, 2, processor_us=95).run(1, 0, 100))
        [line] = report_text.lacking(accounts)
        self.assertIn("process 0 had no processor in 40 % of the time", line)

    def test_says_that_memory_was_short(self):
        waiter, sender = handmade.sender_and_waiter()
        sender.about.update(complete_from=60.0, lost=[3, 0])
        trace, accounts, _ = analyse(waiter, sender)
        self.assertIn("The memory for events held the last 0.1 of 0.2 ms",
                      "\n".join(report_text.heading(trace, accounts)))


if __name__ == "__main__":
    unittest.main()
