# SPDX-License-Identifier: Apache-2.0
"""Reads message queues from memory that is made by hand: damaged_queues.py LIBRARY."""
import os
import struct
import sys
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["MESSAGE_QUEUES"])
import message_queues  # noqa: E402

TABLE, RANK, COMMUNICATOR, GROUP, MEMBERS, NAME = range(0x1000, 0x1c00, 0x200)
EMPTY = 0x1c00     # a list or a vector without elements
VERSION = 2        # of the table (mpi/debugger/table.h)
IN_COMMUNICATOR = CONTEXT, LOCAL_RANK, ITS_GROUP, REMOTE_GROUP, ITS_NAME, FREED = 0, 8, 16, 24, 32, 48
IN_GROUP = SIZE, ITS_MEMBERS = 0, 8
BEFORE_COMMUNICATOR = 11 + 3 + 3 + 5   # words of the layout


class Memory:
    """One rank, whose communicator has two members."""

    def __init__(self, name=b"halo"):
        self.bytes = bytearray(0x1000)
        self.put(TABLE, VERSION, RANK, *[0] * BEFORE_COMMUNICATOR, *IN_COMMUNICATOR, *IN_GROUP, 0)
        queues = [*[EMPTY] * 5, COMMUNICATOR, COMMUNICATOR, EMPTY]
        self.put(RANK, 0, 1, 0, 0, 0, *queues)
        self.put(COMMUNICATOR, 6, 1, GROUP, 0, NAME, len(name), 0)
        self.put(GROUP, 2, MEMBERS, MEMBERS + 8)
        self.bytes[MEMBERS - TABLE:MEMBERS - TABLE + 8] = struct.pack("<2i", 3, 1)
        self.bytes[NAME - TABLE:NAME - TABLE + len(name)] = name

    def put(self, at, *words):
        struct.pack_into(f"<{len(words)}Q", self.bytes, at - TABLE, *words)

    def read(self, address, size):
        at = address - TABLE
        return bytes(self.bytes[at:at + size]) if 0 <= at and at + size <= len(self.bytes) else None


def communicators(read, find={"bamboo_debugger_table": TABLE}.get):
    return message_queues.MessageQueues(LIBRARY, find, read).communicators()


class Damaged(unittest.TestCase):
    def assert_unreadable(self, memory):
        with self.assertRaisesRegex(message_queues.QueuesUnreadable, "the memory of the process could not be read"):
            communicators(memory.read)

    def test_sound_memory_is_read(self):
        [world, _] = communicators(Memory().read)
        self.assertEqual(world, ("rank 1, halo", 1, 2, [3, 1], []))

    def test_ranks_in_a_circle(self):
        memory = Memory()
        memory.put(RANK, RANK)
        self.assert_unreadable(memory)

    def test_a_group_of_another_size_than_its_members(self):
        for size in 1, 3, 2**31, 2**32 - 1:
            memory = Memory()
            memory.put(GROUP, size)
            self.assert_unreadable(memory)

    def test_a_group_larger_than_any_job(self):
        memory = Memory()
        memory.put(GROUP, 2**31 - 1, 0, 0)
        self.assert_unreadable(memory)

    def test_a_name_cut_inside_of_a_character(self):
        [world, _] = communicators(Memory(name="ä".encode() * 40).read)
        self.assertEqual(world.name, "rank 1, " + "ä" * 27 + "\N{REPLACEMENT CHARACTER}")

    def test_memory_whose_read_raises(self):
        memory = Memory()

        def read(address, size):
            if address == NAME:
                raise OSError("not mapped")
            return Memory.read(memory, address, size)
        memory.read = read
        self.assert_unreadable(memory)

    def test_a_search_for_symbols_that_raises(self):
        def find(name):
            raise ValueError(name)
        with self.assertRaisesRegex(message_queues.QueuesUnreadable, "no ranks of Bamboo's mode tasks"):
            communicators(Memory().read, find)


if __name__ == "__main__":
    LIBRARY = sys.argv.pop(1)
    unittest.main()
