// SPDX-License-Identifier: Apache-2.0
#include "memory/request_buffers.h"

#include "syntax/expressions.h"

namespace bamboo::translator {

const clang::ValueDecl* request_of(const MpiFunction& function, const clang::CallExpr& call) {
  const int position = function.request;
  if (position < 0 || position >= static_cast<int>(call.getNumArgs())) return nullptr;
  const clang::Expr* argument = call.getArg(position)->IgnoreParenCasts();
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(argument)) {
    if (op->getOpcode() == clang::UO_AddrOf) argument = op->getSubExpr();
  }
  return pointer_holder(argument);
}

void RequestBuffers::collect(clang::ASTContext& context) {
  struct Visitor : clang::RecursiveASTVisitor<Visitor> {
    explicit Visitor(std::map<const clang::ValueDecl*, std::vector<RequestBuffer>>& found)
        : buffers(found) {}
    bool VisitCallExpr(clang::CallExpr* call) {
      const MpiFunction* function = mpi_function(*call);
      if (function == nullptr || function->request < 0) return true;
      const int buffer = std::max(function->read_buffer, function->write_buffer);
      const clang::ValueDecl* request = request_of(*function, *call);
      if (buffer < 0 || request == nullptr) return true;
      buffers[request].push_back({call->getArg(static_cast<unsigned>(buffer)),
                                  function->write_buffer >= 0, function->role == MpiRole::Prepare});
      return true;
    }
    std::map<const clang::ValueDecl*, std::vector<RequestBuffer>>& buffers;
  };
  Visitor(buffers_).TraverseAST(context);
}

llvm::ArrayRef<RequestBuffer> RequestBuffers::of(const clang::ValueDecl* request) const {
  const auto found = buffers_.find(request);
  if (found == buffers_.end()) return {};
  return found->second;
}

bool RequestBuffers::all_receive(const clang::ValueDecl* request) const {
  const llvm::ArrayRef<RequestBuffer> made = of(request);
  return !made.empty() &&
         llvm::all_of(made, [](const RequestBuffer& buffer) { return buffer.receives; });
}

bool RequestBuffers::all_send(const clang::ValueDecl* request) const {
  const llvm::ArrayRef<RequestBuffer> made = of(request);
  if (made.empty()) return false;
  const auto* type = request->getType()->getAs<clang::TypedefType>();  // a pointer in some MPIs
  return type != nullptr && type->getDecl()->getName() == "MPI_Request" &&
         llvm::none_of(made, [](const RequestBuffer& buffer) { return buffer.receives; });
}

}  // namespace bamboo::translator
