# SPDX-License-Identifier: Apache-2.0
"""interrupted.py RANKS COMMAND...: sends SIGINT to the command, and presses Ctrl-C in its terminal, when all ranks have
said that they are ready. Fails unless it ends by that signal, soon."""
import os
import pty
import signal
import sys
import time

SECONDS = 20


def run(ranks, command, press):
    process, terminal = pty.fork()
    if process == 0:
        os.execvp(command[0], command)
    output = b""
    while output.count(b"ready") < ranks:
        output += os.read(terminal, 4096)
    begin = time.monotonic()
    if press:
        os.write(terminal, b"\x03")
    else:
        os.kill(process, signal.SIGINT)
    try:
        while os.read(terminal, 4096):
            pass
    except OSError:  # all have closed the terminal
        pass
    status = os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])
    if status != -signal.SIGINT or time.monotonic() - begin > SECONDS:
        sys.exit(f"status {status} after {time.monotonic() - begin:.1f} s: {command}")


for press in (True, False) * 3:
    run(int(sys.argv[1]), sys.argv[2:], press)
