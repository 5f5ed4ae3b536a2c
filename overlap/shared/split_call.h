// SPDX-License-Identifier: Apache-2.0
// The functions of the run-time library that a program with split nests calls
// (runtime/splitting/split_nest.h, split_message.h, posted_messages.h), and the variables that it
// keeps for them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

/// One nest in the source, a variable of the program.
struct bamboo_split_site {
  const char* file;  ///< null: the nest is not reported (--bamboo-measure-windows)
  int32_t line;
  uint32_t failures;                     ///< successive executions without a core
  uint32_t skip;                         ///< further executions without an inspection
  struct bamboo_split_history* history;  ///< the library's
};

namespace bamboo::overlap {

enum class SplitCall : unsigned char {
#define CALL(name) name,  // NOLINT(readability-identifier-naming)
#include "split_calls.def"
#undef CALL
};

/// Whether the function is called in front of a completion of a staged exchange.
constexpr bool runs_pieces(SplitCall call) {
  return call == SplitCall::during || call == SplitCall::during_fortran;
}

/// Whether the function may call the core of a nest, which touches memory of the program.
constexpr bool runs_core(SplitCall call) {
  return call == SplitCall::offer || runs_pieces(call);
}

/// In the order of the enumerators.
inline constexpr auto split_call_names = std::to_array<const char*>({
#define CALL(name) "bamboo_split_" #name,
#include "split_calls.def"
#undef CALL
});

/// The list of messages that a function has started: the number of entries, and the entries.
inline constexpr size_t most_posted = 64, posted_list_bytes = 8 + most_posted * 40;

}  // namespace bamboo::overlap
