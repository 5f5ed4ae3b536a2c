# SPDX-License-Identifier: Apache-2.0
"""Messages in the compilers' style, with exit status 2 for bad usage, for all commands."""
import argparse
import difflib
import re
import signal
import sys

# A reader such as `head` may close the pipe early. SIGPIPE then ends the command, as it ends other
# tools.
signal.signal(signal.SIGPIPE, signal.SIG_DFL)


class Parser(argparse.ArgumentParser):
    def __init__(self, command, description, examples):
        super().__init__(prog=f"bamboo {command}", description=description, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter,
                         epilog=f"examples:\n{examples}")

    def error(self, message):
        unknown = re.fullmatch(r"unrecognized arguments: (-[^ =]*).*", message)
        near = difflib.get_close_matches(unknown[1], self._option_string_actions, 1) if unknown else []
        message += f"; did you mean '{near[0]}'?" if near else ""
        print(f"{self.prog}: error: {message}", file=sys.stderr)
        sys.exit(2)


def fail(command, message, status=1):
    print(f"bamboo {command}: error: {message}", file=sys.stderr)
    sys.exit(status)


def warn(command, message):
    print(f"bamboo {command}: warning: {message}", file=sys.stderr)
