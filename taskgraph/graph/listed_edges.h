// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/internal/task_lists.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/placement.h"

namespace bamboo {

/// The edges of the layouts that begin or end at tasks of one process: list i belongs to
/// placement.tasks_of(here)[i].
struct ListedEdges {
  TaskLists targets, sources;
};

/// Scans the targets of all tasks once if a layout does not list sources. A target outside of the
/// geometry is listed unchanged.
ListedEdges list_edges(std::span<const std::unique_ptr<Layout>> layouts, const Geometry& geometry,
                       const Placement& placement, ProcessId here);

}  // namespace bamboo
