// SPDX-License-Identifier: Apache-2.0
#include "models/borrowed_memory.h"

#include "models/library_functions.h"

namespace bamboo::translator {
namespace {

bool is_handle(clang::QualType pointee) {
  const clang::RecordDecl* record = pointee->getAsRecordDecl();
  return pointee->isFunctionType() || (record != nullptr && record->getDefinition() == nullptr) ||
         (pointee.isConstQualified() && pointee->isAnyCharacterType());
}

bool points_elsewhere(clang::QualType type) {
  if (type->isReferenceType()) return true;
  if (type->isPointerType()) return !is_handle(type->getPointeeType());
  const auto* array = type->getAsArrayTypeUnsafe();
  return array != nullptr ? points_elsewhere(array->getElementType()) : is_view(type);
}

bool is_library_view(const clang::CXXRecordDecl& record) {
  static const std::set<llvm::StringRef> names = {
      "span",        "mdspan",       "reference_wrapper", "shared_ptr",     "weak_ptr",
      "slice_array", "gslice_array", "mask_array",        "indirect_array", "initializer_list"};
  if (!record.getDeclName().isIdentifier()) return false;
  const llvm::StringRef name = record.getName();
  return names.count(name) != 0 || name.contains("iter") || name.ends_with("_view");
}

const std::set<llvm::StringRef>& handing_names() {
  static const std::set<llvm::StringRef> names = {"data",   "get",  "c_str",  "front", "begin",
                                                  "at",     "end",  "rbegin", "rend",  "back",
                                                  "cbegin", "cend", "value"};
  return names;
}

bool is_handing_operator(clang::OverloadedOperatorKind kind) {
  return kind == clang::OO_Subscript || kind == clang::OO_Star || kind == clang::OO_Arrow ||
         kind == clang::OO_Call;
}

bool returns_memory(const clang::CXXMethodDecl& method) {
  const clang::QualType type = method.getReturnType();
  return type->isReferenceType() || type->isPointerType() || is_view(type);
}

bool in_library(const clang::CXXRecordDecl& record) {
  if (record.isInStdNamespace()) return true;
  const auto* space =
      llvm::dyn_cast<clang::NamespaceDecl>(record.getDeclContext()->getEnclosingNamespaceContext());
  return space != nullptr && space->getName() == "__gnu_cxx";
}

}  // namespace

bool is_view(clang::QualType type) {
  if (type.isNull()) return false;
  const clang::CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getDefinition() == nullptr || record->isLambda()) return false;
  record = record->getDefinition();
  if (in_library(*record)) return is_library_view(*record);
  // A class with a user-defined destructor owns memory.
  if (const auto* destructor = record->getDestructor()) {
    if (destructor->isUserProvided()) return false;
  }
  return llvm::any_of(record->bases(), [](const auto& base) { return is_view(base.getType()); }) ||
         llvm::any_of(record->fields(), [](const clang::FieldDecl* field) {
           return points_elsewhere(field->getType());
         });
}

bool is_constant_view(clang::QualType type) {
  const auto* record =
      llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (record == nullptr || !in_library(*record)) return false;
  if (record->getName() == "basic_string_view" || record->getName() == "initializer_list")
    return true;
  const clang::TemplateArgumentList& arguments = record->getTemplateArgs();
  if (arguments.size() == 0 || arguments[0].getKind() != clang::TemplateArgument::Type)
    return false;
  const clang::QualType element = arguments[0].getAsType();
  return element.isConstQualified() ||
         (element->isPointerType() && element->getPointeeType().isConstQualified()) ||
         is_constant_view(element);
}

