// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>

namespace bamboo {

/// A clock for code that depends on elapsed time. Tests provide a clock that does not advance.
using Now = std::function<std::chrono::steady_clock::time_point()>;

}  // namespace bamboo
