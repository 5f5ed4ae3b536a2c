// SPDX-License-Identifier: Apache-2.0
#include "reordering/reorder.h"

#include "frontend/diagnostics.h"
#include "memory/escape.h"
#include "reordering/private_variables.h"
#include "rewrite/statement_text.h"
#include "syntax/expressions.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

/// Where a receive block and a later send block part: the compound, and its children they stand in.
struct Siblings {
  const clang::CompoundStmt* compound = nullptr;
  const clang::Stmt* receive = nullptr;
  const clang::Stmt* send = nullptr;
};

/// A part of a statement: one of the region's blocks, or what stands beside or around them.
struct Piece {
  const clang::Stmt* statement = nullptr;
  const Block* block = nullptr;  ///< null: no block, and none in it
};

class Planner {
 public:
  Planner(const Program& program, const RequestBuffers& request_buffers,
          const Dependence& dependence, Diagnostics& diagnostics)
      : program_(program),
        request_buffers_(request_buffers),
        dependence_(dependence),
        diagnostics_(diagnostics) {}

  std::vector<Move> plan() {
    for (const auto& region : program_.regions) {
      for (const Block* send : region->blocks) {
        if (send->is_send()) plan_send(*region, *send);
      }
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
      if (!outermost || program_.parents.contains(siblings.compound, outermost->compound)) {
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
         below = at, at = program_.parents.of(at)) {
      child_above[at] = below;
    }
    const clang::Stmt* below = nullptr;
    for (const clang::Stmt* at = send; at != nullptr; below = at, at = program_.parents.of(at)) {
      const auto found = child_above.find(at);
      if (found == child_above.end()) continue;
      // Two arms of one `if` never run in the same iteration.
      if (const auto* compound = llvm::dyn_cast<clang::CompoundStmt>(at)) {
        return {compound, found->second, below};
      }
      return {};
    }
    return {};
  }

  /// An inner loop with its own receive is an iteration of its own.
  bool holds_receive(const Region& region, const clang::Stmt* statement) const {
    return llvm::any_of(region.blocks, [&](const Block* block) {
      return !block->is_send() && program_.parents.contains(statement, block->statement());
    });
  }

  const Effects& effects(const clang::Stmt* statement) {
    auto found = effects_.find(statement);
    if (found == effects_.end()) {
      found = effects_.emplace(statement, effects_of(statement, program_.context, request_buffers_))
                  .first;
    }
    return found->second;
  }

  /// The directives' promise: no send block depends on a receive block. False if it is broken.
  bool check_pair(const Block& receive, const Block& send) {
    const Conflict conflict =
        dependence_.between(effects(receive.statement()), effects(send.statement()));
    if (conflict.overlap == Overlap::none) return true;
    const bool certain = conflict.overlap == Overlap::must;
    const Access& written = *conflict.first;
    const Access& used = *conflict.second;
    if (!certain && conflict.same && say_call(written, used)) return true;
    diagnostics_.report(certain ? Diag::send_depends_on_receive : Diag::send_may_depend_on_receive,
                        used.location)
        << verb(used) << text(used) << verb(written) << text(written)
        << used.expression->getSourceRange();
    diagnostics_.report(Diag::note_receive_uses, written.location)
        << verb(written) << text(written);
    say_written(written);
    say_hidden(written, used);
    if (certain) say_fix(used, receive, send);
    return !certain;
  }

  void say_fix(const Access& used, const Block& receive, const Block& send) {
    const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(used.place.anchor);
    if (variable != nullptr && variable->isLocalVarDecl() && !used.place.deref &&
        counts_with(receive.statement(), variable) && counts_with(send.statement(), variable)) {
      diagnostics_.report(Diag::note_declare_in_for, variable->getLocation())
          << variable->getNameAsString();
      return;
    }
    diagnostics_.report(Diag::note_join_receive, receive.directive->name);
  }

  /// The same memory, but whether a called function comes to use it cannot be shown.
  bool say_call(const Access& written, const Access& used) {
    const bool receives = !written.callee.empty();
    if (!receives && used.callee.empty()) return false;
    const Access& other = receives ? used : written;
    const Access& called = receives ? written : used;
    diagnostics_.report(receives ? Diag::send_may_need_receive : Diag::send_may_use_received,
                        used.location)
        << verb(other) << text(other) << (called.write ? "written" : "read") << called.callee;
    diagnostics_.report(Diag::note_receive_uses, written.location)
        << verb(written) << text(written);
    say_written(called);
    say_hidden(written, used);
    return true;
  }

  /// Neither call names what both of them use.
  void say_hidden(const Access& one, const Access& other) {
    if (one.place.hidden != other.place.hidden) return;
    const llvm::StringRef what = description_of(one.place.hidden);
    if (!what.empty()) diagnostics_.report(Diag::note_hidden_state, other.location) << what;
  }

  /// In the body of the function that the statement calls.
  void say_written(const Access& access) {
    if (access.callee.empty() || !access.inside.isValid()) return;
    diagnostics_.report(Diag::note_used_inside, access.inside)
        << text(access) << (access.write ? "written" : "read");
  }

  std::string text(const Access& access) const {
    // Assembly may have many lines.
    if (llvm::isa<clang::AsmStmt>(access.expression)) return "asm";
    return text_of(access.expression, program_.context);
  }

  static llvm::StringRef verb(const Access& access) {
    if (llvm::isa<clang::AsmStmt>(access.expression)) return "holds";
    if (access.place.hidden != HiddenState::none && llvm::isa<clang::CallExpr>(access.expression)) {
      return "calls";
    }
    if (access.message) return access.write ? "receives into" : "sends";
    return access.write ? "writes" : "reads";
  }

  void plan_move(const Siblings& siblings, const Block& receive, const Block& send) {
    if (moved_already(siblings.send)) return say_moved(receive, send);  // with another send block
    const Effects& moving = effects(siblings.send);
    if (!moving.jumps.empty() || !moving.labels.empty()) {
      const bool jump = !moving.jumps.empty();
      prevent(send, receive, jump ? moving.jumps.front() : moving.labels.front(),
              jump ? Diag::move_prevented_jump_out : Diag::move_prevented_label);
      return;
    }
    const std::vector<Piece> pieces = pieces_of(siblings.send, *send.region);
    for (const Piece& piece : pieces) {
      if (piece.block == nullptr && !may_move_along(piece, receive, send, moving)) return;
    }
    for (const clang::Stmt* statement : between(siblings)) {
      if (moved_already(statement)) continue;  // keeps its place before this one
      if (!allows(statement, pieces, receive, send, moving)) return;
    }
    if (!text_range(program_, siblings.send) || !text_range(program_, siblings.receive)) {
      diagnostics_.report(Diag::move_prevented_text, send.directive->name)
          << program_.line(receive.directive->name);
      diagnostics_.report(Diag::note_receive_block, receive.directive->name);
      diagnostics_.report(Diag::note_write_send_first, receive.directive->name);
      return;
    }
    moves_.push_back({&send, &receive, siblings.send, siblings.receive});
    say_moved(receive, send);
  }

  void say_moved(const Block& receive, const Block& send) {
    diagnostics_.report(Diag::send_moved, send.directive->name)
        << program_.line(receive.directive->name);
  }

  /// From the receive's side up to the send's.
  static llvm::ArrayRef<clang::Stmt*> between(const Siblings& siblings) {
    const auto body = siblings.compound->body();
    const auto first = llvm::find(body, siblings.receive);
    const auto last = llvm::find(body, siblings.send);
    // Moving a send backwards would change the program without a word.
    if (first >= last) llvm::report_fatal_error("a send block stands before its receive block");
    return {first, last};
  }

  bool moved_already(const clang::Stmt* statement) const {
    return llvm::any_of(moves_, [&](const Move& move) { return move.statement == statement; });
  }

  std::vector<Piece> pieces_of(const clang::Stmt* statement, const Region& region) const {
    bool holds = false;
    for (const Block* block : region.blocks) {
      if (block->binding->slot == statement || block->statement() == statement) {
        return {{statement, block}};
      }
      holds |= program_.parents.contains(statement, block->statement());
    }
    if (!holds) return {{statement, nullptr}};
    std::vector<Piece> pieces;
    for (const clang::Stmt* child : statement->children()) {
      if (child == nullptr) continue;
      for (const Piece& piece : pieces_of(child, region)) pieces.push_back(piece);
    }
    return pieces;
  }

  /// What stands around a send block and moves with it must not communicate on its own.
  bool may_move_along(const Piece& piece, const Block& receive, const Block& send,
                      const Effects& moving) {
    const Contents& contents = effects(piece.statement).contents;
    if (!contents.unknown.empty()) {
      return prevent(send, receive, contents.unknown.front().site, Diag::move_prevented_unknown);
    }
    for (const MpiCall& call : contents.calls) {
      const MpiRole role = call.function->role;
      if (role == MpiRole::local || role == MpiRole::probe) continue;
      if (role == MpiRole::wait && waits_for_send(call, moving)) continue;
      return prevent(send, receive, call.site, Diag::move_prevented_mpi);
    }
    return true;
  }

  bool waits_for_send(const MpiCall& wait, const Effects& moving) const {
    const clang::ValueDecl* request = wait.request();
    return request != nullptr && shares_request(wait, moving) &&
           llvm::none_of(request_buffers_.of(request),
                         [](const RequestBuffer& buffer) { return buffer.receives; });
  }

  bool allows(const clang::Stmt* statement, llvm::ArrayRef<Piece> moving_pieces,
              const Block& receive, const Block& send, const Effects& moving) {
    const Effects& whole = effects(statement);
    if (!whole.labels.empty()) {
      return prevent(send, receive, whole.labels.front(), Diag::move_prevented_label);
    }
    if (!whole.jumps.empty()) {
      return prevent(send, receive, whole.jumps.front(), Diag::move_prevented_jump);
    }
    return llvm::all_of(pieces_of(statement, *send.region), [&](const Piece& piece) {
      if (piece.block != nullptr && piece.block->is_send()) {
        return overtakes(send, receive, *piece.block);
      }
      if (piece.block == nullptr && !may_be_passed(piece, receive, send, moving)) return false;
      return llvm::all_of(moving_pieces, [&](const Piece& other) {
        return independent(piece, other, receive, send);
      });
    });
  }

  /// For what stands outside of the receive blocks: the directives promise nothing about it.
  bool may_be_passed(const Piece& piece, const Block& receive, const Block& send,
                     const Effects& moving) {
    const Effects& between = effects(piece.statement);
    if (!between.contents.unknown.empty()) {
      return prevent(send, receive, between.contents.unknown.front().site,
                     Diag::move_prevented_unknown);
    }
    for (const MpiCall& call : between.contents.calls) {
      const MpiRole role = call.function->role;
      if (role == MpiRole::local || role == MpiRole::probe) continue;
      if (role == MpiRole::wait && !shares_request(call, moving)) continue;
      return prevent(send, receive, call.site, Diag::move_prevented_mpi);
    }
    for (const clang::ValueDecl* variable : declared_by(piece.statement)) {
      for (const Access& access : moving.accesses) {
        if (access.place.anchor != one_declaration(variable)) continue;
        return prevent(send, receive, piece.statement, Diag::move_prevented_declaration,
                       variable->getNameAsString());
      }
    }
    return true;
  }

  bool independent(const Piece& passed, const Piece& moving, const Block& receive,
                   const Block& send) {
    if (passed.block != nullptr && moving.block != nullptr) return true;  // seen by check_pair
    const Conflict conflict =
        dependence_.between(effects(passed.statement), effects(moving.statement));
    if (conflict.overlap == Overlap::none) return hidden_from(passed, moving, receive, send);
    const bool around = passed.block != nullptr;
    const Access& here = around ? *conflict.second : *conflict.first;
    const bool hidden = here.place.hidden != HiddenState::none;
    const Access& named = !around && !here.write && !hidden ? *conflict.second : here;
    prevent(send, receive, around ? moving.statement : passed.statement,
            around ? Diag::move_prevented_around : Diag::move_prevented_data, text(named),
            verb_of_statement(here));
    say_hidden(*conflict.first, *conflict.second);
    return false;
  }

  /// Messages are what the blocks around are for.
  static std::string verb_of_statement(const Access& access) {
    if (!access.message) return verb(access).str();
    return access.write ? "writes" : "reads";
  }

  /// A function that is not visible may read whatever the statement between the blocks writes,
  /// except for variables that only the statement's own function can name.
  bool hidden_from(const Piece& passed, const Piece& moving, const Block& receive,
                   const Block& send) {
    if (passed.block != nullptr || effects(moving.statement).contents.unknown.empty()) return true;
    for (const Access& access : effects(passed.statement).accesses) {
      if (!access.write || only_named(access.place, *send.binding->function)) continue;
      if (access.place.hidden == HiddenState::error_number) continue;  // each call sets its own
      return prevent(send, receive, passed.statement, Diag::move_prevented_callee, text(access),
                     effects(moving.statement).contents.unknown.front().callee);
    }
    return true;
  }

  /// A wait between the blocks may be for the very request that the send sets anew.
  static bool shares_request(const MpiCall& wait, const Effects& moving) {
    const clang::ValueDecl* request = wait.request();
    return request == nullptr || llvm::any_of(moving.contents.calls, [&](const MpiCall& call) {
             return call.function->request >= 0 && call.request() == request;
           });
  }

  static std::vector<const clang::ValueDecl*> declared_by(const clang::Stmt* statement) {
    std::vector<const clang::ValueDecl*> result;
    if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
      for (const clang::Decl* decl : declaration->decls()) {
        if (const auto* value = llvm::dyn_cast<clang::ValueDecl>(decl)) result.push_back(value);
      }
    }
    return result;
  }

