// SPDX-License-Identifier: Apache-2.0
// Whether two statements may change places.
#pragma once

#include "directives/annotated_unit.h"
#include "effects/effects.h"
#include "memory/aliasing.h"

namespace bamboo::translator {

struct Conflict {
  Overlap overlap = Overlap::None;
  bool same = false;  ///< the same memory, although a called function may leave it alone
  const Access* first = nullptr;
  const Access* second = nullptr;
};

class Dependence {
 public:
  Dependence(const AnnotatedUnit& unit, const PointsTo& points_to)
      : unit_(unit), points_to_(points_to) {}

  /// The worst conflict between two statements of one function that run in this order.
  Conflict between(const Effects& first, const Effects& second) const;

 private:
  bool harmless(const Access& first, const Access& second, const Effects& first_effects,
                const Effects& second_effects) const;
  bool is_private_variable(const clang::ValueDecl* variable) const;
  static bool request_counter(const clang::ValueDecl* variable, const Effects& effects);

  const AnnotatedUnit& unit_;
  const PointsTo& points_to_;
  mutable std::map<const clang::ValueDecl*, bool> private_;
};

}  // namespace bamboo::translator
