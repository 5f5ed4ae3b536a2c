// SPDX-License-Identifier: Apache-2.0
// Everything that a program of tasks needs. How it begins: bamboo/taskgraph/task_graph.h.
#pragma once

#if __cplusplus <= 201703L
#error "bamboo/taskgraph.h needs C++20: use -std=c++20, or link Bamboo::taskgraph by CMake"
#else
#include "bamboo/taskgraph/block.h"
#include "bamboo/taskgraph/buffer.h"
#include "bamboo/taskgraph/collectives.h"
#include "bamboo/taskgraph/coroutine_task.h"
#include "bamboo/taskgraph/costs.h"
#include "bamboo/taskgraph/data_task.h"
#include "bamboo/taskgraph/decomposition.h"
#include "bamboo/taskgraph/future.h"
#include "bamboo/taskgraph/geometry.h"
#include "bamboo/taskgraph/layout.h"
#include "bamboo/taskgraph/options.h"
#include "bamboo/taskgraph/packing.h"
#include "bamboo/taskgraph/placement.h"
#include "bamboo/taskgraph/port.h"
#include "bamboo/taskgraph/reduction.h"
#include "bamboo/taskgraph/rule.h"
#include "bamboo/taskgraph/runtime.h"
#include "bamboo/taskgraph/scheduler.h"
#include "bamboo/taskgraph/stackful_task.h"
#include "bamboo/taskgraph/task_graph.h"
#endif
