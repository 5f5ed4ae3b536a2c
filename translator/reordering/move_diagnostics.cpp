// SPDX-License-Identifier: Apache-2.0
#include "reordering/move_diagnostics.h"

#include "frontend/diagnostics.h"
#include "reordering/private_variables.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

llvm::StringRef verb_of(const Access& access) {
  if (llvm::isa<clang::AsmStmt>(access.expression)) return "holds";
  if (access.path.hidden != HiddenState::none && llvm::isa<clang::CallExpr>(access.expression))
    return "calls";
  if (access.message) return access.write ? "receives into" : "sends";
  return access.write ? "writes" : "reads";
}

}  // namespace

bool MoveRefusal::wants_send_written_first() const {
  switch (why) {
    case Diag::move_prevented_text:
    case Diag::move_prevented_send:
    case Diag::move_prevented_jump:
    case Diag::move_prevented_jump_out:
    case Diag::move_prevented_label:
      return true;
    default:
      return false;
  }
}

clang::SourceLocation MoveRefusal::where() const {
  if (culprit != nullptr) return culprit->getBeginLoc();
  return overtaken != nullptr ? overtaken->directive->name : clang::SourceLocation();
}

std::string access_text(const Access& access, const clang::ASTContext& context) {
  // The assembly may have many lines.
  if (llvm::isa<clang::AsmStmt>(access.expression)) return "asm";
  return text_of(access.expression, context);
}

std::string verb_of_statement(const Access& access) {
  if (!access.message) return verb_of(access).str();
  return access.write ? "writes" : "reads";
}

void MoveDiagnostics::moved(const Block& receive, const Block& send) {
  diagnostics_.report(Diag::send_moved, send.directive->name)
      << unit_.line(receive.directive->name);
}

void MoveDiagnostics::refused(const MoveRefusal& refusal, const Block& receive, const Block& send,
                              MoveFix fix) {
  const clang::SourceLocation culprit = refusal.where();
  diagnostics_.report(refusal.why, send.directive->name)
      << unit_.line(culprit.isValid() ? culprit : send.directive->name)
      << unit_.line(receive.directive->name) << refusal.name << refusal.detail;
  if (culprit.isInvalid()) {
    diagnostics_.report(Diag::note_receive_block, receive.directive->name);
  } else {
    auto note = diagnostics_.report(Diag::note_prevents, culprit);
    if (refusal.culprit != nullptr) note << refusal.culprit->getSourceRange();
  }
  switch (fix) {
    case MoveFix::WriteSendFirst:
      diagnostics_.report(Diag::note_write_send_first, receive.directive->name);
      break;
    case MoveFix::MoveStatementUp:
      diagnostics_.report(Diag::note_move_statement_up, culprit);
      break;
    case MoveFix::MoveStatementDown:
      diagnostics_.report(Diag::note_move_statement_down, culprit);
      break;
  }
  if (refusal.conflict) say_hidden(*refusal.conflict->first, *refusal.conflict->second);
}

void MoveDiagnostics::depends(const Conflict& conflict, const Block& receive, const Block& send) {
  const bool certain = conflict.overlap == Overlap::Must;
  const Access& written = *conflict.first;
  const Access& used = *conflict.second;
  if (!certain && conflict.same && say_call(written, used)) return;
  diagnostics_.report(certain ? Diag::send_depends_on_receive : Diag::send_may_depend_on_receive,
                      used.location)
      << verb_of(used) << access_text(used, unit_.context) << verb_of(written)
      << access_text(written, unit_.context) << used.expression->getSourceRange();
  diagnostics_.report(Diag::note_receive_uses, written.location)
      << verb_of(written) << access_text(written, unit_.context);
  say_written(written);
  say_hidden(written, used);
  if (certain) say_fix(used, receive, send);
}

void MoveDiagnostics::say_fix(const Access& used, const Block& receive, const Block& send) {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(used.path.base);
  if (variable != nullptr && variable->isLocalVarDecl() && !used.path.dereferenced &&
      counts_with(receive.statement(), variable) && counts_with(send.statement(), variable)) {
    diagnostics_.report(Diag::note_declare_in_for, variable->getLocation())
        << variable->getNameAsString();
    return;
  }
  diagnostics_.report(Diag::note_join_receive, receive.directive->name);
}

/// Both use the same memory, but it is unknown whether a called function accesses it.
bool MoveDiagnostics::say_call(const Access& written, const Access& used) {
  const bool receives = written.callee.has_value();
  if (!receives && !used.callee) return false;
  const Access& other = receives ? used : written;
  const Access& called = receives ? written : used;
  diagnostics_.report(receives ? Diag::send_may_need_receive : Diag::send_may_use_received,
                      used.location)
      << verb_of(other) << access_text(other, unit_.context) << (called.write ? "written" : "read")
      << *called.callee;
  diagnostics_.report(Diag::note_receive_uses, written.location)
      << verb_of(written) << access_text(written, unit_.context);
  say_written(called);
  say_hidden(written, used);
  return true;
}

/// Neither call names what both of them use.
void MoveDiagnostics::say_hidden(const Access& one, const Access& other) {
  if (one.path.hidden != other.path.hidden) return;
  if (const std::optional<llvm::StringRef> what = description_of(one.path.hidden))
    diagnostics_.report(Diag::note_hidden_state, other.location) << *what;
}

/// Reports an access in the body of a function that the statement calls.
void MoveDiagnostics::say_written(const Access& access) {
  if (!access.callee || !access.inside.isValid()) return;
  diagnostics_.report(Diag::note_used_inside, access.inside)
      << access_text(access, unit_.context) << (access.write ? "written" : "read");
}

}  // namespace bamboo::translator
