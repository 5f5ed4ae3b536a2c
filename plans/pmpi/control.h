// SPDX-License-Identifier: Apache-2.0
/// \file
/// What stands behind a Bamboo_Plan.
#pragma once

#include <functional>

#include "communicator.h"
#include "operations.h"

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

namespace bamboo::plans::pmpi {

/// The schedule of an irregular all-to-all whose pattern is known: bytes[from * size + to].
/// `network`: null, a star of which nothing is known.
ScheduleRef scheduled_pattern(const Problem& problem, const std::vector<std::size_t>& bytes,
                              const Network* network);

/// Everybody's rows of such a pattern; empty if one is, so that all processes leave a faulty call
/// to the MPI. Collective over `channel`.
std::vector<std::size_t> gather_rows(const std::vector<std::size_t>& row, int size,
                                     MPI_Comm channel);

}  // namespace bamboo::plans::pmpi
