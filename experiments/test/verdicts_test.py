# SPDX-License-Identifier: Apache-2.0
"""Tests how the experiment `advice` judges an advice by measurements."""
import importlib.machinery
import importlib.util
import pathlib
import sys
import unittest

EXPERIMENTS = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(EXPERIMENTS))
loader = importlib.machinery.SourceFileLoader("advice", str(EXPERIMENTS / "advice"))
advice = importlib.util.module_from_spec(importlib.util.spec_from_loader("advice", loader))
loader.exec_module(advice)


class Verdicts(unittest.TestCase):
    def verdict(self, kind, **times):
        return advice.verdict({"kind": kind}, {"as started": 10.0, **times})

    def test_an_advice_that_was_followed(self):
        self.assertEqual(self.verdict("more", more=8.0, delays=12.0), "1.25 times as fast: right")
        self.assertEqual(self.verdict("delays", more=8.0, delays=12.5), "0.80 times as fast: WRONG")

    def test_an_advice_to_leave_all_as_it_is(self):
        for kind in ("compute-bound", "network-bound", "chain"):
            self.assertTrue(self.verdict(kind, more=9.8).endswith("right"))
            self.assertTrue(self.verdict(kind, more=8.0).endswith("WRONG"))

    def test_an_advice_that_no_program_follows_is_not_judged(self):
        for kind in ("layout", "order", "placement", "imbalance", "messages"):
            self.assertEqual(self.verdict(kind, more=8.0), "not one that is tried here")

    def test_every_kind_is_known(self):
        """The kinds are those of analysis/advice.py."""
        given = (EXPERIMENTS.parent / "analysis/advice.py").read_text().split("Advice(\"")[1:]
        kinds = {text.split('"')[0] for text in given}
        tried = {"fewer", "more", "delays"}
        self.assertEqual(kinds - tried - set(advice.LEAVE), {"layout", "order", "placement", "imbalance", "messages"})


if __name__ == "__main__":
    unittest.main()
