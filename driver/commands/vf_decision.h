// SPDX-License-Identifier: Apache-2.0
// Computes the VF of a job's next run from the record of its runs. The caller measures times and
// reads files.
#pragma once

#include "vf_record.h"

namespace bamboo::driver {

enum class VfReason {
  First,      ///< VF 1, which has not been measured
  Trial,      ///< to compare it with VF 1
  Reference,  ///< VF 1, to compare another one with it
  Faster,     ///< it is kept
  NotFaster,  ///< VF 1: none is faster
};

struct VfDecision {
  int vf = 1;
  VfReason reason = VfReason::First;

  bool operator==(const VfDecision&) const = default;
};

/// Each VF runs once, as long as it is not clearly slower. The fastest one and VF 1 then run by
/// turns. It is kept if each of its runs is faster than each one of VF 1, else the next one is
/// compared.
VfDecision decide(const VfRecord& record);

struct VfRun {
  int vf = 1;
  double seconds = 0;
  int status = 0;  ///< the exit status of the job
};

/// Returns the record with one more run. A VF that was kept is compared anew if it is no longer
/// faster.
VfRecord with_run(VfRecord record, const VfRun& run);

/// Whether the run has taken so much less than those of VF 1 that it cannot have done its work.
bool is_early(const VfRun& run, const VfRecord& record);

/// Returns the speed-up over VF 1, by the medians.
double gain_of(const VfRecord& record, int vf);

}  // namespace bamboo::driver
