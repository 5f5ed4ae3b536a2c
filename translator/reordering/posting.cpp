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
    const ReachableCalls reachable = reachable_calls(block.statement());
    if (llvm::none_of(reachable.calls, is_plain_receive)) {
      if (reachable.holds({MpiRole::Post}))
        diagnostics_.report(Diag::receives_nonblocking, block.directive->name);
      return std::nullopt;
    }
    PostingSlice slice(unit_, block.statement());
    if (const std::optional<PostingRefusal> refusal = refusal_of(slice, reachable)) {
      diagnostics_.report(refusal->why, refusal->where) << refusal->what;
      if (refusal->written_at.isValid())
        diagnostics_.report(Diag::note_written_here, refusal->written_at) << refusal->written;
      return std::nullopt;
    }
    diagnostics_.report(Diag::receives_posted, block.directive->name)
        << static_cast<unsigned>(slice.receives().size());
    return slice.text() + "bamboo_fire();\n";
  }

 private:
  static bool is_plain_receive(const MpiCall& call) { return call.function->name == "MPI_Recv"; }

  std::optional<PostingRefusal> refusal_of(PostingSlice& slice, const ReachableCalls& reachable) {
    if (auto refusal = refusal_of_calls(reachable)) return refusal;
    if (auto refusal = slice.build()) return refusal;
    const Effects effects = effects_of(block_->statement(), unit_.context, request_buffers_);
    if (auto refusal = refusal_of_evaluated(slice, effects)) return refusal;
    if (auto refusal = refusal_of_buffers(slice, effects)) return refusal;
    if (slice.receives().size() == 1 && !slice.has_loop())
      return PostingRefusal{Diag::receive_single, block_->directive->name};
    return std::nullopt;
  }

  PostingRefusal refuse(Diag why, const clang::Expr* expression) const {
    return {why, expression->getExprLoc(), text_of(expression, unit_.context)};
  }

  PostingRefusal refusal_of_part(Diag why, const clang::Stmt* part) const {
    return {why, part->getBeginLoc(), text_of(part, unit_.context)};
  }

  /// A posted receive must not overtake any other communication with other ranks.
  std::optional<PostingRefusal> refusal_of_calls(const ReachableCalls& reachable) const {
    if (!reachable.unknown.empty()) {
      const UnknownCall& first = reachable.unknown.front();
      return PostingRefusal{Diag::receives_beside_unknown, location_of(*first.site), first.callee};
    }
    size_t receives_left = llvm::count_if(reachable.calls, is_plain_receive);
    for (const MpiCall& call : reachable.calls) {
      if (call.function->role == MpiRole::Local) continue;
      if (!is_plain_receive(call)) {
        if (receives_left == 0 && !shares_loop(call.site)) continue;
        return PostingRefusal{Diag::receives_beside_call, location_of(*call.site),
                              callee_name(*call.call)};
      }
      if (!call.direct()) {
        return PostingRefusal{Diag::receives_in_callee, location_of(*call.site),
                              callee_name(*call.site)};
      }
      if (auto wildcard = refusal_of_wildcard(*call.call)) return wildcard;
      --receives_left;
    }
    return std::nullopt;
  }

  std::optional<PostingRefusal> refusal_of_wildcard(const clang::CallExpr& call) const {
    for (const int argument : {3, 4}) {  // the source and the tag
      const clang::Expr* value = call.getArg(argument);
      // Check the text: a wildcard is a macro, whose expansion belongs to the MPI.
      if (llvm::StringRef(text_of(value, unit_.context)).contains("MPI_ANY_"))
        return refuse(Diag::receives_wildcard, value);
    }
    return std::nullopt;
  }

  /// An expression that is evaluated twice must give the same both times, and do nothing else.
  std::optional<PostingRefusal> refusal_of_evaluated(const PostingSlice& slice,
                                                     const Effects& effects) const {
    for (const clang::Stmt* part : slice.evaluated()) {
      const Effects own = effects_of(part, unit_.context, request_buffers_);
      if (!own.reachable.unknown.empty() || !own.reachable.calls.empty() || calls_library(part))
        return refusal_of_part(Diag::receives_argument_call, part);
      const auto counted = [&](const Access& access) {
        return slice.counter(access.path.base) && !access.path.dereferenced;
      };
      const auto changes = [&](const Access& access) { return access.write && !counted(access); };
      if (llvm::any_of(own.accesses, changes))
        return refusal_of_part(Diag::receives_argument_effect, part);
      for (const Access& access : own.accesses) {
        const Access* writer = counted(access) ? nullptr : written(access, effects);
        if (writer == nullptr) continue;
        PostingRefusal refusal = refusal_of_part(Diag::receives_argument_depends, part);
        refusal.written_at = writer->location;
        refusal.written = text_of(writer->expression, unit_.context);
        return refusal;
      }
    }
    return std::nullopt;
  }

  /// Two messages in flight need two buffers.
  std::optional<PostingRefusal> refusal_of_buffers(const PostingSlice& slice,
                                                   const Effects& effects) const {
    for (const PostedReceive& receive : slice.receives()) {
      const clang::Expr* buffer = receive.call->getArg(0);
      const AccessPath path = path_behind(buffer, unit_.context);
      if (!receive.varies || shares_buffer(receive, path, slice))
        return refuse(Diag::receives_same_buffer, buffer);
      for (const Access& access : effects.accesses) {
        if (access.message || is_status_type(access.path.type)) continue;
        if (!may_precede(access, *receive.call) || !may_touch(access.path, path)) continue;
        if (taken_from_a_message(access, slice)) continue;
        return PostingRefusal{Diag::receives_buffer_used, access.location,
                              text_of(buffer, unit_.context)};
      }
    }
    return std::nullopt;
  }

  /// An earlier receive, which may run beside this one, has the same buffer.
  bool shares_buffer(const PostedReceive& receive, const AccessPath& path,
                     const PostingSlice& slice) const {
    for (const PostedReceive& other : slice.receives()) {
      if (&other == &receive) break;
      const AccessPath earlier = path_behind(other.call->getArg(0), unit_.context);
      const bool same =
          overlap(path, earlier, points_to_) == Overlap::Must && path.offset == earlier.offset;
      if (same && !exclusive(*receive.call, *other.call)) return true;
    }
    return false;
  }

  bool shares_loop(const clang::Stmt* site) const {
    for (const clang::Stmt* at = site; at != nullptr && at != block_->statement();) {
      at = unit_.parents.of(at);
      if (at == nullptr) break;
      if (is_loop(at) && reachable_calls(at).holds({MpiRole::Receive})) return true;
    }
    return false;
  }

  const Access* written(const Access& read, const Effects& effects) const {
    for (const Access& access : effects.accesses)
      if (access.write && overlap(read.path, access.path, points_to_) != Overlap::None)
        return &access;
    return nullptr;
  }

  /// Whether it calls library functions that may return different values each time. Functions on
  /// numbers do not.
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
      if (library && (!hidden_uses(*callee).empty() || callee->getNameAsString() == "clock"))
        return true;
      if (library && !numbers && !element) return true;
    }
    return llvm::any_of(part->children(), [](const clang::Stmt* child) {
      return child != nullptr && calls_library(child);
    });
  }

  /// After the receive in the text, the next iteration of a loop may still use the buffer too
  /// early. Uses of other pointers there count as work on received data.
  bool may_precede(const Access& access, const clang::CallExpr& receive) const {
    if (unit_.sources().isBeforeInTranslationUnit(access.location, receive.getBeginLoc()))
      return true;
    const AccessPath path = path_behind(receive.getArg(0), unit_.context);
    return access.path.base == path.base && access.path.dereferenced == path.dereferenced &&
           in_loop_around(receive, access.location);
  }

  bool in_loop_around(const clang::CallExpr& receive, clang::SourceLocation location) const {
    for (const clang::Stmt* at = &receive; at != nullptr && at != block_->statement();) {
      at = unit_.parents.of(at);
      const bool loop = at != nullptr && llvm::isa<clang::ForStmt, clang::CXXForRangeStmt>(at);
      if (loop && unit_.sources().isPointWithin(location, at->getBeginLoc(), at->getEndLoc()))
        return true;
    }
    return false;
  }

  /// A message begins at its path, and its end is not known: only memory before it is certainly
  /// other memory.
  bool may_touch(const AccessPath& access, const AccessPath& message) const {
    AccessPath whole = message;
    whole.offset.clear();
    if (overlap(access, whole, points_to_) == Overlap::None) return false;
    const bool comparable =
        access.base == message.base && access.dereferenced == message.dereferenced &&
        access.holder == message.holder && access.all_numbers && message.all_numbers;
    return !comparable ||
           !std::lexicographical_compare(
               access.numbers.begin(), access.numbers.end(), message.numbers.begin(),
               message.numbers.begin() + std::min(access.numbers.size(), message.numbers.size()));
  }

  /// Whether an earlier receive in the text has received the data, as named in its own iteration.
  /// Messages that share memory nevertheless are separated at run time.
  bool taken_from_a_message(const Access& access, const PostingSlice& slice) const {
    if (!unit_.parents.contains(block_->statement(), access.expression)) return false;
    return llvm::any_of(slice.receives(), [&](const PostedReceive& receive) {
      const AccessPath path = path_behind(receive.call->getArg(0), unit_.context);
      llvm::StringRef start = path.offset;
      start.consume_back("[0]");
      return !unit_.sources().isBeforeInTranslationUnit(access.location,
                                                        receive.call->getBeginLoc()) &&
             overlap(access.path, path, points_to_) != Overlap::None &&
             access.path.base == path.base && access.path.dereferenced == path.dereferenced &&
             access.path.holder == path.holder &&
             llvm::StringRef(access.path.offset).starts_with(start);
    });
  }

  /// Two branches of one `if`.
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
