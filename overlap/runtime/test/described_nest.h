// SPDX-License-Identifier: Apache-2.0
// Describes nests to the library as a compiled program does.
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "runtime/splitting/split_nest.h"
#include "shared/nest_shape.h"

namespace bamboo::overlap {

template <size_t count>
void describe(bamboo_split* split, const NestShape& shape, const std::array<uint64_t, count>& row) {
  std::vector<uint64_t> words;
  for (const std::vector<uint64_t>& record : shape.records())
    words.insert(words.end(), record.begin(), record.end());
  std::apply([&](auto... numbers) { bamboo_split_describe(split, words.data(), numbers...); }, row);
}

}  // namespace bamboo::overlap
