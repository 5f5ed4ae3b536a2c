// SPDX-License-Identifier: Apache-2.0
#include "effects/access_recorder.h"

#include "effects/reachable_calls.h"

namespace bamboo::translator {

void AccessRecorder::add(AccessPath path, bool write, const clang::Stmt* expression) {
  Access access;
  access.path = std::move(path);
  access.write = write;
  access.expression = expression;
  record(std::move(access), expression);
}

void AccessRecorder::add_message(AccessPath path, bool write, const clang::Stmt* expression,
                                 const clang::Stmt* made_by) {
  Access access;
  access.path = std::move(path);
  access.write = write;
  access.message = true;
  access.expression = expression;
  record(std::move(access), made_by);
}

void AccessRecorder::add_lent(AccessPath path, bool write, bool certain,
                              const clang::Expr* argument, const clang::Stmt& call) {
  Access access;
  access.path = std::move(path);
  access.write = write;
  access.certain = certain;
  access.expression = pointed_at(argument);
  record(std::move(access), argument, &call);
}

void AccessRecorder::add_hidden(const clang::Stmt& by, const HiddenUse& use,
                                const clang::FunctionDecl* callee) {
  if (use.state == HiddenState::none) return;
  AccessPath path;
  path.base = callee != nullptr ? callee->getCanonicalDecl() : nullptr;
  path.hidden = use.state;
  if (use.reads) add(path, false, &by);
  if (use.writes) add(path, true, &by);
}

void AccessRecorder::record(Access access, const clang::Stmt* at, const clang::Stmt* lent_to) {
  const CallFrames::Frame& frame = frames_.current();
  const bool in_call = frames_.in_call();
  AccessPath& path = access.path;
  if (path.self && frame.new_object) return;
  if (path.self && frame.self) path = path_within(*frame.self, path);
  if (in_call || lent_to != nullptr) access.certain &= frames_.runs() && known_element(path);
  if (!rename_for_caller(access)) return;
  const bool named = path.hidden == HiddenState::none;
  if (named && llvm::isa_and_nonnull<clang::FunctionDecl, clang::EnumConstantDecl>(path.base))
    return;
  if (!path.type.isNull() && is_request_type(path.type)) return;
  const bool variable = !path.dereferenced && !path.self && path.base != nullptr;
  access.exposed = access.write || !variable || !frames_.is_set(path.base);
  if (path.hidden == HiddenState::error_number) {
    // A read of errno depends on the last call before it.
    access.exposed = access.write || !error_set_;
    error_set_ |= access.write;
  }
  const bool whole = variable && path.fields.empty() && path.offset.empty();
  if (access.write && whole && access.certain) frames_.set(path.base);
  if (in_call) {
    access.callee = frame.callee;
    access.inside = at->getBeginLoc();
  } else if (lent_to != nullptr) {
    access.callee = callee_name(*lent_to);
  }
  access.location = frame.site != nullptr ? location_of(*frame.site) : at->getBeginLoc();
  accesses_.push_back(std::move(access));
}

/// Returns false for a called function's own variable, which ends with the function. Memory behind
/// a parameter belongs to the caller: a certain access to it gets the caller's names. An uncertain
/// one is dropped, because the call itself is recorded.
bool AccessRecorder::rename_for_caller(Access& access) const {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(access.path.base);
  if (variable == nullptr || !frames_.owns(*variable)) return true;
  const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);
  if (access.path.dereferenced && parameter == nullptr) return true;
  if (!access.certain || !access.path.dereferenced) return false;
  const Actual* actual = actual_for(frames_.current().actuals, *parameter, access.path);
  if (actual == nullptr) return false;
  access.path = path_within(actual->path, access.path);
  access.expression = pointed_at(actual->argument);
  return true;
}

}  // namespace bamboo::translator
