# SPDX-License-Identifier: Apache-2.0
"""Plays a debugger: queue_client.py PROGRAM ARGUMENT…

Starts the program, waits until it stops itself, reads the message queues from its memory by the library that the process
names, prints them, and lets it go on. Ends with the program's status.
"""
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, os.environ["MESSAGE_QUEUES"])
import message_queues  # noqa: E402


def libbamboo_of(process):
    """Returns the file, and the address at which the process has loaded it. It may also be mapped as data."""
    with open(f"/proc/{process}/maps") as maps:
        for line in maps:
            addresses, allowed, offset, _, _, *file = line.split(maxsplit=5)
            if file and "/libbamboo.so" in file[0] and "x" in allowed:
                return file[0].strip(), int(addresses.split("-")[0], 16) - int(offset, 16)
    sys.exit("the process has no libbamboo.so")


def symbols_of(process):
    """Returns the addresses of what libbamboo exports."""
    file, start = libbamboo_of(process)
    listed = subprocess.run(["nm", "-D", "--defined-only", file], check=True, capture_output=True, text=True).stdout
    return {name.partition("@")[0]: start + int(value, 16) for value, _, name in (line.split() for line in listed.splitlines())}


def state_of(process):
    return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def stopped(child):
    """Waits until the child, or the one that it has under a launcher, stops itself, and returns it."""
    while True:
        try:
            for process in [child, *pathlib.Path(f"/proc/{child}/task/{child}/children").read_text().split()]:
                if state_of(process) == "T":
                    return int(process)
        except FileNotFoundError:
            pass  # it has just ended
        if state_of(child) == "Z":
            sys.exit("the program ended without a stop")
        time.sleep(0.05)


def main():
    child = os.spawnvp(os.P_NOWAIT, sys.argv[1], sys.argv[1:])
    process = stopped(child)
    symbols = symbols_of(process)
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        def read(address, size):
            memory.seek(address)
            return memory.read(size)

        def address(at):
            return int.from_bytes(read(at, 8), "little")

        def text(at):
            return read(at, 4096).split(b"\0")[0].decode()

        library = text(address(address(symbols["mpimsgq_dll_locations"])))
        assert library == text(symbols["MPIR_dll_name"]), library
        queues = message_queues.MessageQueues(library, symbols.get, read)
        communicators = queues.communicators()
    print("\n".join(message_queues.lines_of(communicators)), flush=True)
    for comm in communicators:
        if comm.name.endswith("halo"):
            print(f"members of {comm.name}: {comm.members}", flush=True)
    os.kill(process, signal.SIGCONT)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    main()
