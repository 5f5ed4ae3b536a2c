# SPDX-License-Identifier: Apache-2.0
"""Tests that a started process ends with its starter."""
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
# Writes "waits" when it waits for the command, which writes its process id.
STARTER = """
import pathlib, signal, subprocess, sys
sys.path.insert(0, sys.argv[1])
import measuring
wait = subprocess.Popen.communicate
def say_and_wait(process, *more, **named):
    pathlib.Path("waits").touch()
    return wait(process, *more, **named)
subprocess.Popen.communicate = say_and_wait
signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
measuring.call(["sh", "-c", "echo $$ > new; mv new process; exec sleep 60"])
"""


def is_running(process):
    """Uses a descriptor instead of a number, which another process may have got."""
    try:
        signal.pidfd_send_signal(process, 0)
    except ProcessLookupError:
        return False
    return True


class Call(unittest.TestCase):
    def test_the_command_ends_when_the_experiment_is_ended(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            starter = subprocess.Popen([sys.executable, "-c", STARTER, EXPERIMENTS], cwd=folder)
            until = time.monotonic() + 60
            while not ((folder / "waits").exists() and (folder / "process").exists()):
                self.assertLess(time.monotonic(), until, "the command does not start")
                time.sleep(0.01)
            command = os.pidfd_open(int((folder / "process").read_text()))
            starter.send_signal(signal.SIGTERM)
            status, left = starter.wait(60), is_running(command)
            if left:
                signal.pidfd_send_signal(command, signal.SIGKILL)
            os.close(command)
            self.assertEqual((status, left), (3, False))


if __name__ == "__main__":
    unittest.main()
