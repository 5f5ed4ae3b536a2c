// SPDX-License-Identifier: Apache-2.0
// A command as a list of steps whose order is checked when it is compiled.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace bamboo::driver {

/// A step changes the command's state. `Fact` is an enum of the facts that steps establish, each
/// one a bit.
template <class State, class Fact>
struct Step {
  std::string_view name;
  Fact needs;  ///< given by earlier steps
  Fact gives;
  void (*take)(State&);
};

/// The first step that needs a fact which no earlier step gives.
template <class State, class Fact, std::size_t N>
constexpr std::optional<std::string_view> step_too_early(const Step<State, Fact> (&steps)[N]) {
  std::uint32_t known = 0;
  for (const Step<State, Fact>& step : steps) {
    if ((static_cast<std::uint32_t>(step.needs) & ~known) != 0) return step.name;
    known |= static_cast<std::uint32_t>(step.gives);
  }
  return std::nullopt;
}

/// Takes the steps until one sets the exit status `state.status`, and returns it. One of them must.
template <class State, class Fact, std::size_t N>
int take_steps(const Step<State, Fact> (&steps)[N], State& state) {
  for (const Step<State, Fact>& step : steps) {
    step.take(state);
    if (state.status) break;
  }
  return state.status.value();
}

}  // namespace bamboo::driver
