// SPDX-License-Identifier: Apache-2.0
#include "window_choice.h"

#include <optional>
#include <string_view>

#include "bamboo/support/environment.h"

namespace bamboo::overlap {
namespace {

std::optional<WindowChoice> parse_window_choice(std::string_view text) {
  return support::parse_choice<WindowChoice>(text, {{"auto", WindowChoice::Automatic},
                                                    {"keep", WindowChoice::Keep},
                                                    {"back", WindowChoice::Back}});
}

WindowChoice read_window_choice() {
  WindowChoice choice = WindowChoice::Automatic;
  support::read_variable("BAMBOO_OVERLAP_WINDOWS", choice, parse_window_choice);
  return choice;
}

}  // namespace

WindowChoice window_choice() {
  static const WindowChoice choice = read_window_choice();
  return choice;
}

}  // namespace bamboo::overlap
