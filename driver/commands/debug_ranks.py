# SPDX-License-Identifier: Apache-2.0
"""Commands for gdb on programs of mode tasks: `ranks` lists the ranks of a process, `rank N` shows one, `queues` lists
the messages that wait.

A rank that does not run has its registers on its own stack, as Boost.Context saves them. An unwinder makes that stack
the caller of the thread's newest frame, so all commands of gdb work in it, and no register of the process changes.
That also holds for core files.
"""
import pathlib
import re
import struct
import sys
import tempfile

import gdb
import gdb.unwinder

FOLDER_OF_COMMANDS = pathlib.Path(__file__).absolute().parent
sys.dont_write_bytecode = True   # the folder is the installation
sys.path.insert(0, str(FOLDER_OF_COMMANDS))
import message_queues  # noqa: E402 (gdb does not look there by itself)

VERSION = 2                # of the list (mpi/debugger/table.h)
# Offsets of the registers that jump_fcontext() saves on x86-64, and the bytes that its return removes.
SAVED = {"r12": 0x08, "r13": 0x10, "r14": 0x18, "r15": 0x20, "rbx": 0x28, "rbp": 0x30, "rip": 0x38}
BYTES = 0x40
IMAGE = re.compile(r"^/proc/(?:self|\d+)/fd/\d+(?: \(deleted\))?$")   # a rank's copy of the program
FOLDER = tempfile.TemporaryDirectory(prefix="bamboo-debug-")   # gdb reads its files until it ends
MPI_FUNCTION = re.compile(r"(?:bamboo_)?(P?MPI_\w+|p?mpi_\w+)")
OWN_LIBRARY = re.compile(r"/libbamboo[^/]*\.so[^/]*$")


def word(address):
    return int.from_bytes(gdb.selected_inferior().read_memory(address, 8).tobytes(), "little")


def linked(entry, next_offset):
    """Yields the entries of a list. A damaged list, which comes back to an entry, is an error."""
    passed = set()
    while entry:
        if entry in passed:
            raise gdb.GdbError(f"the list at {min(passed):#x} has no end: the process' memory is damaged")
        passed.add(entry)
        yield entry
        entry = word(entry + next_offset)


class Rank:
    def __init__(self, entry):
        self.number = word(entry + 8)
        self.registers, self.bottom, self.top = (word(entry + offset) for offset in (16, 24, 32))

    @property
    def stack_pointer(self):
        return word(self.registers)


def ranks():
    """Returns the ranks of the process that have begun and not ended, by their numbers."""
    try:
        table = int(gdb.parse_and_eval("(unsigned long)&bamboo_debugger_table"))
        version, entry = word(table), word(table + 8)
    except gdb.error:
        raise gdb.GdbError("no ranks: this is no program of mode tasks, or it has not begun") from None
    if version != VERSION:
        raise gdb.GdbError(f"the program's libbamboo has a list of version {version}; this command reads {VERSION}")
    return sorted(map(Rank, linked(entry, next_offset=0)), key=lambda rank: rank.number)


class FrameId:
    def __init__(self, sp, pc):
        self.sp, self.pc = sp, pc


class RankUnwinder(gdb.unwinder.Unwinder):
    """Shows the chosen rank's stack below the newest frame of one thread."""

    def __init__(self):
        super().__init__("bamboo-rank")
        self.rank = self.thread = None

    def choose(self, rank):
        thread = gdb.selected_thread()
        self.rank, self.thread = rank, thread.ptid if rank and thread else None
        gdb.invalidate_cached_frames()

    def __call__(self, pending):
        thread = gdb.selected_thread()
        if self.rank is None or pending.level() != 0 or thread is None or thread.ptid != self.thread:
            return None
        rsp, rip = pending.read_register("rsp"), pending.read_register("rip")
        info = pending.create_unwind_info(FrameId(rsp, rip))
        saved = self.rank.stack_pointer
        values = {name: word(saved + offset) for name, offset in SAVED.items()}
        values["rsp"] = saved + BYTES
        for name, value in values.items():
            info.add_saved_register(name, gdb.Value(value).cast(rsp.type if name == "rsp" else
                                                                pending.read_register(name).type))
        return info


UNWINDER = RankUnwinder()


def thread_of(rank):
    """Returns the thread that runs the rank now; None if none does."""
    before = gdb.selected_thread()
    UNWINDER.choose(None)
    try:
        for thread in gdb.selected_inferior().threads():
            thread.switch()
            if rank.bottom <= int(gdb.newest_frame().read_register("rsp")) % 2**64 < rank.top:
                return thread
    finally:
        if before is not None:
            before.switch()
    return None


def frames():
    frame = gdb.newest_frame()
    while frame is not None:
        yield frame
        frame = frame.older()


def is_users(frame):
    """Returns whether the frame's function has lines and is not the runtime's."""
    symtab = frame.find_sal().symtab
    return symtab is not None and not OWN_LIBRARY.search(symtab.objfile.filename or "") \
        and (gdb.solib_name(frame.pc()) is None or IMAGE.match(gdb.solib_name(frame.pc())) is not None)


