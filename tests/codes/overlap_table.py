# SPDX-License-Identifier: Apache-2.0
"""Prints the reports of codes under mode overlap as two tables for the documentation: one has a row
for each code, the other for each reason."""
import collections

COUNTS = ("functions", "changed", "blocking", "converted", "windows", "own", "moved", "nests", "split")
HEADS = ("code", "language", "lines", "functions", "changed", "blocking", "converted", "with a window", "own halves", "moved",
         "loops", "split", "compile time", "same answers")
WHERE = ("left alone", "up", "down", "moved along", "loop stays whole", "function stays")


def markdown(heads, rows):
    return "\n".join(["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|", *("| " + " | ".join(row) + " |" for row in rows)])


def answers(report):
    if "passes" not in report:
        return "does not build"
    overlap = [count for name, count in report["passes"].items() if name.endswith("overlap")]
    return f"{sum(overlap)}/{report['runs'] * len(overlap)}"


def row(name, language, report):
    plain, overlap = report["compile_seconds"]
    ratio = f"{overlap / plain:.2f}" if plain >= 1 else "–"  # a short time is that of the compiler's start
    return [name, language, f"{report['lines']:,}", *(f"{report[key]:,}" for key in COUNTS), ratio]


def codes(reports):
    sums = {key: sum(report[key] for report in reports) for key in ("lines", *COUNTS)}
    sums["compile_seconds"] = [sum(report["compile_seconds"][i] for report in reports) for i in (0, 1)]
    rows = [[*row(report["name"], report["language"], report), answers(report)] for report in reports]
    return markdown(HEADS, [*rows, [*row("all", "", sums), ""]])


def reasons(reports):
    total = collections.defaultdict(collections.Counter)
    for report in reports:
        for reason, where in report["reasons"].items():
            total[reason].update(where)
    order = sorted(total, key=lambda reason: (-total[reason].total(), reason))
    rows = [[f"`{reason}`", f"{total[reason].total():,}", *(f"{total[reason][place]:,}" for place in WHERE),
             str(sum(reason in report["reasons"] for report in reports))] for reason in order]
    return markdown(["reason", "all", *WHERE, "codes"], rows)


def of(reports):
    return codes(reports) + "\n\n" + reasons(reports)
