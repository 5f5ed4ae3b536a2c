// SPDX-License-Identifier: Apache-2.0
#include "checks/blocks.h"

#include "checks/waits.h"
#include "effects/reachable_calls.h"
#include "frontend/diagnostics.h"

namespace bamboo::translator {
namespace {

class BlockChecker {
 public:
  BlockChecker(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
               Diagnostics& diagnostics)
      : unit_(unit),
        request_buffers_(request_buffers),
        diagnostics_(diagnostics),
        uses_(unit, request_buffers) {}

  void check() {
    for (const auto& region : unit_.regions) {
      check_coroutine(region->statement());
      check_outside(*region);
    }
    for (const auto& block : unit_.blocks) {
      const ReachableCalls reachable = reachable_calls(block->statement());
      say_unknown(*block, reachable);
      if (block->is_send())
        check_send(*block, reachable);
      else
        check_receive(*block, reachable);
    }
  }

 private:
  void check_coroutine(const clang::Stmt* statement) {
    if (statement == nullptr || llvm::isa<clang::LambdaExpr>(statement)) return;
    if (llvm::isa<clang::CoroutineSuspendExpr, clang::DependentCoawaitExpr>(statement)) {
      const bool yields = llvm::isa<clang::CoyieldExpr>(statement);
      diagnostics_.report(Diag::suspension_in_region, statement->getBeginLoc())
          << (yields ? "co_yield" : "co_await");
      return;
    }
    for (const clang::Stmt* child : statement->children()) check_coroutine(child);
  }

  void say_unknown(const Block& block, const ReachableCalls& reachable) {
    for (const UnknownCall& call : reachable.unknown) {
      diagnostics_.report(Diag::unknown_call, location_of(*call.site))
          << call.callee << directive_name(block.directive->kind);
    }
  }

  void report_call(Diag diag, const MpiCall& call) {
    diagnostics_.report(diag, location_of(*call.site)) << callee_name(*call.call);
    if (!call.direct()) {
      diagnostics_.report(Diag::note_called_here, call.call->getExprLoc())
          << callee_name(*call.call);
    }
  }

  /// A wait does not count, because its receive was started before. A start counts if all of its
  /// requests are for receives.
  bool receives(const MpiCall& call) const {
    const MpiRole role = call.function->role;
    return role == MpiRole::Receive || role == MpiRole::Post || role == MpiRole::Exchange ||
           (role == MpiRole::Start && request_buffers_.all_receive(call.request()));
  }

  void check_send(const Block& block, const ReachableCalls& reachable) {
    for (const MpiCall& call : reachable.calls) {
      const MpiRole role = call.function->role;
      if (receives(call)) report_call(Diag::receive_in_send_block, call);
      if (role == MpiRole::Wait) check_wait(call);
      if (role == MpiRole::Collective) report_call(Diag::collective_in_send_block, call);
    }
    const bool sends = reachable.holds({MpiRole::Send, MpiRole::Exchange, MpiRole::Start});
    if (!sends && reachable.unknown.empty()) {
      diagnostics_.report(Diag::block_without_communication, block.directive->name)
          << "send" << "sends";
    }
  }

  /// A start or a wait may be for a receive from elsewhere, unless it is known to be for a send. A
  /// wait is known to be for a send that starts in the same block.
  bool may_receive(const MpiCall& call, const ReachableCalls& reachable) const {
    const clang::ValueDecl* request = call.request();
    const auto begins_send = [&](const MpiCall& other) {
      const MpiRole role = other.function->role;
      return (role == MpiRole::Send || role == MpiRole::Start) && other.request() == request;
    };
    switch (call.function->role) {
      case MpiRole::Receive:
      case MpiRole::Post:
      case MpiRole::Exchange:
      case MpiRole::Collective:
        return true;
      case MpiRole::Start:
        return !request_buffers_.all_send(request);
      case MpiRole::Wait:
        return !request_buffers_.all_send(request) || llvm::none_of(reachable.calls, begins_send);
      default:
        return false;
    }
  }

  void check_receive(const Block& block, const ReachableCalls& reachable) {
    const bool receives = llvm::any_of(
        reachable.calls, [&](const MpiCall& call) { return may_receive(call, reachable); });
    if (!receives && reachable.unknown.empty()) {
      diagnostics_.report(Diag::block_without_communication, block.directive->name)
          << "receive" << "receives";
    }
  }

  void check_wait(const MpiCall& wait) {
    const std::optional<AwaitedReceive> awaited = uses_.awaited_by(wait);
    if (!awaited) return;
    report_call(Diag::wait_in_send_block, wait);
    if (awaited->shares_request)
      diagnostics_.report(Diag::note_only_wait, location_of(*awaited->receive.site));
  }

  /// Checks receives of a region outside of its blocks. A function that has regions of its own is
  /// checked with those.
  void check_outside(const Region& region) {
    const auto without_regions = [&](const clang::FunctionDecl& function) {
      const clang::FunctionDecl* definition = function.getDefinition();
      return llvm::none_of(
          unit_.regions, [&](const auto& other) { return other->binding->function == definition; });
    };
    for (const MpiCall& call : reachable_calls(region.statement(), without_regions).calls) {
      if (!receives(call)) continue;
      const bool in_block = llvm::any_of(unit_.blocks, [&](const auto& block) {
        return unit_.parents.contains(block->statement(), call.site);
      });
      const bool in_inner = llvm::any_of(unit_.regions, [&](const auto& inner) {
        return inner->outer == &region && unit_.parents.contains(inner->statement(), call.site);
      });
      if (!in_block && !in_inner) report_call(Diag::receive_outside_block, call);
    }
  }

  const AnnotatedUnit& unit_;
  const RequestBuffers& request_buffers_;
  Diagnostics& diagnostics_;
  const RequestUses uses_;
};

}  // namespace

void check_blocks(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
                  Diagnostics& diagnostics) {
  BlockChecker(unit, request_buffers, diagnostics).check();
}

}  // namespace bamboo::translator
