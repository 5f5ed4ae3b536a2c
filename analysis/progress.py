# SPDX-License-Identifier: Apache-2.0
"""Shows how far a search is: a bar on a terminal, lines elsewhere."""
import shutil
import sys
import time


class Progress:
    def __init__(self, budget, planned, stream=sys.stderr, clock=time.monotonic):
        self.budget, self.planned, self.stream, self.clock = budget, planned, stream, clock
        self.begin, self.runs, self.name, self.best = clock(), 0, "", ""
        self.bar = stream.isatty()

    def stage(self, name, settings):
        self.name = name
        if not self.bar:
            self._line(f"{name}: {settings} settings")

    def ran(self, settings, result, best):
        self.runs += 1
        self.best = best
        if self.bar:
            self._draw()
        else:
            self._line(f"  {result:>12}  {settings}")

    def end(self):
        if self.bar:
            self.stream.write("\r\x1b[K")
            self.stream.flush()

    def text(self, width):
        """The bar shows the larger share: of the time budget, or of the planned runs."""
        seconds = self.clock() - self.begin
        part = min(1.0, max(seconds / self.budget, self.runs / max(self.planned, self.runs)))
        tail = f" {self.runs} runs, {seconds:.0f} of {self.budget:.0f} s, best {self.best} ({self.name})"
        room = max(10, min(40, width - len(tail) - 3))
        done = round(room * part)
        return (f"[{'#' * done}{'.' * (room - done)}]{tail}")[:width - 1]

    def _draw(self):
        self.stream.write("\r\x1b[K" + self.text(shutil.get_terminal_size().columns))
        self.stream.flush()

    def _line(self, text):
        print(text, file=self.stream, flush=True)
