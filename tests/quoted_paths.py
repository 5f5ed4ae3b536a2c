# SPDX-License-Identifier: Apache-2.0
"""Quotes paths for lit, which writes them into command lines unchanged: a blank in the repository's
path would split them."""
import os
import shlex

import lit.Test
import lit.formats
import lit.TestRunner


class QuotedPaths(lit.formats.ShTest):
    """A ShTest in which %s, %S, %t, … are each one word of the shell; only those of `letters`. `first`
    are commands that each test begins with."""

    def __init__(self, letters="sStT", first=(), **more):
        super().__init__(**more)
        self.letters, self.first = letters, list(first)

    def execute(self, test, lit_config):
        source = test.getSourcePath()
        folder, base = lit.TestRunner.getTempPaths(test)
        paths = {"s": source, "S": os.path.dirname(source), "t": base + ".tmp", "T": folder}
        # These precede all other substitutions, so they match whole words only: %s does not match in %split_c.
        quoted = [(rf"%{letter}\b", shlex.quote(paths[letter])) for letter in self.letters]
        with open(source, encoding="utf-8") as file:
            if "RUN:" not in file.read():  # With commands in front, lit accepts a test without its own.
                return lit.Test.Result(lit.Test.UNRESOLVED, "Test has no 'RUN:' line")
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, quoted, self.first)
