# SPDX-License-Identifier: Apache-2.0
"""Whether another geometry would keep more messages inside the processes.

Tasks go to processes in compact blocks of a geometry, the same way as in taskgraph/graph/placement.cpp.
"""
import collections
import math


def balanced(size, dimension):
    """Returns the extents that MPI_Dims_create gives."""
    return min((sorted(extents, reverse=True) for extents in geometries(size, dimension)), key=sum)


def process_grid(extents, processes):
    """Returns the grid of processes that divides the geometry and cuts the smallest surface;
    None if none divides it."""
    size = math.prod(extents)
    # Tasks of a balanced geometry are parts of a cube, others are cubes.
    face = list(extents) if list(extents) == balanced(size, len(extents)) else [1] * len(extents)
    best = ((math.inf, math.inf), None)

    def search(d, rest, cut, grid):
        nonlocal best
        if cut >= best[0]:
            return
        if d == len(extents):
            if rest == 1:
                best = (cut, grid)
            return
        for parts in range(min(rest, extents[d]), 0, -1):
            if rest % parts == 0 and extents[d] % parts == 0:
                edges = size // extents[d] * (parts - 1)
                search(d + 1, rest // parts, (cut[0] + face[d] * edges, cut[1] + edges), [*grid, parts])

    search(0, processes, (0, 0), [])
    return best[1]


def blocks(extents, processes):
    """Returns the process of every task; None if the geometry cannot be divided so."""
    grid = process_grid(extents, processes)
    if grid is None:
        return None
    result = []
    for task in range(math.prod(extents)):
        process, stride, rest = 0, 1, task
        for extent, parts in zip(reversed(extents), reversed(grid)):
            process += rest % extent // (extent // parts) * stride
            stride *= parts
            rest //= extent
        result.append(process)
    return result


def geometries(tasks, dimension):
    """Yields all ways to arrange this number of tasks."""
    if dimension == 1:
        return [[tasks]]
    return [[first, *rest] for first in range(1, tasks + 1) if tasks % first == 0
            for rest in geometries(tasks // first, dimension - 1)]


def traffic(trace):
    """Returns {(source, destination): bytes} between tasks of any processes."""
    sums = collections.Counter()
    for m in trace.messages.values():
        sums[m.source, m.destination] += m.bytes
    return sums


def crossing_bytes(between, process_of):
    return sum(size for (a, b), size in between.items() if process_of[a] != process_of[b])


def better_geometry(trace, gain=0.2):
    """Returns (geometry, bytes between processes now, and with it) if that saves a good part, else None."""
    about = trace.about[0]
    tasks, processes = trace.tasks, about["processes"]
    if processes < 2 or trace.missing or tasks != list(range(len(tasks))):
        return None
    given = about.get("geometry") or ""
    between = traffic(trace)
    now = crossing_bytes(between, trace.process_of)
    best = (now * (1 - gain), None)
    for extents in geometries(len(tasks), given.count("x") + 1):
        places = blocks(extents, processes)
        if places is not None:
            then = crossing_bytes(between, places)
            if then < best[0]:
                best = (then, extents)
    if best[1] is None:
        return None
    return "x".join(map(str, best[1])), now, best[0]
