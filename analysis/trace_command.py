#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""bamboo trace: draws a timeline, or merges the files of all processes."""
import math
import os
import pathlib
import sys

import command_line
import timeline
import trace_file

PICTURES = (".png", ".svg", ".pdf")


def options():
    p = command_line.Parser(
        "trace",
        "Draws what 'bamboo run --trace FILE' recorded, or merges the files of its processes into one\n"
        "that https://ui.perfetto.dev shows, or into an archive of OTF2. FILE may be the name that was\n"
        "given to --trace.",
        "  bamboo trace jacobi.json                                 draws jacobi.png\n"
        "  bamboo trace jacobi.json -o part.svg --from 20 --to 35   15 milliseconds of it\n"
        "  bamboo trace jacobi.json --middle 3 --rows tasks -o three-steps.png\n"
        "  bamboo trace jacobi.json -o whole.json                   one file of all processes\n"
        "  bamboo trace jacobi.json -o jacobi.otf2                  a folder with traces.otf2, for Vampir")
    p.add_argument("files", nargs="+", metavar="FILE")
    p.add_argument("-o", "--output", action="append", metavar="FILE",
                   help="picture (.png, .svg, .pdf), merged trace (.json) or folder of an archive (.otf2); may be given several times "
                        "(default: FILE with .png)")
    p.add_argument("--from", dest="begin", type=float, metavar="MS",
                   help="where the picture begins, in milliseconds since the job's start")
    p.add_argument("--to", dest="end", type=float, metavar="MS", help="where it ends")
    p.add_argument("--middle", type=int, metavar="N",
                   help="N runs of the first task in the middle, such as N time steps")
    p.add_argument("--rows", choices=["workers", "tasks"], default="workers",
                   help="a row for each worker (default), or for each task")
    p.add_argument("--no-arrows", action="store_true",
                   help=f"no arrows for messages (nor when there are more than {timeline.MOST_ARROWS})")
    p.add_argument("--title", default="", help="above the picture (default: the command)")
    o = p.parse_args()
    if o.middle is not None and (o.middle < 1 or o.begin is not None or o.end is not None):
        p.error("--middle takes a positive number, and neither --from nor --to")
    for value in (o.begin, o.end):
        if value is not None and not math.isfinite(value):
            p.error("--from and --to take milliseconds")
    o.output = [pathlib.Path(f) for f in o.output or [pathlib.Path(o.files[0]).with_suffix(".png")]]
    for output in o.output:
        if output.suffix not in (*PICTURES, ".json", ".otf2"):
            p.error(f"'{output}': the name must end in .png, .svg, .pdf, .json or .otf2")
        if any(output.exists() and os.path.samefile(output, f) for f in trace_file.files_of(o.files)
               if f.exists()):
            p.error(f"'{output}' would overwrite what is read")
    return p, o


def window(p, o, trace):
    if o.middle:
        return timeline.middle(trace, o.middle)
    begin, end = trace.window()
    if o.begin is not None:
        begin = 1e3 * o.begin
    if o.end is not None:
        end = 1e3 * o.end
    if begin >= end:
        first, last = trace.window()
        p.error(f"nothing lies between {begin / 1e3:g} and {end / 1e3:g} ms; "
                f"the trace goes from {first / 1e3:.1f} to {last / 1e3:.1f} ms")
    return begin, end


def write_archive(trace, output):
    try:
        import otf2_archive
    except ImportError as error:
        command_line.fail("trace", f"archives of OTF2 need the module otf2 for {sys.executable} "
                          f"(Debian: python3-otf2, or 'pip install otf2' into a folder in PYTHONPATH): {error}")
    try:
        events = otf2_archive.write(trace, output)
    except otf2_archive.NotWritten as error:
        command_line.fail("trace", f"cannot write '{output}': {error}")
    print(f"{output}/traces.otf2: {len(trace.about)} processes, {len(trace.tasks)} tasks, {events} events")


def main():
    p, o = options()
    trace = trace_file.Trace.read(o.files)
    if not trace.tasks:
        raise trace_file.BadTrace("no task ran in this trace")
    if trace.missing:
        command_line.warn("trace", f"{trace.missing} of the job's {trace.about[0]['processes']} "
                          "processes are missing, and what they sent and received")
    for output in o.output:
        try:
            if output.suffix == ".json":
                trace_file.merge(trace, output)
                print(f"{output}: {len(trace.about)} processes, {len(trace.tasks)} tasks, "
                      f"{len(trace.transfers())} messages between processes")
            elif output.suffix == ".otf2":
                write_archive(trace, output)
            else:
                begin, end = window(p, o, trace)
                arrows = timeline.draw(trace, output, (begin, end), o.rows, o.title, not o.no_arrows)
                print(f"{output}: {begin / 1e3:.3f} to {end / 1e3:.3f} ms, {arrows} arrows")
        except OSError as error:
            command_line.fail("trace", f"cannot write '{output}': {error.strerror}")
        except ImportError as error:
            command_line.fail("trace", f"pictures need matplotlib for {sys.executable} "
                              f"(Debian: python3-matplotlib): {error}")


if __name__ == "__main__":
    try:
        main()
    except trace_file.BadTrace as error:
        command_line.fail("trace", error)
