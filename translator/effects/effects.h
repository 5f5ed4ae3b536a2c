// SPDX-License-Identifier: Apache-2.0
// The effects of a statement: its reads, writes and calls.
#pragma once

#include "effects/access_recorder.h"
#include "effects/reachable_calls.h"
#include "memory/request_buffers.h"

namespace bamboo::translator {

struct Effects {
  std::vector<Access> accesses;
  std::vector<const clang::Stmt*> jumps;  ///< that leave the statement, such as break and return
  std::vector<const clang::Stmt*> labels;
  ReachableCalls reachable;
};

/// The effects of a statement, including those of called functions with a visible body.
/// `request_buffers` has the buffers that a start sends and that a wait receives.
Effects effects_of(const clang::Stmt* statement, clang::ASTContext& context,
                   const RequestBuffers& request_buffers);

}  // namespace bamboo::translator
