// SPDX-License-Identifier: Apache-2.0
// The MPI calls that a statement makes, also through functions whose body is visible.
#pragma once

#include "memory/request_buffers.h"
#include "models/mpi_functions.h"

namespace bamboo::translator {

struct MpiCall {
  const MpiFunction* function = nullptr;
  const clang::CallExpr* call = nullptr;  ///< the MPI call itself
  const clang::Stmt* site = nullptr;      ///< what the statement calls: `call`, or what leads to it
  bool direct() const { return call == site; }
  const clang::ValueDecl* request() const { return request_of(*function, *call); }
};

/// A call of something that may do anything.
struct UnknownCall {
  const clang::Stmt* site = nullptr;
  std::string callee;
};

struct ReachableCalls {
  std::vector<MpiCall> calls;  ///< in the order of the text
  std::vector<UnknownCall> unknown;

  bool holds(std::initializer_list<MpiRole> roles) const {
    return llvm::any_of(
        calls, [&](const MpiCall& call) { return llvm::is_contained(roles, call.function->role); });
  }
};

/// `enter` says whether to look into a function's body.
ReachableCalls reachable_calls(const clang::Stmt* statement,
                               llvm::function_ref<bool(const clang::FunctionDecl&)> enter);
ReachableCalls reachable_calls(const clang::Stmt* statement);

/// The name of a called function. An implicit call is a constructor, or the destructor of a
/// declared variable.
std::string callee_name(const clang::Stmt& site);

/// The location at which a user looks for a call.
clang::SourceLocation location_of(const clang::Stmt& site);

}  // namespace bamboo::translator
