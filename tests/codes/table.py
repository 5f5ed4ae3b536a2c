# SPDX-License-Identifier: Apache-2.0
"""The reports of codes as a table of the documentation."""


def share(report, ways):
    """How many of the runs pass, all ways together."""
    if "passes" not in report:
        return "–"
    passed = sum(count for name, count in report["passes"].items() if ways(name))
    total = report["runs"] * sum(map(ways, report["passes"]))
    return f"{passed}/{total}"


def ratio(report, mpi):
    """Time of all ranks in one process to that of plain MPI; one round says nothing about times."""
    if report.get("rounds", 1) < 3 or report["failures"]:
        return "–"
    seconds = report.get("seconds", {})
    plain, bamboo = seconds.get(f"{mpi} plain"), seconds.get(f"{mpi} VF all")
    return f"{bamboo / plain:.2f}" if plain and bamboo else "–"


def of(reports):
    lines = ["| code | language | lines | MPI functions | plain | VF 1 | VF 2 | one process | time, Open MPI | time, MPICH |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    for report in reports:
        cells = [f"{report['name']} {report['version']}", report["language"], f"{report['lines']:,}",
                 str(len(report["functions"])) if "functions" in report else "–",
                 share(report, lambda way: way.endswith("plain")),
                 *(share(report, lambda way, vf=vf: way.endswith(f"VF {vf}")) for vf in ("1", "2", "all")),
                 ratio(report, "openmpi"), ratio(report, "mpich")]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)
