// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "input.h"

namespace simulator {

struct Result {
  double seconds;            ///< of an iteration, in the steady state
  std::vector<double> ends;  ///< when tasks had ended each iteration, on average
  double messages, bytes;    ///< between nodes, of an iteration
};

/// Once in a process: SimGrid has one engine. Throws std::invalid_argument.
Result simulate(const Input& input);

}  // namespace simulator
