// SPDX-License-Identifier: Apache-2.0
#include "vf_decision.h"

#include <algorithm>

namespace bamboo::driver {
namespace {

/// Limits as shares of VF 1's time: below the first, the run has done no work; below the second, a
/// comparison is worth it; above the third, the run is clearly slower.
constexpr double early = 0.4, worth_comparing = 0.98, clearly_slower = 1.05;

double fastest(const VfRuns& runs) {
  return *std::ranges::min_element(runs.seconds);
}

double slowest(const VfRuns& runs) {
  return *std::ranges::max_element(runs.seconds);
}

double median(const VfRuns& runs) {
  std::vector<double> sorted = runs.seconds;
  std::ranges::sort(sorted);
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

bool ends_the_climb(VfVerdict verdict) {
  return verdict == VfVerdict::Slower || verdict == VfVerdict::Refused;
}

/// The smallest VF that may be tried and has not run.
const VfRuns* untried(const VfRecord& record) {
  for (auto runs = record.tried.begin() + 1; runs != record.tried.end(); ++runs) {
    if (ends_the_climb(runs->verdict)) return nullptr;
    if (runs->verdict == VfVerdict::Open && runs->seconds.empty()) return &*runs;
  }
  return nullptr;
}

/// The fastest VF that is worth comparing.
const VfRuns* challenger(const VfRecord& record) {
  const VfRuns* best = nullptr;
  double limit = worth_comparing * fastest(record.reference());
  for (auto runs = record.tried.begin() + 1; runs != record.tried.end(); ++runs) {
    if (runs->verdict != VfVerdict::Open || runs->seconds.empty() || fastest(*runs) >= limit)
      continue;
    best = &*runs;
    limit = fastest(*runs);
  }
  return best;
}

template <class Record>
auto& runs_with(Record& record, int vf) {
  return *std::ranges::find(record.tried, vf, &VfRuns::vf);
}

void add(VfRuns& runs, double seconds) {
  runs.seconds.push_back(seconds);
  if (runs.seconds.size() > compared_runs) runs.seconds.erase(runs.seconds.begin());
}

const VfRuns* kept_one(const VfRecord& record) {
  const auto found = std::ranges::find(record.tried, VfVerdict::Kept, &VfRuns::verdict);
  return found != record.tried.end() ? &*found : nullptr;
}

/// Returns what the first run of a VF shows without a comparison.
VfVerdict first_verdict(const VfRun& run, const VfRecord& record) {
  if (run.status != 0 || is_early(run, record)) return VfVerdict::Refused;
  const bool is_slower = run.seconds > clearly_slower * fastest(record.reference());
  return is_slower ? VfVerdict::Slower : VfVerdict::Open;
}

VfVerdict compared(const VfRuns& runs, const VfRuns& reference) {
  if (runs.seconds.size() > 1 && slowest(runs) >= fastest(reference)) return VfVerdict::NotFaster;
  const bool is_complete = std::min(runs.seconds.size(), reference.seconds.size()) == compared_runs;
  return is_complete ? VfVerdict::Kept : VfVerdict::Open;
}

/// At most one VF is kept.
void compare_all(VfRecord& record) {
  for (VfRuns& runs : record.tried) {
    if (runs.vf == 1 || runs.verdict != VfVerdict::Open) continue;
    runs.verdict = compared(runs, record.reference());
    if (runs.verdict == VfVerdict::Kept) return;
  }
}

/// If the kept VF is no longer faster, it is compared anew. The times of the other VFs are too old
/// by now.
void watch_kept(VfRecord& record, VfRuns& kept) {
  if (median(kept) < fastest(record.reference())) return;
  for (VfRuns& runs : record.tried)
    if (runs.verdict == VfVerdict::Open && runs.vf != 1) runs.verdict = VfVerdict::NotFaster;
  kept = {.vf = kept.vf};
  record.reference().seconds.clear();
}

}  // namespace

VfDecision decide(const VfRecord& record) {
  if (const VfRuns* kept = kept_one(record)) return {kept->vf, VfReason::Faster};
  const VfRuns& reference = record.reference();
  if (reference.seconds.empty()) return {1, VfReason::First};
  if (const VfRuns* next = untried(record)) return {next->vf, VfReason::Trial};
  const VfRuns* best = challenger(record);
  if (best == nullptr) return {1, VfReason::NotFaster};
  const bool is_its_turn =
      reference.seconds.size() > best->seconds.size() || reference.seconds.size() == compared_runs;
  return is_its_turn ? VfDecision{best->vf, VfReason::Trial} : VfDecision{1, VfReason::Reference};
}

VfRecord with_run(VfRecord record, const VfRun& run) {
  VfRuns& runs = runs_with(record, run.vf);
  const bool is_reference = run.vf == 1;
  if (!is_reference && record.reference().seconds.empty()) return record;
  if (!is_reference && runs.verdict == VfVerdict::Open && runs.seconds.empty()) {
    runs.verdict = first_verdict(run, record);
    if (runs.verdict == VfVerdict::Refused) return record;
  }
  if (run.status != 0) return record;
  add(runs, run.seconds);
  if (runs.verdict == VfVerdict::Kept)
    watch_kept(record, runs);
  else if (kept_one(record) == nullptr)
    compare_all(record);
  return record;
}

bool is_early(const VfRun& run, const VfRecord& record) {
  return run.seconds < early * fastest(record.reference());
}

double gain_of(const VfRecord& record, int vf) {
  return median(record.reference()) / median(runs_with(record, vf));
}

}  // namespace bamboo::driver
