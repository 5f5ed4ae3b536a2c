# SPDX-License-Identifier: Apache-2.0
"""Tests that known costs are found again in observations that were made from them."""
import collections
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import replay  # noqa: E402


class Shape(unittest.TestCase):
    def test_a_corner_has_three_faces_and_each_is_packed_and_unpacked(self):
        has = replay.shape((8, 8, 8), (2, 2, 2), 0, [0] * 4 + [1] * 4)
        self.assertEqual((has["points"], has["rows"]), (64, 16))
        self.assertEqual((has["local messages"], has["remote messages"]), (2, 1))
        self.assertEqual((has["local bytes"], has["remote bytes"]), (256, 128))
        self.assertEqual((has["contiguous"], has["strided"]), (512, 256))

    def test_parts_differ_where_the_mesh_does_not_divide(self):
        shapes = [replay.shape((10, 1, 1), (3, 1, 1), task, [0] * 3) for task in range(3)]
        self.assertEqual([has["points"] for has in shapes], [3, 3, 4])


class Fit(unittest.TestCase):
    def observations(self, costs):
        for size in (4, 8, 16, 32):
            for cut in ((1, 1, 2), (2, 1, 1), (2, 2, 2)):
                has = replay.shape((size,) * 3, cut, 0, [0, 1] * 4)
                yield has, collections.Counter(computing=sum(costs[f] * has[f] for f in costs))

    def test_finds_the_costs(self):
        costs = {"points": 2e-9, "rows": 5e-9, "strided": 1e-9}
        found, error = replay.fit(list(self.observations(costs)), "computing", tuple(costs))
        for feature, cost in costs.items():
            self.assertAlmostEqual(found[feature] / cost, 1, 3)
        self.assertLess(error, 1e-3)

    def test_no_cost_is_negative(self):
        costs = {"points": 2e-9, "rows": -5e-10}
        found, _ = replay.fit(list(self.observations(costs)), "computing", tuple(costs))
        self.assertEqual(found["rows"], 0)
        self.assertGreater(found["points"], 0)

    def test_nothing_observed_costs_nothing(self):
        found, _ = replay.fit([(collections.Counter(points=8), collections.Counter(computing=8e-9))], "computing",
                              ("points", "strided"))
        self.assertEqual(found["strided"], 0)
        self.assertAlmostEqual(found["points"] / 1e-9, 1)


if __name__ == "__main__":
    unittest.main()
