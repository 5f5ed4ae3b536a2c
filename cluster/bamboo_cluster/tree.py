# SPDX-License-Identifier: Apache-2.0
"""Finds the compiled programs beside the program that was started."""
import pathlib
import sys


def compiled(name):
    """Returns its path, or None in a checkout without a build."""
    started = pathlib.Path(sys.argv[0])
    for program in (started.absolute(), started.resolve()):
        if (program.parent / name).exists():
            return program.parent / name
    return None
