// SPDX-License-Identifier: Apache-2.0
#include "memory/access_path.h"

#include "models/borrowed_memory.h"
#include "syntax/expressions.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

void add_offset(AccessPath& path, const clang::Expr* index, clang::ASTContext& context) {
  clang::Expr::EvalResult value;
  if (!index->isValueDependent() && index->EvaluateAsInt(value, context))
    path.numbers.push_back(value.Val.getInt().getExtValue());
  else
    path.all_numbers = false;
  path.offset += "[" + text_of(index, context) + "]";
}

/// A pointer, or a view: the memory is that behind it.
AccessPath behind(const clang::Expr* holder, clang::ASTContext& context) {
  AccessPath path;
  path.base = pointer_holder(holder);
  path.dereferenced = true;
  path.holder = text_of(holder, context);
  return path;
}

/// Returns everything to which the object gives access.
AccessPath memory_of(const clang::Expr* object, clang::ASTContext& context) {
  if (object->getType()->isPointerType()) return path_behind(object, context);
  const clang::Expr* expression = without_temporaries(object);
  if (!is_view(expression->getType())) return path_of(expression, context);
  if (pointer_holder(expression) != nullptr) return behind(expression, context);
  const std::vector<AccessPath> paths = paths_of_view(expression, context);
  if (paths.size() != 1) return {};
  AccessPath path = paths.front();
  path.vague = true;
  return path;
}

AccessPath path_of_borrowed(const BorrowedMemory& borrowed, clang::ASTContext& context) {
  AccessPath path = memory_of(borrowed.object, context);
  for (const clang::Expr* index : borrowed.indices) add_offset(path, index, context);
  path.vague = path.vague || borrowed.vague;
  return path;
}

}  // namespace

AccessPath path_of(const clang::Expr* lvalue, clang::ASTContext& context) {
  const clang::Expr* expression = without_temporaries(lvalue);
  AccessPath path;
  path.type = expression->getType();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    path.base = one_declaration(name->getDecl());
    path.dereferenced = path.base->getType()->isReferenceType();
    path.holder = path.base->getNameAsString();
  } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    path = member->isArrow() ? path_behind(member->getBase(), context)
                             : path_of(member->getBase(), context);
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl()))
      path.fields.push_back(field);
    path.type = expression->getType();
  } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    path = path_behind(element->getBase(), context);
    add_offset(path, element->getIdx(), context);
    path.type = expression->getType();
  } else if (const clang::FunctionDecl* errors = error_number_of(expression)) {
    path.base = errors;
    path.hidden = HiddenState::error_number;
  } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
             op != nullptr && op->getOpcode() == clang::UO_Deref) {
    path = path_behind(op->getSubExpr(), context);
    path.type = expression->getType();
  } else if (const BorrowedMemory borrowed = borrowed_from(expression);
             borrowed.object != nullptr) {
    path = path_of_borrowed(borrowed, context);
    path.type = expression->getType();
  }
  return path;
}

AccessPath path_behind(const clang::Expr* pointer, clang::ASTContext& context) {
  const clang::Expr* expression = without_temporaries(pointer);
  // Look through all casts: `(void *)buffer` still points to doubles.
  clang::QualType pointee = expression->getType()->getPointeeType();
  AccessPath path;
  if (expression->getType()->isArrayType()) {
    path = path_of(expression, context);
    path.type = context.getBaseElementType(expression->getType());
    return path;
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
      op != nullptr && op->getOpcode() == clang::UO_AddrOf) {
    return path_of(op->getSubExpr(), context);
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
      op != nullptr && op->isIncrementDecrementOp()) {
    path = path_behind(op->getSubExpr(), context);
    path.offset += "[?]";
    path.all_numbers = false;
    return path;
  }
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
      op != nullptr && op->isAdditiveOp()) {
    const bool left = !op->getLHS()->getType()->isIntegerType();
    path = path_behind(left ? op->getLHS() : op->getRHS(), context);
    if (op->getOpcode() == clang::BO_Add) {
      add_offset(path, left ? op->getRHS() : op->getLHS(), context);
    } else {
      path.offset += "[-" + text_of(op->getRHS(), context) + "]";
      path.all_numbers = false;
    }
    return path;
  }
  path.type = pointee;
  if (const BorrowedMemory borrowed = borrowed_from(expression); borrowed.object != nullptr) {
    // A pointer that is an element points away from its vector.
    if (expression->isGLValue()) return {};
    path = path_of_borrowed(borrowed, context);
    path.type = pointee;
    return path;
  }
  if (llvm::isa<clang::CXXThisExpr>(expression)) {
    path.self = true;
    return path;
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    // An array of pointers: the subscript distinguishes its elements.
    const AccessPath table = path_of(element, context);
    path.all_numbers = table.all_numbers;
  }
  const AccessPath known = path;
  path = behind(expression, context);
  path.type = known.type;
  path.all_numbers = known.all_numbers;
  return path;
}

AccessPath path_of_object(const clang::Expr& object, clang::ASTContext& context) {
  return object.getType()->isPointerType() ? path_behind(&object, context)
                                           : path_of(&object, context);
}

std::vector<AccessPath> paths_of_view(const clang::Expr* view, clang::ASTContext& context) {
  const clang::Expr* expression = without_temporaries(view);
  const clang::QualType type = expression->getType();
  if (type->isPointerType() || type->isArrayType()) {
    if (llvm::isa<clang::StringLiteral>(expression)) return {};
    return {path_behind(expression, context)};
  }
  if (pointer_holder(expression) != nullptr || !type->isRecordType())
    return {is_view(type) ? behind(expression, context) : path_of(expression, context)};
  if (const BorrowedMemory borrowed = borrowed_from(expression); borrowed.object != nullptr)
    return {memory_of(borrowed.object, context)};
  std::vector<AccessPath> paths;
  for (const clang::Expr* part : parts_of(expression))
    llvm::append_range(paths, paths_of_view(part, context));
  return paths;
}

AccessPath path_within(const AccessPath& object, const AccessPath& field) {
  AccessPath path = object;
  if (!field.fields.empty() || !field.offset.empty()) {
    llvm::append_range(path.fields, field.fields);
    path.offset += field.offset;
    llvm::append_range(path.numbers, field.numbers);
    path.all_numbers = object.all_numbers && field.all_numbers;
  }
  path.vague = object.vague || field.vague;
  path.type = field.type;
  return path;
}

}  // namespace bamboo::translator
