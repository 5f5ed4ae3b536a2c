// SPDX-License-Identifier: Apache-2.0
// Decides when a window is tried, and what follows from a trial.
#pragma once

#include <algorithm>
#include <cstdint>

namespace bamboo::overlap {

enum class WindowState {
  Tried,     ///< nonblocking, and timed
  Kept,      ///< nonblocking: the window gains
  WentBack,  ///< blocking: it does not
};

/// The number of executions in a trial, and before it. The first executions have cold caches, and
/// try split nests.
inline constexpr int32_t warm_up = 8, trial_executions = 16;

/// The minimal gain of a window, in costs of a request. The gain is smaller than the length of the
/// window, and a collective has a schedule in addition to its messages.
inline constexpr uint64_t requests_of_message = 4, requests_of_collective = 16;

/// Executions between two trials: the program may have come to another phase meanwhile. A trial
/// takes some 100 ns each, so that it is not felt.
inline constexpr int32_t first_period = 1 << 11, longest_period = 1 << 17;

/// Returns the number of executions until the next trial. `period` is the previous such number; 0
/// after the first trial.
constexpr int32_t next_period(int32_t period) {
  return period == 0 ? first_period : std::min(period * 8, longest_period);
}

/// The gain is at most the time during which an operation is in flight and the program computes.
/// Each operation costs a request. Time in a window after all operations are complete gains
/// nothing.
constexpr WindowState judge(uint64_t use_ns, uint64_t requests, uint64_t request_ns) {
  return use_ns > requests * request_ns ? WindowState::Kept : WindowState::WentBack;
}

}  // namespace bamboo::overlap
