// SPDX-License-Identifier: Apache-2.0
/// \file
/// What stands behind a Bamboo_Plan.
#pragma once

#include <functional>

#include "arguments/prepare.h"
#include "communicator/communicator.h"

struct Bamboo_Plan_s {
  using Own = std::function<int(const void* sendbuf, void* recvbuf)>;
  using MakeWork = std::function<bamboo::plans::pmpi::Work(const bamboo::plans::pmpi::Asker&,
                                                           const void* sendbuf, void* recvbuf)>;

  bamboo::plans::pmpi::Communicator* communicator = nullptr;  ///< null: not planned
  const bamboo::plans::Algorithm* algorithm = nullptr;
  Own own;             ///< the MPI's own collective
  MakeWork make_work;  ///< with buffers
  /// Made by the control part; null: the communicator keeps the plan.
  bamboo::plans::pmpi::ScheduleRef schedule;
};
