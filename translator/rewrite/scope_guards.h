// SPDX-License-Identifier: Apache-2.0
// Turns directives into the scopes that bamboo/region.h declares.
#pragma once

#include "directives/annotated_unit.h"
#include "rewrite/edits.h"

namespace bamboo::translator {

/// The posting code to insert, for receive blocks whose receives are posted early.
using Posting = std::map<const Block*, std::string>;

void insert_scope_guards(const AnnotatedUnit& unit, const Posting& posting, Edits& edits);

}  // namespace bamboo::translator
