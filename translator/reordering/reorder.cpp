// SPDX-License-Identifier: Apache-2.0
#include "reordering/reorder.h"

#include "frontend/diagnostics.h"
#include "memory/escape.h"
#include "reordering/move_diagnostics.h"
#include "rewrite/statement_text.h"
#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

/// The compound that contains a receive block and a later send block, and its children that contain
/// them.
struct Siblings {
  const clang::CompoundStmt* compound = nullptr;
  const clang::Stmt* receive = nullptr;
  const clang::Stmt* send = nullptr;
};

/// A part of a statement: one of the region's blocks, or a statement next to or around them.
struct Piece {
  const clang::Stmt* statement = nullptr;
  const Block* block = nullptr;  ///< null: no block, and none in it
};

/// A statement that goes before the receive block: the send block's, and scalar set-up for it.
struct Passenger {
  const clang::Stmt* statement = nullptr;
  std::optional<MoveRefusal> otherwise;  ///< why the send block cannot move without the set-up
};

class ReorderPlanner {
 public:
  ReorderPlanner(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
                 const Dependence& dependence, Diagnostics& diagnostics)
      : unit_(unit),
        request_buffers_(request_buffers),
        dependence_(dependence),
        messages_(unit, diagnostics) {}

  std::vector<Move> plan() {
    for (const auto& region : unit_.regions) {
      for (const Block* send : region->blocks)
        if (send->is_send()) plan_send(*region, *send);
    }
    return moves_;
  }

 private:
  void plan_send(const Region& region, const Block& send) {
    std::optional<Siblings> outermost;
    const Block* first = nullptr;
    for (const Block* receive : region.blocks) {
      if (receive == &send) break;
      if (receive->is_send()) continue;
      const Siblings siblings = siblings_of(receive->statement(), send.statement());
      if (siblings.compound == nullptr || holds_receive(region, siblings.send)) continue;
      if (!check_pair(*receive, send)) return;
      if (!outermost || unit_.parents.contains(siblings.compound, outermost->compound)) {
        if (!outermost || siblings.compound != outermost->compound) {
          outermost = siblings;
          first = receive;
        }
      }
    }
    if (outermost) plan_move(*outermost, *first, send);
  }

