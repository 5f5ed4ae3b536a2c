// SPDX-License-Identifier: Apache-2.0
// The plan files that may serve calls on one communicator.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "arguments/call_bytes.h"
#include "bamboo/plans/execution.h"
#include "bamboo/plans/traffic.h"
#include "configuration/plan_file.h"

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

  /// One for another number of processes is left out.
  void add(PlanFile& file);
  /// Whether calls of the operation must be compared with files.
  bool concern(Operation operation) const { return (operations_ >> bit(operation) & 1) != 0; }

  /// A set of files, of which the i-th is bit i.
  using Set = std::uint64_t;
  /// The files that fit a call as far as this process knows. `ask(algorithm)` returns the call
  /// prepared for that algorithm.
  /// that.
  Set fitting(Operation operation, const std::function<AskedOfFile(const Algorithm&)>& ask) const;
  PlanFile& first_of(Set files) const { return *filed_[index_of(files)].file; }
  /// This process's part of the first one.
  ScheduleRef schedule(Set files, const Problem& problem);

 private:
  struct Filed {
    PlanFile* file;
    RankTraffic traffic;
    Problem asked;  // the last question; a process may have blocks for itself at other places
    ScheduleRef schedule;

    bool fits(const AskedOfFile& asked) const;
  };
  static unsigned bit(Operation operation) { return static_cast<unsigned>(operation); }
  static std::size_t index_of(Set files);

  Member member_;
  Set operations_ = 0;
  std::vector<Filed> filed_;
};

/// Whether a process alone can decide that a file fits the calls of all processes.
bool fits_alike(Operation operation);

}  // namespace bamboo::plans::pmpi
