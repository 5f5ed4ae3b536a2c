// SPDX-License-Identifier: Apache-2.0
#include "errors/misuse.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>

#include "bamboo/support/diagnostic.h"

namespace bamboo::mpi {

bool is_first(Misuse misuse) {
  constexpr auto kinds = static_cast<std::size_t>(Misuse::TextReduction) + 1;
  static std::array<std::atomic<bool>, kinds> said{};
  return !said[static_cast<std::size_t>(misuse)].exchange(true);
}

void warn_of_misuse(int rank, const std::string& text) {
  support::warning("rank %d: %s (said once in each process)", rank, text.c_str());
}

}  // namespace bamboo::mpi
