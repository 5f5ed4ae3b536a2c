// SPDX-License-Identifier: Apache-2.0
#include "world.h"

namespace fuzz {

std::vector<int> numbers(Dice dice, std::size_t n) {
  std::vector<int> result(n);
  for (int& number : result) number = dice.below(1000) - 300;
  return result;
}

}  // namespace fuzz
