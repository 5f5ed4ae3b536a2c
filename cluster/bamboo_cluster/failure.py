# SPDX-License-Identifier: Apache-2.0
"""What ends a command with a message."""


class Failure(Exception):
    """Something does not work here; exit code 1."""


class BadUsage(Failure):
    """The user asks for what cannot be; exit code 2."""
