# SPDX-License-Identifier: Apache-2.0
"""lit writes paths into command lines as they are: a blank in the folder of the repository would tear them apart."""
import os
import shlex

import lit.formats
import lit.TestRunner


class QuotedPaths(lit.formats.ShTest):
    """ShTest whose %s, %S, %t, … are one word of a shell each; only those of `letters`."""

    def __init__(self, letters="sStT", **more):
        super().__init__(**more)
        self.letters = letters

    def execute(self, test, lit_config):
        source = test.getSourcePath()
        folder, base = lit.TestRunner.getTempPaths(test)
        paths = {"s": source, "S": os.path.dirname(source), "t": base + ".tmp", "T": folder}
        # In front of all others, so only as whole words: %s is no %split_c.
        quoted = [(rf"%{letter}\b", shlex.quote(paths[letter])) for letter in self.letters]
        return lit.TestRunner.executeShTest(test, lit_config, self.execute_external, quoted)
