// SPDX-License-Identifier: Apache-2.0
// The plan files that may serve calls on one communicator.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "arguments/neighbours.h"
#include "bamboo/plans/execution.h"
#include "bamboo/plans/traffic.h"
#include "configuration/plan_file.h"
#include "selection/choice.h"

namespace bamboo::plans::pmpi {

/// The arguments of a call on which its fit to a file depends.
struct AskedOfFile {
  Problem problem;          ///< prepared for the file
  std::size_t bytes;        ///< as call_bytes() counts them
  std::size_t element = 1;  ///< bytes in an element of a reduction
};

/// One thread at a time.
class FiledPlans {
 public:
  explicit FiledPlans(const Member& member) : member_(member) {}

  /// Files for another number of processes are left out.
  void add(PlanFile& file);
  /// Whether calls of the operation must be compared with files.
  bool concern(Operation operation) const { return (operations_ >> bit(operation) & 1) != 0; }

  /// Returns the decision for the first file that fits the calls of all processes; nothing if none
  /// fits. `ask(algorithm)` returns the call prepared for that algorithm; nothing if MPI would
  /// refuse it. Collective over `channel` if a process alone cannot decide.
  using AskCall = std::function<std::optional<AskedOfFile>(const Algorithm&)>;
  std::optional<Decision> decide(Operation operation, const AskCall& ask, MPI_Comm channel);

 private:
  struct Filed {
    PlanFile* file;
    RankTraffic traffic;
    Problem asked;  // the last question; a process may have blocks for itself at other places
    ScheduleRef schedule;

    bool fits(const AskedOfFile& asked) const;
    /// This process's part.
    ScheduleRef schedule_for(const Problem& problem);
  };
  using Set = std::uint64_t;  ///< of files, of which the i-th is bit i
  static unsigned bit(Operation operation) { return static_cast<unsigned>(operation); }

  Member member_;
  Set operations_ = 0;
  std::vector<Filed> filed_;
};

}  // namespace bamboo::plans::pmpi
