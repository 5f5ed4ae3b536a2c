// SPDX-License-Identifier: Apache-2.0
// What a statement reads, writes and calls.
#pragma once

#include "effects/reachable_calls.h"
#include "memory/access_path.h"
#include "memory/request_buffers.h"

namespace bamboo::translator {

struct Access {
  Place place;
  bool write = false;
  bool message = false;           ///< the buffer of an MPI call
  bool certain = true;            ///< false: a called function may do it, or not
  bool exposed = true;            ///< false: a read of what the statement itself has set before
  std::string callee;             ///< the function that the statement calls for it; "": none
  const clang::Stmt* expression;  ///< as written
  /// In the statement itself, even when a function that it calls does it.
  clang::SourceLocation location;
  clang::SourceLocation inside;  ///< where such a function does it, if its body is visible
};

struct Effects {
  std::vector<Access> accesses;
  /// Break, continue, goto, return that leave the statement.
  std::vector<const clang::Stmt*> jumps;
  std::vector<const clang::Stmt*> labels;
  Contents contents;
};

/// Also through functions whose body is visible. `request_buffers` says what a start sends and what
/// a wait receives.
Effects effects_of(const clang::Stmt* statement, clang::ASTContext& context,
                   const RequestBuffers& request_buffers);

}  // namespace bamboo::translator