  bool prevent(const Block& send, const Block& receive, const clang::Stmt* culprit, Diag why,
               const std::string& name = "", const std::string& verb = "") {
    const unsigned line = program_.line(culprit->getBeginLoc());
    diagnostics_.report(why, send.directive->name)
        << line << program_.line(receive.directive->name) << name << verb;
    diagnostics_.report(Diag::note_prevents, culprit->getBeginLoc()) << culprit->getSourceRange();
    const bool own_jump = why == Diag::move_prevented_jump_out || why == Diag::move_prevented_label;
    if (own_jump || why == Diag::move_prevented_jump) {
      diagnostics_.report(Diag::note_write_send_first, receive.directive->name);
    } else {
      diagnostics_.report(fix_for(culprit, receive), culprit->getBeginLoc());
    }
    return false;
  }

  bool overtakes(const Block& send, const Block& receive, const Block& earlier) {
    diagnostics_.report(Diag::move_prevented_send, send.directive->name)
        << program_.line(earlier.directive->name) << program_.line(receive.directive->name);
    diagnostics_.report(Diag::note_prevents, earlier.directive->name);
    diagnostics_.report(Diag::note_write_send_first, receive.directive->name);
    return false;
  }

  /// What does not need the receive can go before it; the rest ties the send to the receive.
  Diag fix_for(const clang::Stmt* culprit, const Block& receive) {
    const Conflict tie = dependence_.between(effects(receive.statement()), effects(culprit));
    return tie.overlap == Overlap::none ? Diag::note_move_statement_up
                                        : Diag::note_move_statement_down;
  }

  const Program& program_;
  const RequestBuffers& request_buffers_;
  const Dependence& dependence_;
  Diagnostics& diagnostics_;
  std::map<const clang::Stmt*, Effects> effects_;
  std::vector<Move> moves_;
};

}  // namespace

std::vector<Move> plan_moves(const Program& program, const RequestBuffers& request_buffers,
                             const Dependence& dependence, Diagnostics& diagnostics) {
  return Planner(program, request_buffers, dependence, diagnostics).plan();
}

}  // namespace bamboo::translator