  Siblings siblings_of(const clang::Stmt* receive, const clang::Stmt* send) const {
    std::map<const clang::Stmt*, const clang::Stmt*> child_above;  // of the receive's ancestors
    for (const clang::Stmt *at = receive, *below = nullptr; at != nullptr;
         below = at, at = unit_.parents.of(at)) {
      child_above[at] = below;
    }
    const clang::Stmt* below = nullptr;
    for (const clang::Stmt* at = send; at != nullptr; below = at, at = unit_.parents.of(at)) {
      const auto found = child_above.find(at);
      if (found == child_above.end()) continue;
      // Two arms of one `if` never run in the same iteration.
      if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(at))
        return {compound, found->second, below};
      return {};
    }
    return {};
  }

  /// An inner loop with its own receive counts as an iteration of its own.
  bool holds_receive(const Region& region, const clang::Stmt* statement) const {
    return llvm::any_of(region.blocks, [&](const Block* block) {
      return !block->is_send() && unit_.parents.contains(statement, block->statement());
    });
  }

  const Effects& effects(const clang::Stmt* statement) {
    auto found = effects_.find(statement);
    if (found == effects_.end()) {
      found =
          effects_.emplace(statement, effects_of(statement, unit_.context, request_buffers_)).first;
    }
    return found->second;
  }

  /// Checks the promise of the directives: no send block depends on a receive block. Returns false
  /// if it is broken.
  bool check_pair(const Block& receive, const Block& send) {
    const Conflict conflict =
        dependence_.between(effects(receive.statement()), effects(send.statement()));
    if (conflict.overlap != Overlap::None) messages_.depends(conflict, receive, send);
    return conflict.overlap != Overlap::Must;
  }

  void plan_move(const Siblings& siblings, const Block& receive, const Block& send) {
    if (!moved_already(siblings.send)) {  // with another send block
      std::vector<Passenger> passengers = {{siblings.send, std::nullopt}};
      if (const std::optional<MoveRefusal> refusal = refusal_of(siblings, send, passengers))
        return messages_.refused(*refusal, receive, send, fix_for(*refusal, receive));
      for (const Passenger& passenger : llvm::reverse(passengers))
        moves_.push_back({&send, &receive, passenger.statement, siblings.receive});
    }
    messages_.moved(receive, send);
  }

  /// Statements that do not depend on the receive may be moved before it. The other ones prevent
  /// the send from moving.
  MoveFix fix_for(const MoveRefusal& refusal, const Block& receive) {
    if (refusal.wants_send_written_first()) return MoveFix::WriteSendFirst;
    const Conflict tie =
        dependence_.between(effects(receive.statement()), effects(refusal.culprit));
    return tie.overlap == Overlap::None ? MoveFix::MoveStatementUp : MoveFix::MoveStatementDown;
  }

  /// Adds to the passengers the set-up without which the send block cannot move.
  std::optional<MoveRefusal> refusal_of(const Siblings& siblings, const Block& send,
                                        std::vector<Passenger>& passengers) {
    const Effects& moving = effects(siblings.send);
    if (!moving.jumps.empty())
      return MoveRefusal(Diag::move_prevented_jump_out, moving.jumps.front());
    if (!moving.labels.empty())
      return MoveRefusal(Diag::move_prevented_label, moving.labels.front());
    for (const Piece& piece : pieces_of(siblings.send, *send.region)) {
      if (piece.block != nullptr) continue;
      if (auto refusal = refusal_to_move_along(piece, moving)) return refusal;
    }
    std::optional<MoveRefusal> first;
    for (const clang::Stmt* statement : llvm::reverse(between(siblings))) {
      if (moved_already(statement)) continue;  // keeps its place before this one
      auto refusal = refusal_to_be_passed(statement, send, passengers);
      if (!refusal) continue;
      if (is_scalar_setup(statement))
        passengers.push_back({statement, std::move(refusal)});
      else
        first = std::move(refusal);
    }
    if (first) return first;
    if (!text_range(unit_, siblings.receive)) return MoveRefusal(Diag::move_prevented_text);
    for (const Passenger& passenger : passengers) {
      if (text_range(unit_, passenger.statement)) continue;
      return passenger.otherwise ? passenger.otherwise : MoveRefusal(Diag::move_prevented_text);
    }
    return std::nullopt;
  }

  std::optional<MoveRefusal> refusal_to_be_passed(const clang::Stmt* statement, const Block& send,
                                                  llvm::ArrayRef<Passenger> passengers) {
    for (const Passenger& passenger : passengers) {
      const std::vector<Piece> pieces = pieces_of(passenger.statement, *send.region);
      auto refusal = refusal_to_pass(statement, pieces, send, effects(passenger.statement));
      if (!passenger.otherwise && refusal) return refusal;
      if (refusal || may_be_used_unseen(passenger, statement, send)) return passenger.otherwise;
    }
    return std::nullopt;
  }

  /// A receive block may call functions whose body is not visible. The directives promise that they
  /// do not touch what the send block uses, but promise nothing about its set-up.
  bool may_be_used_unseen(const Passenger& passenger, const clang::Stmt* passed,
                          const Block& send) {
    return passenger.otherwise && !effects(passed).reachable.unknown.empty() &&
           llvm::any_of(effects(passenger.statement).accesses, [&](const Access& access) {
             return !does_not_escape(access.path, *send.binding->function);
           });
  }

  /// `dst = rank + 1;`: it does nothing but set whole scalar variables.
  bool is_scalar_setup(const clang::Stmt* statement) {
    const Effects& whole = effects(statement);
    if (!llvm::isa<clang::Expr>(statement) || !whole.reachable.unknown.empty() ||
        !whole.reachable.calls.empty() || !whole.jumps.empty()) {
      return false;
    }
    return llvm::all_of(whole.accesses, [](const Access& access) {
      const AccessPath& path = access.path;
      if (path.hidden != HiddenState::none) return false;
      if (!access.write) return true;
      const bool whole_variable = path.base != nullptr && !path.dereferenced &&
                                  path.fields.empty() && path.offset.empty() && !path.vague;
      return whole_variable && path.base->getType()->isScalarType() &&
             !path.base->getType().isVolatileQualified();
    });
  }

  /// The siblings from the receive up to the send.
  static llvm::ArrayRef<clang::Stmt*> between(const Siblings& siblings) {
    const auto body = siblings.compound->body();
    const auto first = llvm::find(body, siblings.receive);
    const auto last = llvm::find(body, siblings.send);
    // Moving a send backwards would change the program silently.
    if (first >= last) llvm::report_fatal_error("a send block precedes its receive block");
    return {first, last};
  }

  bool moved_already(const clang::Stmt* statement) const {
    return llvm::any_of(moves_, [&](const Move& move) { return move.statement == statement; });
  }

  std::vector<Piece> pieces_of(const clang::Stmt* statement, const Region& region) const {
    bool holds = false;
    for (const Block* block : region.blocks) {
      if (block->binding->slot == statement || block->statement() == statement)
        return {{statement, block}};
      holds |= unit_.parents.contains(statement, block->statement());
    }
    if (!holds) return {{statement, nullptr}};
    std::vector<Piece> pieces;
    for (const clang::Stmt* child : statement->children()) {
      if (child == nullptr) continue;
      for (const Piece& piece : pieces_of(child, region)) pieces.push_back(piece);
    }
    return pieces;
  }

  /// The statement around a send block that moves with it must not communicate on its own.
  std::optional<MoveRefusal> refusal_to_move_along(const Piece& piece, const Effects& moving) {
    return refusal_to_communicate(
        piece, [&](const MpiCall& wait) { return waits_for_send(wait, moving); });
  }

  /// Refuses the piece's communication but for waits that `is_allowed`.
  std::optional<MoveRefusal> refusal_to_communicate(
      const Piece& piece, llvm::function_ref<bool(const MpiCall& wait)> is_allowed) {
    const ReachableCalls& reachable = effects(piece.statement).reachable;
    if (!reachable.unknown.empty())
      return MoveRefusal(Diag::move_prevented_unknown, reachable.unknown.front().site);
    for (const MpiCall& call : reachable.calls) {
      const MpiRole role = call.function->role;
      if (role == MpiRole::Local || role == MpiRole::Probe) continue;
      if (role == MpiRole::Wait && is_allowed(call)) continue;
      return MoveRefusal(Diag::move_prevented_mpi, call.site);
    }
    return std::nullopt;
  }

  bool waits_for_send(const MpiCall& wait, const Effects& moving) const {
    const clang::ValueDecl* request = wait.request();
    return request != nullptr && shares_request(wait, moving) &&
           llvm::none_of(request_buffers_.of(request),
                         [](const RequestBuffer& buffer) { return buffer.receives; });
  }

  std::optional<MoveRefusal> refusal_to_pass(const clang::Stmt* statement,
                                             llvm::ArrayRef<Piece> moving_pieces, const Block& send,
                                             const Effects& moving) {
    const Effects& whole = effects(statement);
    if (!whole.labels.empty()) return MoveRefusal(Diag::move_prevented_label, whole.labels.front());
    if (!whole.jumps.empty()) return MoveRefusal(Diag::move_prevented_jump, whole.jumps.front());
    for (const Piece& piece : pieces_of(statement, *send.region)) {
      if (piece.block != nullptr && piece.block->is_send()) return MoveRefusal(*piece.block);
      if (piece.block == nullptr) {
        if (auto refusal = refusal_to_pass_piece(piece, moving)) return refusal;
      }
      for (const Piece& other : moving_pieces)
        if (auto refusal = refusal_to_swap(piece, other, send)) return refusal;
    }
    return std::nullopt;
  }

  /// For statements outside of the receive blocks. The directives promise nothing about these.
  std::optional<MoveRefusal> refusal_to_pass_piece(const Piece& piece, const Effects& moving) {
    const auto is_of_others = [&](const MpiCall& wait) { return !shares_request(wait, moving); };
    if (auto refusal = refusal_to_communicate(piece, is_of_others)) return refusal;
    for (const clang::ValueDecl* variable : declared_by(piece.statement)) {
      for (const Access& access : moving.accesses) {
        if (access.path.base != one_declaration(variable)) continue;
        return MoveRefusal(Diag::move_prevented_declaration, piece.statement,
                           variable->getNameAsString());
      }
    }
    return std::nullopt;
  }

  std::optional<MoveRefusal> refusal_to_swap(const Piece& passed, const Piece& moving,
                                             const Block& send) {
    if (passed.block != nullptr && moving.block != nullptr) return std::nullopt;  // check_pair's
    const Conflict conflict =
        dependence_.between(effects(passed.statement), effects(moving.statement));
    if (conflict.overlap == Overlap::None) return refusal_of_callee(passed, moving, send);
    const bool around = passed.block != nullptr;
    const Access& here = around ? *conflict.second : *conflict.first;
    const bool hidden = here.path.hidden != HiddenState::none;
    const Access& named = !around && !here.write && !hidden ? *conflict.second : here;
    MoveRefusal refusal(around ? Diag::move_prevented_around : Diag::move_prevented_data,
                        around ? moving.statement : passed.statement,
                        access_text(named, unit_.context), verb_of_statement(here));
    refusal.conflict = conflict;
    return refusal;
  }

  /// A function that is not visible may read what the statement between the blocks writes,
  /// except for variables that only the statement's own function can name.
  std::optional<MoveRefusal> refusal_of_callee(const Piece& passed, const Piece& moving,
                                               const Block& send) {
    const ReachableCalls& reachable = effects(moving.statement).reachable;
    if (passed.block != nullptr || reachable.unknown.empty()) return std::nullopt;
    for (const Access& access : effects(passed.statement).accesses) {
      if (!access.write || does_not_escape(access.path, *send.binding->function)) continue;
      if (access.path.hidden == HiddenState::error_number) continue;  // each call sets its own
      return MoveRefusal(Diag::move_prevented_callee, passed.statement,
                         access_text(access, unit_.context), reachable.unknown.front().callee);
    }
    return std::nullopt;
  }

  /// A wait between the blocks may be for the request that the send sets anew.
  static bool shares_request(const MpiCall& wait, const Effects& moving) {
    const clang::ValueDecl* request = wait.request();
    return request == nullptr || llvm::any_of(moving.reachable.calls, [&](const MpiCall& call) {
             return call.function->request >= 0 && call.request() == request;
           });
  }

  static std::vector<const clang::ValueDecl*> declared_by(const clang::Stmt* statement) {
    std::vector<const clang::ValueDecl*> result;
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* decl : declaration->decls())
        if (const auto* value = llvm::dyn_cast<clang::ValueDecl>(decl)) result.push_back(value);
    }
    return result;
  }

  const AnnotatedUnit& unit_;
  const RequestBuffers& request_buffers_;
  const Dependence& dependence_;
  MoveDiagnostics messages_;
  std::map<const clang::Stmt*, Effects> effects_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Move> plan_moves(const AnnotatedUnit& unit, const RequestBuffers& request_buffers,
                             const Dependence& dependence, Diagnostics& diagnostics) {
  return ReorderPlanner(unit, request_buffers, dependence, diagnostics).plan();
}

}  // namespace bamboo::translator
