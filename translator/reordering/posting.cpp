// SPDX-License-Identifier: Apache-2.0
#include "reordering/posting.h"

#include "effects/effects.h"
#include "frontend/diagnostics.h"
#include "memory/aliasing.h"
#include "models/library_functions.h"
#include "reordering/posting_slice.h"
#include "syntax/calls.h"
#include "syntax/control_flow.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

class PostingPlanner {
 public:
  PostingPlanner(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
                 const PointsTo& points_to, Diagnostics& diagnostics)
      : unit_(unit),
        request_buffers_(request_buffers),
        points_to_(points_to),
        diagnostics_(diagnostics) {}

  std::optional<std::string> plan(const Block& block) {
    block_ = &block;
    const clang::Stmt* statement = block.statement();
    const ReachableCalls reachable = reachable_calls(statement);
    if (!only_plain_receives(reachable)) return std::nullopt;
    const Effects effects = effects_of(statement, unit_.context, request_buffers_);
    PostingSlice slice(unit_, statement);
    if (const std::optional<Refusal> refusal = slice.build()) {
      left(refusal->why, refusal->where, refusal->what);
      return std::nullopt;
    }
    if (!independent(slice, effects) || !distinct_buffers(slice, effects)) {
      return std::nullopt;
    }
    if (slice.receives().size() == 1 && !slice.has_loop()) {
      diagnostics_.report(Diag::receive_single, block.directive->name);
      return std::nullopt;
    }
    diagnostics_.report(Diag::receives_posted, block.directive->name)
        << static_cast<unsigned>(slice.receives().size());
    return slice.text() + "bamboo_fire();\n";
  }

 private:
  void left(Diag why, clang::SourceLocation where, const std::string& what = "") {
    diagnostics_.report(why, where) << what;
  }

  /// Posting must not overtake anything else that talks to other ranks.
  bool only_plain_receives(const ReachableCalls& reachable) {
    const MpiCall* last = nullptr;
    for (const MpiCall& call : reachable.calls) {
      if (call.function->name == "MPI_Recv") last = &call;
    }
    if (last == nullptr) {
      if (reachable.holds({MpiRole::post})) {
        left(Diag::receives_nonblocking, block_->directive->name);
      }
      return false;
    }
    if (!reachable.unknown.empty()) {
      left(Diag::receives_beside_unknown, location_of(*reachable.unknown.front().site),
           reachable.unknown.front().callee);
      return false;
    }
    bool before = true;
    for (const MpiCall& call : reachable.calls) {
      if (call.function->role == MpiRole::local) continue;
      if (call.function->name != "MPI_Recv") {
        if (!before && !shares_loop(call.site)) continue;
        left(Diag::receives_beside_call, location_of(*call.site), callee_name(*call.call));
        return false;
      }
      if (!call.direct()) {
        left(Diag::receives_in_callee, location_of(*call.site), callee_name(*call.site));
        return false;
      }
      if (wildcard(*call.call)) return false;
      if (&call == last) before = false;
    }
    return true;
  }

  bool shares_loop(const clang::Stmt* site) const {
    for (const clang::Stmt* at = site; at != nullptr && at != block_->statement();) {
      at = unit_.parents.of(at);
      if (at == nullptr) break;
      if (is_loop(at) && reachable_calls(at).holds({MpiRole::receive})) return true;
    }
    return false;
  }

  bool wildcard(const clang::CallExpr& call) {
    for (int argument : {3, 4}) {
      const std::string text = text_of(call.getArg(argument), unit_.context);
      if (text.find("MPI_ANY_") == std::string::npos) continue;
      left(Diag::receives_wildcard, call.getArg(argument)->getExprLoc(), text);
      return true;
    }
    return false;
  }

  /// What is evaluated twice must give the same both times, and do nothing else.
  bool independent(const PostingSlice& slice, const Effects& effects) {
    for (const clang::Stmt* part : slice.evaluated()) {
      const Effects own = effects_of(part, unit_.context, request_buffers_);
      if (!own.reachable.unknown.empty() || !own.reachable.calls.empty() || calls_library(part)) {
        left(Diag::receives_argument_call, part->getBeginLoc(), text_of(part, unit_.context));
        return false;
      }
      const auto counted = [&](const Access& access) {
        return slice.counter(access.path.base) && !access.path.dereferenced;
      };
      const auto changes = [&](const Access& access) { return access.write && !counted(access); };
      if (llvm::any_of(own.accesses, changes)) {
        left(Diag::receives_argument_effect, part->getBeginLoc(), text_of(part, unit_.context));
        return false;
      }
      for (const Access& access : own.accesses) {
        if (counted(access)) continue;
        if (const Access* writer = written(access, effects)) {
          left(Diag::receives_argument_depends, part->getBeginLoc(), text_of(part, unit_.context));
          diagnostics_.report(Diag::note_written_here, writer->location)
              << text_of(writer->expression, unit_.context);
          return false;
        }
      }
    }
    return true;
  }

  const Access* written(const Access& read, const Effects& effects) const {
    for (const Access& access : effects.accesses) {
      if (access.write && overlap(read.path, access.path, points_to_) != Overlap::none) {
        return &access;
      }
    }
    return nullptr;
  }

  /// Calls of library functions: those on numbers give the same twice, of others nobody knows.
  static bool calls_library(const clang::Stmt* part) {
    if (const auto* call = llvm::dyn_cast<clang::CallExpr>(part)) {
      const clang::FunctionDecl* callee = callee_of(*call);
      const bool numbers = callee != nullptr && is_library_function(*callee) &&
                           llvm::all_of(callee->parameters(), [](const clang::ParmVarDecl* p) {
                             return p->getType()->isArithmeticType();
                           });
      const auto* method =
          callee != nullptr ? llvm::dyn_cast<clang::CXXMethodDecl>(callee) : nullptr;
      const bool element = method != nullptr && is_library_function(*callee);
      const bool library = callee != nullptr && is_library_function(*callee);
      if (library && (!hidden_uses(*callee).empty() || callee->getNameAsString() == "clock")) {
        return true;
      }
      if (library && !numbers && !element) return true;
    }
    return llvm::any_of(part->children(), [](const clang::Stmt* child) {
      return child != nullptr && calls_library(child);
    });
  }

