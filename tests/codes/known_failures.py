# SPDX-License-Identifier: Apache-2.0
"""Programs of which it is known that they fail: lines of a pattern of a shell, a tab, and the reason."""
import fnmatch


class KnownFailures:
    def __init__(self, text):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.patterns = [line.split("\t")[0] for line in lines]
        self.failed, self.passed = set(), set()

    def covers(self, name):
        """A program of which a row fails."""
        self.failed.add(name)
        return any(fnmatch.fnmatch(name, pattern) for pattern in self.patterns)

    def passes(self, name):
        """A program of which a row passes."""
        self.passed.add(name)

    def surprises(self):
        """Programs that the list names, with their patterns, of which all rows pass."""
        return [(name, pattern) for name in sorted(self.passed - self.failed)
                for pattern in self.patterns if fnmatch.fnmatch(name, pattern)]

    def unseen(self, folders):
        """Patterns for these folders that no failing program has matched."""
        return [pattern for pattern in self.patterns
                if pattern.rpartition("/")[0] in folders and not fnmatch.filter(self.failed, pattern)]
