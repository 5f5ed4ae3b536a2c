// SPDX-License-Identifier: Apache-2.0
// The virtualisation factor (VF) of a job whose number of ranks the user leaves open: a run is
// measured, and its record decides about the next one.
#pragma once

#include <sys/types.h>

#include <optional>

#include "vf_decision.h"
#include "vf_store.h"

namespace bamboo::driver {

/// The shortest run of VF 1, in seconds, by which VF is chosen: BAMBOO_CHOOSE_VF. Returns nothing
/// if the user switches the choice off.
std::optional<double> shortest_run_for_vf();

/// A run that is traced is slower: it is no trial, and is not stored.
enum class Measured { Yes, No };

enum class AfterRun { Ends, RunsAgain };

class VfTrial {
 public:
  VfTrial(const VfStore& store, int processes, double shortest, Measured measured);

  int vf() const { return decision_.vf; }

  /// Prints why the run has this VF, unless it is the first one, or VF 1 is kept; and a record that
  /// cannot be read.
  void announce() const;

  /// Stores the run and prints what follows from it. A trial that ends early, by failing or without
  /// its work done, runs again with VF 1, as long as its input can be read again.
  AfterRun finish(double seconds, int status) const;

 private:
  std::string ranks_with(int vf) const;
  void report(const VfRun& run, const VfRecord& before, const VfRecord& after) const;
  AfterRun report_refused(const VfRun& run, const VfRecord& record) const;

  VfStore store_;
  int processes_;
  double shortest_;
  VfRecord record_;
  VfDecision decision_;
  bool is_measured_;
  off_t input_;  ///< the position in it before the run; -1: it has none
};

}  // namespace bamboo::driver
