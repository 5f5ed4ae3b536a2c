// SPDX-License-Identifier: Apache-2.0
#include "checks/waits.h"

#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

/// Waits for a request, or other uses of it than by MPI, apart from those in send blocks.
class OtherWaits : public clang::RecursiveASTVisitor<OtherWaits> {
 public:
  OtherWaits(const clang::ValueDecl& request,
             llvm::function_ref<bool(const clang::CallExpr&)> in_send_block)
      : request_(request), in_send_block_(in_send_block) {}

  bool TraverseCallExpr(clang::CallExpr* call) {
    const MpiFunction* function = mpi_function(*call);
    const bool names_it = function != nullptr && request_of(*function, *call) == &request_;
    if (!names_it) return RecursiveASTVisitor::TraverseCallExpr(call);
    found = found || (function->role == MpiRole::Wait && !in_send_block_(*call));
    return true;
  }
  bool VisitDeclRefExpr(clang::DeclRefExpr* use) {
    found = found || one_declaration(use->getDecl()) == &request_;
    return true;
  }
  bool VisitMemberExpr(clang::MemberExpr* use) {
    found = found || use->getMemberDecl() == &request_;
    return true;
  }
  bool found = false;

 private:
  const clang::ValueDecl& request_;
  const llvm::function_ref<bool(const clang::CallExpr&)> in_send_block_;
};

}  // namespace

RequestUses::RequestUses(const AnnotatedUnit& unit, const RequestBuffers& request_buffers)
    : unit_(unit) {
  for (const auto& region : unit.regions)
    for (const MpiCall& call : reachable_calls(region->statement()).calls)
      add(call, request_buffers);
}

void RequestUses::add(const MpiCall& call, const RequestBuffers& request_buffers) {
  const clang::ValueDecl* request = call.request();
  if (request == nullptr) return;
  const MpiRole role = call.function->role;
  if (role == MpiRole::Send) sent_.insert(request);
  if (role == MpiRole::Post) received_.try_emplace(request, call);
  // The place that made its requests does not matter.
  if (role != MpiRole::Prepare && role != MpiRole::Start) return;
  for (const RequestBuffer& buffer : request_buffers.of(request)) {
    if (!buffer.persistent) continue;
    if (buffer.receives) received_.try_emplace(request, call);
    if (!buffer.receives) sent_.insert(request);
  }
}

std::optional<AwaitedReceive> RequestUses::awaited_by(const MpiCall& wait) const {
  const clang::ValueDecl* request = wait.request();
  const auto received = received_.find(request);
  if (received == received_.end()) return std::nullopt;
  const bool shared = sent_.count(request) != 0;
  if (shared && waited_for_elsewhere(*request)) return std::nullopt;
  return AwaitedReceive{received->second, shared};
}

/// For an array with requests of sends and receives: returns true if a wait for the receives is
/// outside of the send blocks, or may be in a function that gets the array.
bool RequestUses::waited_for_elsewhere(const clang::ValueDecl& request) const {
  const auto in_send_block = [&](const clang::CallExpr& call) {
    return llvm::any_of(unit_.blocks, [&](const auto& block) {
      return block->is_send() && unit_.parents.contains(block->statement(), &call);
    });
  };
  OtherWaits others(request, in_send_block);
  others.TraverseAST(unit_.context);
  return others.found;
}

}  // namespace bamboo::translator
