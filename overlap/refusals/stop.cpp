// SPDX-License-Identifier: Apache-2.0
#include "refusals/stop.h"

namespace bamboo::overlap {

std::string line_of(const llvm::DebugLoc& place) {
  return place ? "line " + std::to_string(place.getLine()) : "an unknown line";
}

}  // namespace bamboo::overlap
