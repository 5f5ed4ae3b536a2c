# SPDX-License-Identifier: Apache-2.0
"""Draws results: time, and communication hidden, over the points of an experiment."""
import importlib.util
import statistics
import sys


def require():
    """Ends the experiment before it measures if its results could not be drawn."""
    if importlib.util.find_spec("matplotlib") is None:
        sys.exit(f"{sys.argv[0]}: error: the results are drawn with matplotlib, which {sys.executable} does not have; "
                 "install python3-matplotlib, or matplotlib with pip")


def axes(columns=2, rows=1):
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    return plt.subplots(rows, columns, figsize=(6.2 * columns, 4.6 * rows), layout="constrained")


def panes(count):
    """Makes that many axes, at most three beside each other."""
    columns = min(count, 3)
    rows = -(-count // columns)
    figure, grid = axes(columns, rows)
    flat = list(grid.flat) if count > 1 else [grid]
    for axis in flat[count:]:
        axis.set_visible(False)
    return figure, flat[:count]


def logarithmic(axis):
    """Shows times over orders of magnitude with plain numbers, and those in between if there is less than one order."""
    axis.set_yscale("log")
    axis.yaxis.set_major_formatter("{x:g}")
    low, high = axis.get_ylim()
    axis.yaxis.set_minor_formatter("{x:g}" if high < 8 * low else "")


def medians_and_ranges(axis, labels, series):
    """series: {name: [values of a point, or None]}; draws medians as a line, smallest to largest as bars."""
    places = range(len(labels))
    for number, (name, points) in enumerate(series.items()):
        there = [(x, v) for x, v in zip(places, points) if v]
        if not there:
            continue
        middle = [statistics.median(v) for _, v in there]
        spread = [[m - min(v) for m, (_, v) in zip(middle, there)], [max(v) - m for m, (_, v) in zip(middle, there)]]
        axis.errorbar([x for x, _ in there], middle, yerr=spread, marker="o", capsize=3, label=name,
                      color=f"C{number}")
    axis.set_xticks(list(places), labels)
    axis.grid(alpha=0.3)


def save(figure, picture, title, note):
    figure.suptitle(title)
    figure.text(0.5, -0.02, note, ha="center", va="top", fontsize=8)
    figure.savefig(picture, dpi=120, bbox_inches="tight")


def hidden_shares(axis, labels, names, hidden, paper=None):
    """`paper`: the lowest and the highest percentage that the paper has hidden."""
    if paper:
        axis.axhspan(*paper, color="black", alpha=0.08, label="the paper, on its clusters")
    for name, shares in hidden.items():
        there = [(x, 100 * s) for x, s in enumerate(shares) if s is not None]
        axis.plot([x for x, _ in there], [s for _, s in there], marker="o", label=name,
                  color=f"C{names.index(name)}")  # the same on both sides
    axis.set_xticks(range(len(labels)), labels)
    axis.axhline(100, color="black", linewidth=0.8)
    axis.set_ylim(-30, 115)
    axis.grid(alpha=0.3)
    axis.set_ylabel("communication hidden, %")
    axis.legend(fontsize=8)


def comparison(picture, title, note, labels, x_label, unit, times, hidden, paper=None):
    """Draws the picture of most experiments: times on the left, percentage hidden, if any, on the right."""
    figure, panes = axes(2 if hidden else 1)
    left = panes[0] if hidden else panes
    medians_and_ranges(left, labels, times)
    left.set_ylim(bottom=0)
    left.set_xlabel(x_label)
    left.set_ylabel(unit)
    left.legend(fontsize=8)
    if hidden:
        hidden_shares(panes[1], labels, list(times), hidden, paper)
        panes[1].set_xlabel(x_label)
    save(figure, picture, title, note)
