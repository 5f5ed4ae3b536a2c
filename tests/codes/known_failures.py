# SPDX-License-Identifier: Apache-2.0
"""Reads the list of programs that are known to fail. A line has a shell pattern, a tab, and the reason."""
import fnmatch


class KnownFailures:
    def __init__(self, text):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.patterns = [line.split("\t")[0] for line in lines]
        self.failed, self.passed = set(), set()

    def covers(self, name):
        """Records that a row of this program fails. Returns whether the list has the program."""
        self.failed.add(name)
        return any(fnmatch.fnmatch(name, pattern) for pattern in self.patterns)

    def passes(self, name):
        """Records that a row of this program passes."""
        self.passed.add(name)

    def surprises(self):
        """Returns the programs of which all rows pass although the list has them, with their patterns."""
        return [(name, pattern) for name in sorted(self.passed - self.failed)
                for pattern in self.patterns if fnmatch.fnmatch(name, pattern)]

    def unseen(self, folders):
        """Returns the patterns for these folders that match no failing program."""
        return [pattern for pattern in self.patterns
                if pattern.rpartition("/")[0] in folders and not fnmatch.filter(self.failed, pattern)]
