// SPDX-License-Identifier: Apache-2.0
#include "deadlock/idleness.h"

#include "deadlock/deadlock_detector.h"
#include "machine/ticks.h"

namespace bamboo {

// Call the detector under the lock: it must see changes in the order in which the threads made
// them.

void Idleness::enter() {
  const auto workers = workers_.lock();
  ++workers->idle;
  begin_if_all(*workers);
}

void Idleness::leave() {
  const auto workers = workers_.lock();
  --workers->idle;
  end();
}

void Idleness::restart() {
  const auto workers = workers_.lock();
  if (!idle_.load()) return;
  end();
  begin_if_all(*workers);
}

void Idleness::add() {
  const auto workers = workers_.lock();
  ++workers->all;
  end();
}

void Idleness::remove() {
  const auto workers = workers_.lock();
  --workers->all;
  begin_if_all(*workers);
}

void Idleness::note_work() {
  const auto workers = workers_.lock();
  end();
}

void Idleness::begin_if_all(const Workers& workers) {
  if (workers.idle < workers.all) return;
  since_.store(ticks());
  idle_.store(true);
  if (detector_ != nullptr) detector_->idle(true);
}

void Idleness::end() {
  if (!idle_.load()) return;
  idle_.store(false);
  if (detector_ != nullptr) detector_->idle(false);
}

std::optional<std::uint64_t> Idleness::idle_for(std::uint64_t span) const {
  const std::uint64_t since = since_.load();
  if (!idle_.load()) return std::nullopt;
  // Idleness may have ended and begun anew since, and clocks of two cores may differ a little.
  const auto lasted = static_cast<std::int64_t>(ticks() - since);
  if (since_.load() != since || lasted < static_cast<std::int64_t>(span)) return std::nullopt;
  return since;
}

}  // namespace bamboo
