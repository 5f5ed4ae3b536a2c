// SPDX-License-Identifier: Apache-2.0
// The messages that a request may belong to: a wait or a start names the request only.
#pragma once

#include "models/mpi_functions.h"

namespace bamboo::translator {

/// The variable or field that holds the request, or the array of requests, of a call; else null.
const clang::ValueDecl* request_of(const MpiFunction& function, const clang::CallExpr& call);

/// The buffer that a request was made with, by Isend, Irecv, Imrecv, Send_init or Recv_init.
struct RequestBuffer {
  const clang::Expr* expression = nullptr;
  bool receives = false;
  bool persistent = false;
};

class RequestBuffers {
 public:
  /// Looks through the whole translation unit.
  void collect(clang::ASTContext& context);

  /// The buffers of a request, or array of requests, by the variable or field that holds it. Empty
  /// if it is not initialised in the visible code.
  llvm::ArrayRef<RequestBuffer> of(const clang::ValueDecl* request) const;
  /// Requests of receives alone.
  bool all_receive(const clang::ValueDecl* request) const;
  /// One request, not an array that others may have filled, and of sends alone.
  bool all_send(const clang::ValueDecl* request) const;

 private:
  std::map<const clang::ValueDecl*, std::vector<RequestBuffer>> buffers_;
};

}  // namespace bamboo::translator
