# SPDX-License-Identifier: Apache-2.0
"""Prints the reports of codes as a table for the documentation."""


def share(report, ways):
    """Returns the part of the runs that pass, of all ways together."""
    if "passes" not in report:
        return "–"
    passed = sum(count for name, count in report["passes"].items() if ways(name))
    total = report["runs"] * sum(map(ways, report["passes"]))
    return f"{passed}/{total}"


def ratio(report, what, mpi):
    """Returns the times of VF 1 and of all ranks in one process, divided by that of plain MPI.
    One round, or a short one, gives no ratio."""
    if report.get("rounds", 1) < 3 or report["failures"] or report["seconds"].get(f"{mpi} plain", 0) < 1:
        return "–"
    times = report[what]
    ways = (way for way in (f"{mpi} VF 1", f"{mpi} VF all") if way in times)
    return " · ".join(f"{times[way] / times[f'{mpi} plain']:.2f}" for way in ways)


def of(reports):
    heads = ["code", "language", "lines", "MPI functions", "plain", "VF 1", "VF 2", "one process", "time, Open MPI",
             "time, MPICH", "processor, Open MPI", "processor, MPICH"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    for report in reports:
        cells = [f"{report['name']} {report['version']}".strip(), report["language"], f"{report['lines']:,}",
                 str(len(report["functions"])) if "functions" in report else "–",
                 share(report, lambda way: way.endswith("plain")),
                 *(share(report, lambda way, vf=vf: way.endswith(f"VF {vf}")) for vf in ("1", "2", "all")),
                 *(ratio(report, what, mpi) for what in ("seconds", "processor") for mpi in ("openmpi", "mpich"))]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
