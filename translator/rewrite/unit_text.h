// SPDX-License-Identifier: Apache-2.0
// The translated unit as one text: the changed main file, with the changed headers in the place of
// their #include, and with line directives that keep every line's origin.
#pragma once

#include "directives/annotated_unit.h"
#include "rewrite/edits.h"

namespace bamboo::translator {

std::string unit_text(const AnnotatedUnit& unit, Edits& edits, const clang::HeaderSearch& headers);

}  // namespace bamboo::translator
