// SPDX-License-Identifier: Apache-2.0
#include "commands/steps.h"

#include <gtest/gtest.h>

#include <string>

namespace bamboo::driver {
namespace {

enum class Fact : std::uint32_t { Nothing = 0, Flour = 1, Dough = 2, Oven = 4, DoughInOven = 6 };

struct Baking {
  std::string done;
  std::optional<int> status;
};

template <char name>
void note(Baking& baking) {
  baking.done += name;
}
void burn(Baking& baking) {
  baking.status = 3;
}

constexpr Step<Baking, Fact> right[] = {{"weigh", Fact::Nothing, Fact::Flour, note<'w'>},
                                        {"knead", Fact::Flour, Fact::Dough, note<'k'>},
                                        {"heat", Fact::Nothing, Fact::Oven, note<'h'>},
                                        {"bake", Fact::DoughInOven, Fact::Nothing, burn},
                                        {"eat", Fact::Nothing, Fact::Nothing, note<'e'>}};

TEST(Steps, AreInOrderWhenEachHasWhatItNeeds) {
  static_assert(!step_too_early(right));
}

TEST(Steps, NameTheFirstThatComesTooEarly) {
  constexpr Step<Baking, Fact> wrong[] = {right[0], right[1], right[3], right[2]};
  static_assert(step_too_early(wrong) == "bake");
}

TEST(Steps, EndWithTheFirstThatKnowsTheStatus) {
  Baking baking;
  EXPECT_EQ(take_steps(right, baking), 3);
  EXPECT_EQ(baking.done, "wkh");
}

}  // namespace
}  // namespace bamboo::driver
