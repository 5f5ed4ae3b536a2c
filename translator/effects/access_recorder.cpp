// SPDX-License-Identifier: Apache-2.0
#include "effects/access_recorder.h"

#include "effects/reachable_calls.h"

namespace bamboo::translator {

void AccessRecorder::add(Place place, bool write, const clang::Stmt* expression) {
  Access access;
  access.place = std::move(place);
  access.write = write;
  access.expression = expression;
  record(std::move(access), expression);
}

void AccessRecorder::add_message(Place place, bool write, const clang::Stmt* expression,
                                 const clang::Stmt* made_by) {
  Access access;
  access.place = std::move(place);
  access.write = write;
  access.message = true;
  access.expression = expression;
  record(std::move(access), made_by);
}

void AccessRecorder::add_lent(Place place, bool write, bool certain, const clang::Expr* argument,
                              const clang::Stmt& call) {
  Access access;
  access.place = std::move(place);
  access.write = write;
  access.certain = certain;
  access.expression = pointed_at(argument);
  record(std::move(access), argument, &call);
}

void AccessRecorder::add_hidden(const clang::Stmt& by, const HiddenUse& use,
                                const clang::FunctionDecl* callee) {
  if (use.state == HiddenState::none) return;
  Place place;
  place.anchor = callee != nullptr ? callee->getCanonicalDecl() : nullptr;
  place.hidden = use.state;
  if (use.reads) add(place, false, &by);
  if (use.writes) add(place, true, &by);
}

void AccessRecorder::record(Access access, const clang::Stmt* at, const clang::Stmt* lent_to) {
  const CallFrames::Frame& frame = frames_.current();
  const bool in_call = frames_.in_call();
  Place& place = access.place;
  if (place.self && frame.new_object) return;
  if (place.self && frame.self) place = place_in(*frame.self, place);
  if (in_call || lent_to != nullptr) access.certain &= frames_.runs() && known_element(place);
  if (!rename_for_caller(access)) return;
  const bool named = place.hidden == HiddenState::none;
  if (named && llvm::isa_and_nonnull<clang::FunctionDecl, clang::EnumConstantDecl>(place.anchor)) {
    return;
  }
  if (!place.type.isNull() && is_request_type(place.type)) return;
  const bool variable = !place.deref && !place.self && place.anchor != nullptr;
  access.exposed = access.write || !variable || !frames_.is_set(place.anchor);
  if (place.hidden == HiddenState::error_number) {
    // Who asks for it asks about the last call before.
    access.exposed = access.write || !error_set_;
    error_set_ |= access.write;
  }
  const bool whole = variable && place.fields.empty() && place.offset.empty();
  if (access.write && whole && access.certain) frames_.set(place.anchor);
  if (in_call) {
    access.callee = frame.callee;
    access.inside = at->getBeginLoc();
  } else if (lent_to != nullptr) {
    access.callee = callee_name(*lent_to);
  }
  access.location = frame.site != nullptr ? location_of(*frame.site) : at->getBeginLoc();
  accesses_.push_back(std::move(access));
}

/// A called function's own variables are gone when it returns: false. What its parameters point to
/// was lent to it, and counted with the names of the caller; what is certain of it counts once
/// more.
bool AccessRecorder::rename_for_caller(Access& access) const {
  const auto* variable = llvm::dyn_cast_or_null<clang::VarDecl>(access.place.anchor);
  if (variable == nullptr || !frames_.owns(*variable)) return true;
  const auto* parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable);
  if (access.place.deref && parameter == nullptr) return true;
  if (!access.certain || !access.place.deref) return false;
  const Given* given = given_for(frames_.current().given, *parameter, access.place);
  if (given == nullptr) return false;
  access.place = place_in(given->place, access.place);
  access.expression = pointed_at(given->argument);
  return true;
}

}  // namespace bamboo::translator
