# SPDX-License-Identifier: Apache-2.0
"""Programs of which it is known that they fail: lines of a pattern of a shell, a tab, and the reason."""
import fnmatch


class KnownFailures:
    def __init__(self, text):
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.seen = dict.fromkeys((line.split("\t")[0] for line in lines), False)

    def covers(self, name):
        """A program that fails."""
        matching = [pattern for pattern in self.seen if fnmatch.fnmatch(name, pattern)]
        self.seen.update(dict.fromkeys(matching, True))
        return bool(matching)

    def unseen(self, folders):
        """Patterns for these folders that no failing program has matched."""
        return [pattern for pattern, seen in self.seen.items() if not seen and pattern.rpartition("/")[0] in folders]
