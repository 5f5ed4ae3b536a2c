# SPDX-License-Identifier: Apache-2.0
"""Quotes paths for lit, which writes them into command lines unchanged: a blank in the repository's
path would split them."""
import os
import shlex

import lit.formats
import lit.TestRunner


class QuotedPaths(lit.formats.ShTest):
    """A ShTest in which %s, %S, %t, … are each one word of the shell; only those of `letters`."""

    def __init__(self, letters="sStT", **more):
        super().__init__(**more)
        self.letters = letters

    def execute(self, test, lit_config):
        source = test.getSourcePath()
        folder, base = lit.TestRunner.getTempPaths(test)
        paths = {"s": source, "S": os.path.dirname(source), "t": base + ".tmp", "T": folder}
        # These precede all other substitutions, so they match whole words only: %s does not match in %split_c.
        quoted = [(rf"%{letter}\b", shlex.quote(paths[letter])) for letter in self.letters]
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, quoted)
