# SPDX-License-Identifier: Apache-2.0
"""The search of `bamboo tune`: stage by stage, in each of them successive halving.

All settings of a stage are measured once; the better half is measured again, and so on until one is left,
with which the next stage goes on. The value of a setting is the smallest one it has shown: a machine can
make a run slower, hardly faster. In the end the winner must be better than the defaults, both measured
several times, or the defaults stay.
"""
import math

FINAL_RUNS = 3
WORTHWHILE = 0.02


class Search:
    """`measure(settings, limit)` returns a value to make small, math.inf for a failure or a run that took
    longer than `limit` seconds, or None when there is no time left."""

    def __init__(self, measure, progress, patience=3.0):
        self.measure, self.progress, self.patience = measure, progress, patience
        self.values = {}          # settings: [values]
        self.seconds = {}         # settings: [seconds that its runs took]
        self.exhausted = False
        self.untried = 0

    def value(self, settings):
        return min(self.values.get(settings, [math.inf]))

    def best(self):
        return min(self.values, key=self.value)

    def run(self, settings):
        """Measures once more. Returns False if no time is left."""
        if self.exhausted:
            return False
        shortest = min((s for times in self.seconds.values() for s in times), default=None)
        limit = None if shortest is None else self.patience * shortest + 1
        measured = self.measure(settings, limit)
        if measured is None:
            self.exhausted = True
            return False
        value, seconds = measured
        self.values.setdefault(settings, []).append(value)
        if math.isfinite(value):
            self.seconds.setdefault(settings, []).append(seconds)
        return True

    def halve(self, candidates):
        """Returns the best of the candidates."""
        runs = 0
        while len(candidates) > 1 or runs == 0:
            runs += 1
            for settings in candidates:
                if len(self.values.get(settings, [])) < runs and not self.run(settings):
                    self.untried += sum(1 for c in candidates if c not in self.values)
                    known = [c for c in candidates if c in self.values]
                    return min(known, key=self.value) if known else None
            working = [c for c in candidates if math.isfinite(self.value(c))]
            candidates = sorted(working, key=self.value)[:max(1, (len(candidates) + 1) // 2)]
            if not candidates:
                return None
            if len(candidates) == 1:
                break
        return candidates[0]

    def optimise(self, default, stages):
        """Returns the best settings, or None if no setting worked."""
        self.run(default)
        best = default
        for name, candidates_given in stages:
            candidates = candidates_given(best)
            if best not in candidates and math.isfinite(self.value(best)) and name != stages[0][0]:
                candidates = [best, *candidates]
            if len(candidates) > 1 or candidates[0] not in self.values:
                self.progress.stage(name, len(candidates))
                best = self.halve(candidates) or best
        if not self.values or not math.isfinite(self.value(best)):
            return None
        return self.confirm(best, default)

    def confirm(self, best, default):
        """Runs both in turn. The defaults are kept unless the others are really better."""
        if best == default or not math.isfinite(self.value(default)):
            return best
        self.progress.stage("confirmation", 2)
        while min(len(self.values[best]), len(self.values[default])) < FINAL_RUNS:
            if not self.run(min((best, default), key=lambda s: len(self.values[s]))):
                break
        return best if self.value(best) < (1 - WORTHWHILE) * self.value(default) else default


def planned_runs(counts):
    """Returns the largest number of runs for stages with these numbers of settings."""
    total = 1
    for count in counts:
        while count > 1:
            total += count
            count = (count + 1) // 2
    return total + FINAL_RUNS
