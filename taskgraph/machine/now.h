// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

namespace bamboo {

/// The time, for what depends on how long something has lasted. Tests bring a clock that stands
/// still.
using Now = std::function<std::chrono::steady_clock::time_point()>;

}  // namespace bamboo