  /// Two messages in flight need two buffers.
  bool distinct_buffers(const PostingSlice& slice, const Effects& effects) {
    for (const PostedReceive& receive : slice.receives()) {
      const clang::Expr* buffer = receive.call->getArg(0);
      if (!receive.varies) {
        left(Diag::receives_same_buffer, buffer->getExprLoc(), text_of(buffer, unit_.context));
        return false;
      }
      const AccessPath path = path_behind(buffer, unit_.context);
      for (const PostedReceive& other : slice.receives()) {
        if (&other == &receive) break;
        const AccessPath earlier = path_behind(other.call->getArg(0), unit_.context);
        const bool same =
            overlap(path, earlier, points_to_) == Overlap::must && path.offset == earlier.offset;
        if (!same || exclusive(*receive.call, *other.call)) continue;
        left(Diag::receives_same_buffer, buffer->getExprLoc(), text_of(buffer, unit_.context));
        return false;
      }
      for (const Access& access : effects.accesses) {
        if (access.message || is_status_type(access.path.type)) continue;
        if (!may_precede(access, *receive.call) || !may_touch(access.path, path)) continue;
        if (taken_from_a_message(access, slice)) continue;
        left(Diag::receives_buffer_used, access.location, text_of(buffer, unit_.context));
        return false;
      }
    }
    return true;
  }

  /// Behind the receive in the text, a loop's next pass may still use its buffer too early; what
  /// uses other pointers there is taken to be the work on what has been received.
  bool may_precede(const Access& access, const clang::CallExpr& receive) const {
    if (unit_.sources().isBeforeInTranslationUnit(access.location, receive.getBeginLoc())) {
      return true;
    }
    const AccessPath path = path_behind(receive.getArg(0), unit_.context);
    return access.path.base == path.base && access.path.dereferenced == path.dereferenced &&
           in_loop_around(receive, access.location);
  }

  bool in_loop_around(const clang::CallExpr& receive, clang::SourceLocation location) const {
    for (const clang::Stmt* at = &receive; at != nullptr && at != block_->statement();) {
      at = unit_.parents.of(at);
      const bool loop = at != nullptr && llvm::isa<clang::ForStmt, clang::CXXForRangeStmt>(at);
      if (loop && unit_.sources().isPointWithin(location, at->getBeginLoc(), at->getEndLoc())) {
        return true;
      }
    }
    return false;
  }

  /// A message begins at its place, and nobody knows where it ends: only what lies before it is
  /// certainly other memory.
  bool may_touch(const AccessPath& access, const AccessPath& message) const {
    AccessPath whole = message;
    whole.offset.clear();
    if (overlap(access, whole, points_to_) == Overlap::none) return false;
    const bool comparable =
        access.base == message.base && access.dereferenced == message.dereferenced &&
        access.holder == message.holder && access.all_numbers && message.all_numbers;
    return !comparable ||
           !std::lexicographical_compare(
               access.numbers.begin(), access.numbers.end(), message.numbers.begin(),
               message.numbers.begin() + std::min(access.numbers.size(), message.numbers.size()));
  }

  /// What a receive before it in the text has brought, as its own pass of the loop names it. Two
  /// messages that share memory after all are kept apart when the program runs.
  bool taken_from_a_message(const Access& access, const PostingSlice& slice) const {
    if (!unit_.parents.contains(block_->statement(), access.expression)) return false;
    return llvm::any_of(slice.receives(), [&](const PostedReceive& receive) {
      const AccessPath path = path_behind(receive.call->getArg(0), unit_.context);
      llvm::StringRef start = path.offset;
      start.consume_back("[0]");
      return !unit_.sources().isBeforeInTranslationUnit(access.location,
                                                        receive.call->getBeginLoc()) &&
             overlap(access.path, path, points_to_) != Overlap::none &&
             access.path.base == path.base && access.path.dereferenced == path.dereferenced &&
             access.path.holder == path.holder &&
             llvm::StringRef(access.path.offset).starts_with(start);
    });
  }

  /// Two arms of one `if`.
  bool exclusive(const clang::CallExpr& a, const clang::CallExpr& b) const {
    for (const clang::Stmt* at = &a; at != nullptr; at = unit_.parents.of(at)) {
      const auto* choice = llvm::dyn_cast_or_null<clang::IfStmt>(unit_.parents.of(at));
      if (choice == nullptr || !unit_.parents.contains(choice, &b)) continue;
      return !unit_.parents.contains(at, &b);
    }
    return false;
  }

  const AnnotatedUnit& unit_;
  const RequestBuffers& request_buffers_;
  const PointsTo& points_to_;
  Diagnostics& diagnostics_;
  const Block* block_ = nullptr;
};

}  // namespace

std::map<const Block*, std::string> plan_postings(const AnnotatedUnit& unit,
                                                  const RequestBuffers& request_buffers,
                                                  const PointsTo& points_to,
                                                  Diagnostics& diagnostics) {
  std::map<const Block*, std::string> result;
  PostingPlanner planner(unit, request_buffers, points_to, diagnostics);
  for (const auto& block : unit.blocks) {
    if (block->is_send()) continue;
    if (std::optional<std::string> text = planner.plan(*block)) result[block.get()] = *text;
  }
  return result;
}

}  // namespace bamboo::translator
