// SPDX-License-Identifier: Apache-2.0
// Jumps between functions, known by their names.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

enum class LongJumpKind { None, Set, Jump };

/// setjmp, longjmp and their variants with a signal mask.
LongJumpKind long_jump_kind(const clang::CallExpr& call);

}  // namespace bamboo::translator
