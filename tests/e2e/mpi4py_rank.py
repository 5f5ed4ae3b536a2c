#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs mpi4py's suite in one process of a job: mpi4py_rank.py SUITE RESULTS [ARGUMENTS]

Appends a line "OUTCOME TEST" to RESULTS.RANK when a test ends, and "ends the suite" behind the last one.
"""
import sys
import unittest

SUITE, RESULTS, *ARGUMENTS = sys.argv[1:]


class Recorded(unittest.TextTestResult):
    def record(self, outcome, test):
        from mpi4py import MPI
        with open(f"{RESULTS}.{MPI.COMM_WORLD.rank}", "a") as file:
            print(outcome, test if isinstance(test, str) else test.id(), file=file)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.record("passes", test)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.record("fails", test)

    def addError(self, test, err):
        super().addError(test, err)
        self.record("fails", test)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.record("skipped", test)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err:
            self.record("fails", test)

    def stopTestRun(self):
        super().stopTestRun()
        self.record("ends", "the suite")


sys.dont_write_bytecode = True
sys.path.insert(0, SUITE)
sys.argv = [f"{SUITE}/runtests.py", *ARGUMENTS]
from main import main  # noqa: E402, of the suite

main(module=None, testRunner=unittest.TextTestRunner(resultclass=Recorded))
