# SPDX-License-Identifier: Apache-2.0
"""Draws a trace: what every worker (or every task) did, messages as arrows, and how many were in flight."""
import statistics
import warnings

RUNTIME, IDLE, READY, MOST_ARROWS = "#222222", "#e8e8e8", "#bbbbbb", 400


def middle(trace, rounds):
    """Returns a window that contains `rounds` long slices of the first task, in the middle of the run."""
    slices = sorted((run.start, run.end - run.start) for row in trace.runs.values() for run in row
                    if run.task == trace.tasks[0] and not run.poll)
    typical = statistics.median(sorted(length for _, length in slices)[len(slices) // 2:])
    starts = [start for start, length in slices if length > typical / 4]
    if len(starts) <= rounds + 1:
        return trace.window()
    first = (len(starts) - rounds) // 2
    return starts[first], starts[first + rounds]


def worker_rows(trace, colour):
    """Returns (label, background, [(start, end, colour)]) for each worker; the rest of the time is the runtime's."""
    several = any(about["workers"] > 1 for about in trace.about)
    for process, worker in trace.workers():
        bars = [(run.start, run.end, IDLE if run.poll else colour(run.task))
                for run in trace.runs[process, worker]]
        bars += [(idle.start, idle.end, IDLE) for idle in trace.idles[process, worker]]
        yield f"process {process}" + (f", worker {worker}" if several else ""), RUNTIME, bars


def task_rows(trace, colour):
    bars = {task: [] for task in trace.tasks}
    for row in trace.runs.values():
        for run in row:
            bars[run.task].append((run.start, run.end, IDLE if run.poll else colour(run.task)))
    for task, pauses in trace.pauses.items():
        bars.setdefault(task, []).extend((pause.met, pause.resumed, READY) for pause in pauses)
    for task in trace.tasks:
        yield trace.name_of(task), IDLE, bars[task]


def row_numbers(trace, rows):
    """Returns the row in which an arrow of a task begins or ends at a time."""
    if rows == "tasks":
        at = {task: y for y, task in enumerate(trace.tasks)}
        return lambda task: at.get(task)
    first = {}
    for y, (process, _) in enumerate(trace.workers()):
        first.setdefault(process, y)
    return lambda task: first.get(trace.process_of.get(task))


def draw(trace, picture, window, rows="workers", title="", arrows=True):
    """Returns how many arrows were drawn."""
    warnings.filterwarnings("ignore", "Unable to import Axes3D")  # not used here
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    begin, end = window
    unit, name = (1e3, "milliseconds") if end - begin < 1e6 else (1e6, "seconds")
    colours = plt.get_cmap("tab10" if len(trace.tasks) <= 10 else "tab20")
    index = {task: i for i, task in enumerate(trace.tasks)}

    def colour(task):
        return colours(index[task] % colours.N)

    lines = list((task_rows if rows == "tasks" else worker_rows)(trace, colour))
    shown = [m for m in trace.transfers() if m.sent >= begin and m.arrived <= end]
    figure, (axes, below) = plt.subplots(
        2, 1, sharex=True, layout="constrained", figsize=(11, 2 + 0.5 * len(lines)),
        height_ratios=[max(1, len(lines)), 1])
    for y, (_, background, bars) in enumerate(lines):
        axes.broken_barh([(begin / unit, (end - begin) / unit)], (y - 0.4, 0.8), facecolors=background)
        bars = [bar for bar in bars if bar[1] > begin and bar[0] < end]
        axes.broken_barh([(max(a, begin) / unit, (min(b, end) - max(a, begin)) / unit) for a, b, _ in bars],
                         (y - 0.4, 0.8), facecolors=[bar[2] for bar in bars])
    row_of = row_numbers(trace, rows)
    drawn = 0
    if arrows and len(shown) <= MOST_ARROWS:
        for m in shown:
            from_y, to_y = row_of(m.source), row_of(m.destination)
            if from_y is None or to_y is None:
                continue
            axes.annotate("", (m.arrived / unit, to_y), (m.sent / unit, from_y),
                          arrowprops={"arrowstyle": "->", "color": "#c00000", "lw": 0.7, "alpha": 0.7})
            drawn += 1
    met = [(pause.met / unit, row_of(task)) for task, pauses in trace.pauses.items() for pause in pauses
           if pause.met > pause.start and begin <= pause.met <= end and row_of(task) is not None]
    if len(met) <= MOST_ARROWS:
        axes.plot([x for x, _ in met], [y + 0.4 for _, y in met], "k^", markersize=3, linestyle="none",
                  clip_on=False)
    axes.set_yticks(range(len(lines)), [label for label, _, _ in lines])
    axes.invert_yaxis()
    axes.set_xlim(begin / unit, end / unit)
    axes.set_title(title or trace.about[0]["command"][:100], fontsize=10)
    changes = sorted(change for m in trace.transfers() if m.arrived > begin and m.sent < end
                     for change in ((m.sent, 1), (max(m.arrived, m.sent), -1)))
    level, xs, ys = 0, [begin / unit], [0]
    for when, change in changes:
        level += change
        xs.append(when / unit)
        ys.append(level)
    below.step([*xs, end / unit], [*ys, level], where="post", color="#c00000", lw=0.8)
    below.set_ylabel("messages\nin flight", fontsize=8)
    below.set_ylim(bottom=0)
    below.set_xlabel(f"{name} since the start of the job")
    legend = [Patch(color=colour(t), label=trace.name_of(t)) for t in trace.tasks[:20]]
    if len(trace.tasks) > 20:
        legend.append(Patch(color="white", label=f"… {len(trace.tasks) - 20} more"))
    if rows == "tasks":
        legend += [Patch(color=IDLE, label="waits"), Patch(color=READY, label="ready, not yet run")]
    else:
        legend += [Patch(color=RUNTIME, label="runtime"), Patch(color=IDLE, label="idle")]
    if met and len(met) <= MOST_ARROWS:
        legend.append(Line2D([], [], color="k", marker="^", markersize=3, linestyle="none",
                             label="a firing rule is met"))
    axes.legend(handles=legend, loc="upper left", bbox_to_anchor=(1.01, 1), fontsize=8)
    figure.savefig(picture, dpi=130)
    plt.close(figure)
    return drawn
