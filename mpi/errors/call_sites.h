// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

namespace bamboo::mpi {

/// Describes many call sites. Reading debug information is slow and every rank calls from its own
/// copy of the program, so one copy's description serves for all.
class CallSites {
 public:
  std::string describe(void* return_address);

 private:
  /// The keys are the containing object and the offset in it.
  std::map<std::pair<std::string, std::size_t>, std::string> known_;
};

}  // namespace bamboo::mpi
