// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>

#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/internal/task_lists.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/placement.h"

namespace bamboo {

/// The edges of layouts, as a process lists those of its tasks: list i is that of
/// placement.tasks_of(here)[i].
struct ListedEdges {
  TaskLists targets, sources;
};

/// Looks at the targets of all tasks, once, where a layout does not list sources. A target that is
/// no task of the geometry is listed as it is.
ListedEdges list_edges(std::span<const std::unique_ptr<Layout>> layouts, const Geometry& geometry,
                       const Placement& placement, ProcessId here);

}  // namespace bamboo
