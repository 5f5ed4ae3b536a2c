// SPDX-License-Identifier: Apache-2.0
#include "checks/jumps.h"

#include "effects/reachable_calls.h"
#include "frontend/diagnostics.h"
#include "models/library_functions.h"
#include "models/long_jumps.h"
#include "syntax/calls.h"
#include "syntax/expressions.h"

namespace bamboo::translator {
namespace {

/// A jump from one statement to another of the same function, as `goto` and `switch` make.
struct Jump {
  const clang::Stmt* from;
  const clang::Stmt* to;
  std::string name;
};

struct LongJump {
  const clang::CallExpr* call;  ///< in the function itself
  std::string name;
  const clang::ValueDecl* buffer;  ///< its jmp_buf; null: not known, or in a called function
};

/// A label whose address is taken.
struct Address {
  const clang::AddrLabelExpr* expression;
  const clang::LabelStmt* label;
};

/// All jumps of one function.
struct Jumps {
  std::vector<Jump> direct;
  std::vector<const clang::IndirectGotoStmt*> computed;
  std::vector<Address> addresses;
  std::vector<LongJump> set, jump;  ///< setjmp and longjmp in all their forms
};

const clang::ValueDecl* buffer_of(const clang::CallExpr& call) {
  if (call.getNumArgs() == 0) return nullptr;
  const clang::Expr* buffer = call.getArg(0)->IgnoreParenCasts();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(buffer))
    return one_declaration(name->getDecl());
  if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(buffer))
    return member->getMemberDecl();
  return nullptr;
}

class JumpCollector : public clang::RecursiveASTVisitor<JumpCollector> {
 public:
  explicit JumpCollector(Jumps& jumps) : jumps_(jumps) {}

  bool VisitGotoStmt(clang::GotoStmt* jump) {
    add(jump, jump->getLabel(), "goto " + jump->getLabel()->getNameAsString());
    return true;
  }
  bool VisitGCCAsmStmt(clang::GCCAsmStmt* jump) {
    for (clang::AddrLabelExpr* label : jump->labels()) add(jump, label->getLabel(), "asm goto");
    return true;
  }
  bool VisitSwitchStmt(clang::SwitchStmt* jump) {
    for (const clang::SwitchCase* to = jump->getSwitchCaseList(); to != nullptr;
         to = to->getNextSwitchCase()) {
      jumps_.direct.push_back({jump, to, "switch"});
    }
    return true;
  }
  bool VisitIndirectGotoStmt(clang::IndirectGotoStmt* jump) {
    jumps_.computed.push_back(jump);
    return true;
  }
  bool VisitAddrLabelExpr(clang::AddrLabelExpr* address) {
    const clang::LabelStmt* label = address->getLabel()->getStmt();
    if (label != nullptr) jumps_.addresses.push_back({address, label});
    return true;
  }
  bool VisitCallExpr(clang::CallExpr* call) {
    visit_call(*call, *call);
    return true;
  }

 private:
  void add(const clang::Stmt* from, const clang::LabelDecl* label, std::string name) {
    if (label->getStmt() == nullptr) return;
    jumps_.direct.push_back({from, label->getStmt(), std::move(name)});
  }

  void visit_call(const clang::CallExpr& call, const clang::CallExpr& site) {
    const LongJumpKind kind = long_jump_kind(call);
    if (kind != LongJumpKind::None) {
      // A setjmp in a called function is over when that one returns.
      const bool direct = &call == &site;
      const std::string name = llvm::StringRef(callee_name(call)).ltrim('_').str();
      if (kind == LongJumpKind::Jump) jumps_.jump.push_back({&site, name, buffer_of(call)});
      if (kind == LongJumpKind::Set && direct) jumps_.set.push_back({&site, name, buffer_of(call)});
      return;
    }
    const clang::FunctionDecl* callee = callee_of(call);
    const clang::FunctionDecl* definition = nullptr;
    if (callee == nullptr || is_library_function(*callee) || !callee->hasBody(definition)) return;
    if (!entered_.insert({&site, definition}).second) return;
    enter(definition->getBody(), site);
  }

  void enter(const clang::Stmt* statement, const clang::CallExpr& site) {
    for (const clang::Stmt* child : statement->children()) {
      if (child == nullptr) continue;
      if (const auto* call = llvm::dyn_cast<clang::CallExpr>(child)) visit_call(*call, site);
      enter(child, site);
    }
  }

