# SPDX-License-Identifier: Apache-2.0
"""The message queues of a process of mode tasks, read by libbamboo_msgq.so as TotalView and DDT read them.

The caller gives what a debugger has: the addresses of symbols, and the memory of the process.
"""
import collections
import ctypes
import functools
import pathlib

SENDS, RECEIVES, UNEXPECTED = range(3)   # mqs_op_class
OK, NO_INFORMATION, END = range(3)

Operation = collections.namedtuple("Operation", "queue peer tag bytes text")
Communicator = collections.namedtuple("Communicator", "name rank size members operations")


class CommunicatorRecord(ctypes.Structure):
    _fields_ = [("unique_id", ctypes.c_ulong), ("local_rank", ctypes.c_long), ("size", ctypes.c_long),
                ("name", ctypes.c_char * 64)]


class OperationRecord(ctypes.Structure):
    _fields_ = [("status", ctypes.c_int), ("desired_local_rank", ctypes.c_long), ("desired_global_rank", ctypes.c_long),
                ("tag_wild", ctypes.c_int), ("desired_tag", ctypes.c_long), ("desired_length", ctypes.c_long),
                ("system_buffer", ctypes.c_int), ("buffer", ctypes.c_ulong), ("actual_local_rank", ctypes.c_long),
                ("actual_global_rank", ctypes.c_long), ("actual_tag", ctypes.c_long), ("actual_length", ctypes.c_long),
                ("extra_text", ctypes.c_char * 64 * 5)]


def table(result, *arguments):
    """Returns the type of a callback."""
    return ctypes.CFUNCTYPE(result, *arguments)


P, I, A = ctypes.c_void_p, ctypes.c_int, ctypes.c_ulong
PUT, GET = table(None, P, P), table(P, P)
BASIC = [table(P, ctypes.c_size_t), table(None, P), table(None, ctypes.c_char_p), table(P, I), PUT, GET, PUT, GET]
IMAGE = [table(None, P, P), table(I, P, ctypes.c_char_p, I, P), table(I, P, ctypes.c_char_p, ctypes.POINTER(A)),
         table(P, P, ctypes.c_char_p, I), table(I, P, ctypes.c_char_p), table(I, P)]
PROCESS = [table(I, P), table(P, P), table(I, P, A, I, P), table(None, P, P, P, I)]


def callbacks(types, given):
    """Returns a table of callbacks, NULL where none is given, and what must live as long as it does."""
    functions = [types[i](given[i]) if i in given else types[i]() for i in range(len(types))]
    return (P * len(types))(*(ctypes.cast(function, P) for function in functions)), functions


def answering(callback):
    """Returns the callback that returns an error code where it raises: ctypes prints an exception and returns no defined value."""
    @functools.wraps(callback)
    def answer(*arguments):
        try:
            return callback(*arguments)
        except (Exception, KeyboardInterrupt):
            return NO_INFORMATION
    return answer


class QueuesUnreadable(Exception):
    pass


class MessageQueues:
    """`find_symbol` returns the address of a symbol, or None; `read` returns bytes at an address, or None."""

    def __init__(self, library, find_symbol, read):
        self.library = ctypes.CDLL(str(library))
        self.library.mqs_dll_error_string.restype = ctypes.c_char_p
        self.find_symbol, self.read = find_symbol, read
        self.kept = {}
        self.image, self.process = P(1), P(2)
        self.basic = callbacks(BASIC, {4: self.kept.__setitem__, 5: self.kept.get, 6: self.kept.__setitem__, 7: self.kept.get})
        self.images = callbacks(IMAGE, {2: self.put_symbol})
        self.processes = callbacks(PROCESS, {0: lambda process: 0, 1: lambda process: self.image.value, 2: self.fetch,
                                             3: lambda process, raw, value, size: ctypes.memmove(value, raw, size) and None})
        self.library.mqs_setup_basic_callbacks(self.basic[0])
        self.require(self.library.mqs_setup_image(self.image, self.images[0]))
        message = ctypes.c_char_p()
        self.require(self.library.mqs_image_has_queues(self.image, ctypes.byref(message)))
        self.require(self.library.mqs_setup_process(self.process, self.processes[0]))
        self.require(self.library.mqs_process_has_queues(self.process, ctypes.byref(message)))

    def require(self, code):
        if code != OK:
            raise QueuesUnreadable(self.library.mqs_dll_error_string(code).decode())

    @answering
    def put_symbol(self, _, name, address):
        found = self.find_symbol(name.decode())
        if found is None:
            return NO_INFORMATION
        address[0] = found
        return OK

    @answering
    def fetch(self, _, address, size, to):
        data = self.read(address, size)
        if data is None:
            return NO_INFORMATION
        ctypes.memmove(to, data, size)
        return OK

    def operations(self):
        for queue in (SENDS, RECEIVES, UNEXPECTED):
            code = self.library.mqs_setup_operation_iterator(self.process, queue)
            if code != END:
                self.require(code)
            record = OperationRecord()
            while self.library.mqs_next_operation(self.process, ctypes.byref(record)) == OK:
                yield Operation(queue, record.desired_local_rank, None if record.tag_wild else record.desired_tag,
                                record.desired_length, record.extra_text[0].value.decode(errors="replace"))

    def communicators(self):
        """Returns the communicators of all ranks of the process, each with its pending operations."""
        self.require(self.library.mqs_update_communicator_list(self.process))
        code, found = self.library.mqs_setup_communicator_iterator(self.process), []
        while code == OK:
            record = CommunicatorRecord()
            self.require(self.library.mqs_get_communicator(self.process, ctypes.byref(record)))
            members = (I * record.size)()
            self.require(self.library.mqs_get_comm_group(self.process, members))
            found.append(Communicator(record.name.decode(errors="replace"), record.local_rank, record.size, list(members),
                                      list(self.operations())))
            code = self.library.mqs_next_communicator(self.process)
        return found


def words_of(operation):
    """Returns a line: 'receives from 2, tag 5, 8 bytes (MPI_Irecv)'."""
    what = {SENDS: "sends to", RECEIVES: "receives from", UNEXPECTED: "has a message from"}[operation.queue]
    tag = "any tag" if operation.tag is None else f"tag {operation.tag}"
    by = f" ({operation.text})" if operation.text else ""
    return f"{what} {'any' if operation.peer < 0 else operation.peer}, {tag}, {operation.bytes} bytes{by}"


def lines_of(communicators):
    """Returns the lines of those in which something is pending."""
    lines = []
    for comm in communicators:
        if comm.operations:
            lines.append(f"  {comm.name}: {comm.rank} of {comm.size}")
            lines += [f"    {words_of(operation)}" for operation in comm.operations]
    return lines