def enter(rank):
    """Chooses the rank's stack and the newest frame of the program in it. Returns the running thread, or None, and
    the newest MPI function of the stack."""
    thread = thread_of(rank)
    if thread is not None:
        thread.switch()
        UNWINDER.choose(None)
    else:
        UNWINDER.choose(rank)
    call = users = None
    for frame in frames():
        if users is None and (found := MPI_FUNCTION.match(frame.name() or "")):
            call = found[1]
        if users is None and (thread is not None or frame.level() > 0) and is_users(frame):
            users = frame
    if users is not None:
        users.select()
    elif thread is None and gdb.newest_frame().older() is not None:
        gdb.newest_frame().older().select()
    return thread, call


def place():
    frame = gdb.selected_frame()
    sal = frame.find_sal()
    name = frame.name() or f"{frame.pc():#x}"
    return f"{name} at {sal.symtab.filename}:{sal.line}" if sal.symtab else name


def code_segment(elf):
    """Returns the place and length of the code of an ELF file, from its first page."""
    (table,), (size, count) = struct.unpack_from("<Q", elf, 0x20), struct.unpack_from("<HH", elf, 0x36)
    for header in range(table, table + size * count, size):
        kind, flags, _, start, _, length = struct.unpack_from("<IIQQQQ", elf, header)
        if kind == 1 and flags & 1:
            return start, length
    return None


def image_of(program):
    """Returns the ELF file that each rank has a copy of: a section of the program."""
    elf = pathlib.Path(program).read_bytes()
    (table,), (size, count, names) = struct.unpack_from("<Q", elf, 0x28), struct.unpack_from("<HHH", elf, 0x3a)
    sections = [struct.unpack_from("<IIQQQQ", elf, table + size * i) for i in range(count)]
    for name, _, _, _, start, length in sections:
        if elf[sections[names][4] + name:].startswith(b".bamboo.image\0"):
            return elf[start:start + length]
    return None


def load_images():
    """Reads the symbols of images that gdb does not find: a core file names files that a process had in memory."""
    known = {objfile.filename for objfile in gdb.objfiles()} | load_images.loaded
    entry = word(int(gdb.parse_and_eval("(unsigned long)&_r_debug")) + 8)   # r_map
    for entry in linked(entry, next_offset=24):
        base, name = word(entry), gdb.Value(word(entry + 8)).cast(gdb.lookup_type("char").pointer()).string(
            errors="replace")
        if IMAGE.match(name) and name not in known:
            load_images.loaded.add(name)
            image = image_of(gdb.current_progspace().filename)
            memory = gdb.selected_inferior().read_memory(base, 4096).tobytes()
            if image and code_segment(image) == code_segment(memory):
                file = pathlib.Path(FOLDER.name, f"rank{len(load_images.loaded)}")
                file.write_bytes(image)
                gdb.execute(f"add-symbol-file {file} -o {base:#x}", to_string=True)


load_images.loaded = set()


class RanksCommand(gdb.Command):
    """Lists the ranks of this process: which thread runs them, or where they wait."""

    def __init__(self):
        super().__init__("ranks", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        load_images()
        before = gdb.selected_thread()
        for rank in ranks():
            thread, call = enter(rank)
            state = f"runs on thread {thread.num}" if thread else f"waits in {call}" if call else "waits"
            print(f"  rank {rank.number}  {state}, {place()}")
        UNWINDER.choose(None)
        if before is not None:
            before.switch()


class RankCommand(gdb.Command):
    """Shows the stack of a rank: rank N [COMMAND], rank all COMMAND, rank off.

Behind `rank N` the stack of rank N follows frame 0, which is the thread's. COMMAND is one of gdb's, as `bt` or
`info locals`. `rank off`, and each step of the program, show the thread's own stack again."""

    def __init__(self):
        super().__init__("rank", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        which, _, command = argument.strip().partition(" ")
        if which == "off":
            UNWINDER.choose(None)
            return
        load_images()
        found = ranks()
        if which != "all":
            found = [rank for rank in found if which == str(rank.number)]
        if not found or (which == "all" and not command):
            raise gdb.GdbError("usage: rank N [COMMAND], rank all COMMAND, rank off; 'ranks' lists them"
                               if not re.fullmatch(r"\d+", which) else f"no rank {which} in this process")
        for rank in found:
            thread, call = enter(rank)
            print(f"rank {rank.number}, {f'runs on thread {thread.num}' if thread else f'waits in {call}' if call else 'waits'}")
            gdb.execute(command or "frame")


def symbol(name):
    try:
        return int(gdb.parse_and_eval(f"(unsigned long)&{name}"))
    except gdb.error:
        return None


def memory(address, size):
    try:
        return gdb.selected_inferior().read_memory(address, size).tobytes()
    except gdb.MemoryError:
        return None


class QueuesCommand(gdb.Command):
    """Lists the pending sends and receives, and the messages that no receive has taken, of the ranks of this process."""

    def __init__(self):
        super().__init__("queues", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        try:
            queues = message_queues.MessageQueues(FOLDER_OF_COMMANDS / "libbamboo_msgq.so", symbol, memory)
            lines = message_queues.lines_of(queues.communicators())
        except message_queues.QueuesUnreadable as error:
            raise gdb.GdbError(str(error)) from None
        print("\n".join(lines) if lines else "  no rank of this process sends, receives or has a message")


gdb.unwinder.register_unwinder(None, UNWINDER, replace=True)
gdb.events.cont.connect(lambda event: UNWINDER.choose(None))
RanksCommand()
RankCommand()
QueuesCommand()
