# SPDX-License-Identifier: Apache-2.0
"""What the commands share: messages in the compilers' style, exit status 2 for bad usage."""
import argparse
import sys


class Parser(argparse.ArgumentParser):
    def __init__(self, command, description, examples):
        super().__init__(prog=f"bamboo {command}", description=description, allow_abbrev=False,
                         formatter_class=argparse.RawDescriptionHelpFormatter,
                         epilog=f"examples:\n{examples}")

    def error(self, message):
        print(f"{self.prog}: error: {message}", file=sys.stderr)
        sys.exit(2)


def fail(command, message, status=1):
    print(f"bamboo {command}: error: {message}", file=sys.stderr)
    sys.exit(status)


def warn(command, message):
    print(f"bamboo {command}: warning: {message}", file=sys.stderr)