  Jumps& jumps_;
  std::set<std::pair<const clang::CallExpr*, const clang::FunctionDecl*>> entered_;
};

class JumpChecker {
 public:
  JumpChecker(const AnnotatedUnit& unit, Diagnostics& diagnostics)
      : unit_(unit), diagnostics_(diagnostics) {}

  void check() {
    for (const auto& region : unit_.regions) check_scope(*region->directive, *region->binding);
    for (const auto& block : unit_.blocks) check_scope(*block->directive, *block->binding);
  }

 private:
  void check_scope(const Directive& directive, const Binding& binding) {
    if (binding.function == nullptr || binding.function->getBody() == nullptr) return;
    const Jumps& jumps = jumps_of(*binding.function);
    const auto inside = [&](const clang::Stmt* statement) {
      return unit_.parents.contains(binding.statement, statement);
    };
    for (const Jump& jump : jumps.direct) {
      if (inside(jump.from) || !inside(jump.to) || !first(jump.from, jump.to)) continue;
      report(Diag::jump_into, jump.from->getBeginLoc(), directive) << jump.name;
      diagnostics_.report(Diag::note_jump_target, jump.to->getBeginLoc());
      diagnostics_.report(Diag::note_jump_fix, directive.name);
    }
    for (const clang::IndirectGotoStmt* jump : jumps.computed) {
      for (const Address& address : jumps.addresses) {
        if (inside(jump) == inside(address.label) || !first(jump, address.label)) continue;
        report(Diag::jump_computed, jump->getGotoLoc(), directive)
            << (inside(jump) ? "out" : "into the middle");
        diagnostics_.report(Diag::note_jump_target, address.label->getBeginLoc());
        diagnostics_.report(Diag::note_label_address, address.expression->getAmpAmpLoc());
        diagnostics_.report(Diag::note_jump_fix, directive.name);
      }
    }
    for (const LongJump& jump : jumps.jump) check_long_jump(jump, jumps.set, directive, inside);
  }

  void check_long_jump(const LongJump& jump, llvm::ArrayRef<LongJump> targets,
                       const Directive& directive,
                       llvm::function_ref<bool(const clang::Stmt*)> inside) {
    const auto meets_inside = [&](const LongJump& set) {
      const bool meet =
          jump.buffer == nullptr || set.buffer == nullptr || jump.buffer == set.buffer;
      return meet && inside(set.call);
    };
    const auto* target = llvm::find_if(targets, meets_inside);
    const bool found = target != targets.end();
    if (inside(jump.call) == found || !first(jump.call, found ? target->call : nullptr)) return;
    report(found ? Diag::long_jump_into : Diag::long_jump_out, jump.call->getExprLoc(), directive)
        << jump.name;
    if (found) diagnostics_.report(Diag::note_jump_target, target->call->getExprLoc());
    diagnostics_.report(found ? Diag::note_jump_fix : Diag::note_long_jump_fix, directive.name);
  }

  /// One message for each jump: that of the outermost scope, which `check` visits first.
  bool first(const clang::Stmt* from, const clang::Stmt* to) {
    return reported_.insert({from, to}).second;
  }

  /// `%0` and `%1` of the message name the scope that is entered or left.
  clang::DiagnosticBuilder report(Diag diag, clang::SourceLocation where,
                                  const Directive& directive) {
    const bool region = directive.kind == DirectiveKind::Olap;
    auto builder = diagnostics_.report(diag, where);
    builder << (region ? "region" : directive_name(directive.kind).str() + " block")
            << unit_.line(directive.name);
    return builder;
  }

  const Jumps& jumps_of(const clang::FunctionDecl& function) {
    const auto [found, added] = jumps_.try_emplace(&function);
    if (added) JumpCollector(found->second).TraverseStmt(function.getBody());
    return found->second;
  }

  const AnnotatedUnit& unit_;
  Diagnostics& diagnostics_;
  std::map<const clang::FunctionDecl*, Jumps> jumps_;
  std::set<std::pair<const clang::Stmt*, const clang::Stmt*>> reported_;
};

}  // namespace

void check_jumps(const AnnotatedUnit& unit, Diagnostics& diagnostics) {
  JumpChecker(unit, diagnostics).check();
}

}  // namespace bamboo::translator
