// SPDX-License-Identifier: Apache-2.0
// The bytes from each process to each in an all-to-all, once all processes know them: levels 1 and
// 2 of CC-MPI (PPoPP'03, section 4.2.2).
#pragma once

#include <mpi.h>

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/execution.h"
#include "bamboo/plans/network.h"
#include "bamboo/plans/schedulers.h"

namespace bamboo::plans::pmpi {

/// Whether all processes pass true, with the same number. Collective.
bool do_all_agree(bool yes, std::size_t number, MPI_Comm channel);

/// bytes[from * length + i] of all rows, which are of one length; empty if one of these is, so that
/// all processes leave a faulty call to the MPI. Collective over `channel`.
std::vector<std::size_t> gather_rows(const std::vector<std::size_t>& row, int length,
                                     MPI_Comm channel);

/// Like above; also empty if the bytes sent to a process differ from its `column`, or if a process
/// has another `also`. Collective.
std::vector<std::size_t> agree_on_pattern(const std::vector<std::size_t>& row,
                                          const std::vector<std::size_t>& column, int size,
                                          MPI_Comm channel, std::size_t also = 0);

/// Whether bytes[from * size + to] has this row and column for the process of that rank.
bool is_part_of(const std::vector<std::size_t>& row, const std::vector<std::size_t>& column,
                int rank, const std::vector<std::size_t>& bytes);

/// Ends the program if a process gets a pattern with other counts than its own; `where` is the
/// source of the pattern.
void insist_on_pattern(bool fits, int rank, const char* where, MPI_Comm channel);

/// The phases of an irregular operation whose pattern is known.
class PhasedPattern {
 public:
  /// A null `network` means an unknown star. A null `wanted` means the best of all schedulers.
  /// `unit` is the size of the traffic's units, which are those of the problems.
  PhasedPattern(const Traffic& traffic, const Network* network, const Scheduler* wanted,
                std::size_t unit = 1);
  /// For a problem of that pattern, in place or not; made at the first call.
  const ScheduleRef& schedule_for(const Problem& problem);

 private:
  Network network_;
  Phases phases_;
  std::array<ScheduleRef, 2> schedules_;  ///< by in_place
};

/// The schedule of an irregular all-to-all: bytes[from * size + to].
ScheduleRef scheduled_pattern(const Problem& problem, const std::vector<std::size_t>& bytes,
                              const Network* network, const Scheduler* wanted = nullptr);

/// Seconds that an irregular operation takes in a simulation, also where schedules of its pattern
/// serve (`repeated`); nothing where it is not known. The problems of all processes.
std::optional<double> foreseen(const Algorithm& algorithm, std::span<const Problem> problems,
                               const Network& network);

}  // namespace bamboo::plans::pmpi
