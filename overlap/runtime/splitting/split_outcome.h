// SPDX-License-Identifier: Apache-2.0
// The possible outcomes of one execution of a split nest.
#pragma once

#include <array>
#include <cstddef>

namespace bamboo::overlap {

enum class SplitOutcome : unsigned char {
#define OUTCOME(name, words) name,  // NOLINT(readability-identifier-naming)
#include "split_outcomes.def"
#undef OUTCOME
};

struct OutcomeText {
  const char *name, *words;
};

/// In the order of the enumerators.
inline constexpr auto split_outcomes = std::to_array<OutcomeText>({
#define OUTCOME(name, words) {#name, words},
#include "split_outcomes.def"
#undef OUTCOME
});

inline constexpr size_t split_outcome_count = split_outcomes.size();

}  // namespace bamboo::overlap