DependentCall dependent_call(const clang::Expr* expression) {
  const auto* call = llvm::dyn_cast<clang::CallExpr>(expression);
  if (call == nullptr) return {};
  const auto* member =
      llvm::dyn_cast<clang::CXXDependentScopeMemberExpr>(call->getCallee()->IgnoreParenImpCasts());
  if (member == nullptr || member->isImplicitAccess() || !member->getMember().isIdentifier())
    return {};
  clang::QualType type = member->getBase()->getType();
  if (member->isArrow() && type->isPointerType()) type = type->getPointeeType();
  const auto* made = type.getNonReferenceType()->getAs<clang::TemplateSpecializationType>();
  const clang::TemplateDecl* pattern =
      made != nullptr ? made->getTemplateName().getAsTemplateDecl() : nullptr;
  const auto* record =
      pattern != nullptr ? llvm::dyn_cast_or_null<clang::CXXRecordDecl>(pattern->getTemplatedDecl())
                         : nullptr;
  if (record == nullptr || !in_library(*record) || is_library_view(*record)) return {};
  return {member->getBase(), member->getMember().getAsIdentifierInfo()->getName()};
}

bool DependentCall::changes() const {
  static const std::set<llvm::StringRef> asking = {
      "size",     "empty", "length", "capacity",    "max_size",    "count",
      "contains", "find",  "rank",   "lower_bound", "upper_bound", "has_value"};
  return handing_names().count(name) == 0 && asking.count(name) == 0;
}

BorrowedMemory borrowed_from(const clang::Expr* expression) {
  if (const DependentCall call = dependent_call(expression); call.object != nullptr) {
    if (handing_names().count(call.name) == 0) return {};
    BorrowedMemory borrowed = {call.object, {}, false};
    const auto& written = *llvm::cast<clang::CallExpr>(expression);
    if (written.getNumArgs() == 1) borrowed.indices.push_back(written.getArg(0));
    return borrowed;
  }
  if (const auto* call = llvm::dyn_cast<clang::CXXMemberCallExpr>(expression)) {
    const clang::CXXMethodDecl* method = call->getMethodDecl();
    if (method == nullptr || !method->getDeclName().isIdentifier()) return {};
    BorrowedMemory borrowed = {call->getImplicitObjectArgument(), {}, false};
    if (handing_names().count(method->getName()) == 0) {
      if (is_library_function(*method) || !returns_memory(*method)) return {};
      borrowed.vague = true;
    } else if (call->getNumArgs() == 1) {
      borrowed.indices.push_back(call->getArg(0));
    }
    return borrowed;
  }
  if (const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(expression)) {
    if (!is_handing_operator(call->getOperator()) || call->getNumArgs() == 0) return {};
    const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(call->getDirectCallee());
    if (call->getDirectCallee() != nullptr && method == nullptr) return {};
    if (method != nullptr && !returns_memory(*method)) return {};
    if (method != nullptr && method->getParent()->isLambda()) return {};
    BorrowedMemory borrowed = {call->getArg(0), {}, false};
    for (unsigned i = 1; i < call->getNumArgs(); ++i) borrowed.indices.push_back(call->getArg(i));
    return borrowed;
  }
  return {};
}

bool hands_out(const clang::CXXMethodDecl& method) {
  if (!is_library_function(method)) return false;
  if (method.isOverloadedOperator())
    return is_handing_operator(method.getOverloadedOperator()) && returns_memory(method);
  return method.getDeclName().isIdentifier() && handing_names().count(method.getName()) != 0;
}

std::vector<const clang::Expr*> parts_of(const clang::Expr* view) {
  std::vector<const clang::Expr*> parts;
  if (const auto* made = llvm::dyn_cast<clang::CXXConstructExpr>(view)) {
    llvm::append_range(parts, made->arguments());
  } else if (const auto* list = llvm::dyn_cast<clang::InitListExpr>(view)) {
    llvm::append_range(parts, list->inits());
  } else if (const auto* call = llvm::dyn_cast<clang::CallExpr>(view)) {
    if (const auto* member = llvm::dyn_cast<clang::CXXMemberCallExpr>(call))
      parts.push_back(member->getImplicitObjectArgument());
    llvm::append_range(parts, call->arguments());
  }
  const auto number = [](const clang::Expr* part) {
    const clang::QualType type = part->getType();
    return !type->isPointerType() && !type->isArrayType() && !type->isRecordType() &&
           !type->isDependentType();
  };
  llvm::erase_if(parts, number);
  return parts;
}

}  // namespace bamboo::translator
