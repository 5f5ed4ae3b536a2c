// SPDX-License-Identifier: Apache-2.0
// Plans that calls of one operation keep (bamboo_controls.h), on one communicator. All processes
// must do the same in a collective, but they may reach it from different calls: from one with a
// planned control, from one whose control ended because its loop began again, or from one without
// a control. So all calls of the operation first compare their plans, in one small reduction.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>

#include "patterns/exchange_pattern.h"
#include "selection/choice.h"

namespace bamboo::plans::pmpi {

/// One thread at a time may use it, except for close().
class ControlPlans {
 public:
  ControlPlans(Operation operation, Reuse reuse);
  ~ControlPlans();
  ControlPlans(const ControlPlans&) = delete;
  ControlPlans& operator=(const ControlPlans&) = delete;

  /// Whether no call compares plans any more: either comparisons have served no call, or all plans
  /// have lost their trials. The same on all processes.
  bool is_closed();

  /// Returns the decision for a plan that all calls keep, or that is made now and kept; nothing if
  /// the call is served like any other. The same on all processes. Collective over `channel`.
  /// `control` is null for calls without one, and if the MPI must report an error in the arguments.
  /// `make` finds the pattern together with all processes; it returns nothing if the MPI must
  /// report an error.
  using MakePattern = std::function<std::optional<PhasedPattern>()>;
  std::optional<Decision> decide(std::uint64_t* control, int size, MPI_Comm channel,
                                 const MakePattern& make);

  /// Drops the plan of that control, if it still exists, whichever object keeps it. Local. The
  /// plan's number and its trial remain, because all processes must know them.
  static void close(std::uint64_t control);

 private:
  struct Entry {
    std::optional<PhasedPattern> pattern;  ///< nothing: this process has closed its control
    std::optional<Trial> trial;            ///< the comparison with other ways to serve the calls

    /// Returns false if the calls are served like others.
    bool is_worth_it() const { return !trial || !trial->is_over(); }
  };

  std::int64_t number_in(std::uint64_t control) const;
  Entry& keep(PhasedPattern pattern, int size, std::uint64_t* control);
  Decision decision_for(Entry& plan, double begin) const;

  Operation operation_;
  std::uint64_t id_;  ///< of this object, in the upper half of controls
  bool closed_, tries_;
  std::uint32_t last_ = 0;
  std::map<std::uint32_t, Entry> plans_;  ///< by number; the same numbers on all processes
  unsigned served_ = 0, unserved_ = 0;
};

}  // namespace bamboo::plans::pmpi
