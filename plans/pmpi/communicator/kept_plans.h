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
#include <variant>

#include "patterns/exchange_pattern.h"
#include "selection/choice.h"

namespace bamboo::plans::pmpi {

struct KeptPlan {
  const Algorithm& algorithm;            ///< its name
  std::optional<PhasedPattern> pattern;  ///< nothing: its control is closed on this process
  std::optional<Trial> trial;            ///< against what else could serve

  /// Returns false if the calls are served like others.
  bool is_worth_it() const { return !trial || !trial->is_over(); }

  /// The algorithm of the next call; null is the MPI's own.
  const Algorithm* next() const;
};

/// One thread at a time, but for close().
class KeptPlans {
 public:
  KeptPlans(Operation operation, Keeping keeping);
  ~KeptPlans();
  KeptPlans(const KeptPlans&) = delete;
  KeptPlans& operator=(const KeptPlans&) = delete;

  /// Whether no call compares plans any more. The same on all processes.
  bool is_closed() const { return closed_; }

  struct NoControl {};          ///< some call has no control
  struct DifferentControls {};  ///< all calls have one, but not all of the same plan
  using Agreement = std::variant<NoControl, DifferentControls, std::reference_wrapper<KeptPlan>>;

  /// The agreement of all processes. Collective over `channel`. `control`: null for calls without,
  /// and where the MPI shall find the fault in the arguments.
  Agreement compare(const std::uint64_t* control, MPI_Comm channel);

  /// Keeps a plan that all processes have just made.
  KeptPlan& keep(PhasedPattern pattern, int size, std::uint64_t* control);

  /// The call was served by a plan that was kept, or not. Comparing ends where it serves no call,
  /// and when all plans have lost their trials.
  void count(bool served);

  /// Drops the plan of that control, if it still exists, whichever object keeps it. Local: what all
  /// processes must know of it stays, namely its number and its trial.
  static void close(std::uint64_t control);

 private:
  std::int64_t number_in(std::uint64_t control) const;

  Operation operation_;
  std::uint64_t id_;  ///< of this object, in the upper half of controls
  bool closed_, tries_;
  std::uint32_t last_ = 0;
  std::map<std::uint32_t, KeptPlan> plans_;  ///< by number; the same numbers on all processes
  unsigned served_ = 0, compared_in_vain_ = 0;
};

}  // namespace bamboo::plans::pmpi
