// SPDX-License-Identifier: Apache-2.0
// Faults in tests' messages.
#pragma once

#include <optional>
#include <ostream>
#include <string>

#include "bamboo/plans/fault.h"

namespace bamboo::plans {

inline void PrintTo(const Fault& fault, std::ostream* out) {
  *out << '"' << fault.text << '"';
}

namespace test {

/// The fault's text; empty where there is none.
inline std::string text_of(const std::optional<Fault>& fault) {
  return fault ? fault->text : "";
}

}  // namespace test
}  // namespace bamboo::plans
