# SPDX-License-Identifier: Apache-2.0
"""Counts checks, and continues after one that fails."""
import pathlib
import time

import toolchain


class Checks:
    def __init__(self, options, work):
        self.options, self.work = options, work
        self.tree = pathlib.Path(options.tree).resolve()
        self.mpis = toolchain.installed_mpis()
        self.runs = self.failures = 0

    def check(self, what, function, *arguments):
        self.runs += 1
        begin = time.time()
        try:
            result = function(*arguments)
            if self.options.verbose:
                print(f"{what}: {time.time() - begin:.1f} s", flush=True)
            return result
        except toolchain.Failure as failure:
            self.failures += 1
            print(f"FAILED {what}\n{failure}", flush=True)
            return None
