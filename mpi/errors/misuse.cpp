// SPDX-License-Identifier: Apache-2.0
#include "errors/misuse.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdio>

#include "bamboo/support/diagnostic.h"
#include "errors/errors.h"
#include "errors/source_location.h"

namespace bamboo::mpi {
namespace {

std::atomic<bool> strict = false;

}  // namespace

bool is_first(Misuse misuse) {
  constexpr auto kinds = static_cast<std::size_t>(Misuse::Last) + 1;
  static std::array<std::atomic<bool>, kinds> said{};
  return !said[static_cast<std::size_t>(misuse)].exchange(true);
}

void warn_of_misuse(int rank, const std::string& text) {
  support::warning("rank %d: %s (printed once in each process)", rank, text.c_str());
}

void set_strict(bool is_set) {
  strict = is_set;
}

bool is_strict() {
  return strict;
}

void tolerate(Misuse misuse, int rank, const CallSite& call, int error_class,
              const std::string& text) {
  if (is_strict()) throw MpiError(error_class, text);
  if (!is_first(misuse)) return;
  warn_of_misuse(
      rank, std::string(call.function) + " (at " + describe_call_site(call.address) + ") " + text);
}

}  // namespace bamboo::mpi
