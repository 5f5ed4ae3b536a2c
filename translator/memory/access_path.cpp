// SPDX-License-Identifier: Apache-2.0
#include "memory/access_path.h"

#include "models/borrowed_memory.h"
#include "syntax/expressions.h"
#include "syntax/source_text.h"

namespace bamboo::translator {
namespace {

void add_offset(Place& place, const clang::Expr* index, clang::ASTContext& context) {
  clang::Expr::EvalResult value;
  if (!index->isValueDependent() && index->EvaluateAsInt(value, context)) {
    place.numbers.push_back(value.Val.getInt().getExtValue());
  } else {
    place.all_numbers = false;
  }
  place.offset += "[" + text_of(index, context) + "]";
}

/// A pointer, or a view: the memory is that behind it.
Place behind(const clang::Expr* holder, clang::ASTContext& context) {
  Place place;
  place.anchor = pointer_holder(holder);
  place.deref = true;
  place.holder = text_of(holder, context);
  return place;
}

/// All that an object hands out.
Place memory_of(const clang::Expr* object, clang::ASTContext& context) {
  if (object->getType()->isPointerType()) return target_of(object, context);
  const clang::Expr* expression = without_temporaries(object);
  if (!is_view(expression->getType())) return place_of(expression, context);
  if (pointer_holder(expression) != nullptr) return behind(expression, context);
  const std::vector<Place> places = places_of_view(expression, context);
  if (places.size() != 1) return {};
  Place place = places.front();
  place.vague = true;
  return place;
}

Place place_handed(const Handed& handed, clang::ASTContext& context) {
  Place place = memory_of(handed.object, context);
  for (const clang::Expr* index : handed.indices) add_offset(place, index, context);
  place.vague = place.vague || handed.vague;
  return place;
}

}  // namespace

Place place_of(const clang::Expr* lvalue, clang::ASTContext& context) {
  const clang::Expr* expression = without_temporaries(lvalue);
  Place place;
  place.type = expression->getType();
  if (const auto* name = llvm::dyn_cast<clang::DeclRefExpr>(expression)) {
    place.anchor = one_declaration(name->getDecl());
    place.deref = place.anchor->getType()->isReferenceType();
    place.holder = place.anchor->getNameAsString();
  } else if (const auto* member = llvm::dyn_cast<clang::MemberExpr>(expression)) {
    place = member->isArrow() ? target_of(member->getBase(), context)
                              : place_of(member->getBase(), context);
    if (const auto* field = llvm::dyn_cast<clang::FieldDecl>(member->getMemberDecl())) {
      place.fields.push_back(field);
    }
    place.type = expression->getType();
  } else if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    place = target_of(element->getBase(), context);
    add_offset(place, element->getIdx(), context);
    place.type = expression->getType();
  } else if (const clang::FunctionDecl* errors = error_number_of(expression)) {
    place.anchor = errors;
    place.hidden = HiddenState::error_number;
  } else if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
             op != nullptr && op->getOpcode() == clang::UO_Deref) {
    place = target_of(op->getSubExpr(), context);
    place.type = expression->getType();
  } else if (const Handed handed = handed_by(expression); handed.object != nullptr) {
    place = place_handed(handed, context);
    place.type = expression->getType();
  }
  return place;
}

Place target_of(const clang::Expr* pointer, clang::ASTContext& context) {
  const clang::Expr* expression = without_temporaries(pointer);
  // Behind all casts: `(void *)buffer` still points to doubles.
  clang::QualType pointee = expression->getType()->getPointeeType();
  Place place;
  if (expression->getType()->isArrayType()) {
    place = place_of(expression, context);
    place.type = context.getBaseElementType(expression->getType());
    return place;
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
      op != nullptr && op->getOpcode() == clang::UO_AddrOf) {
    return place_of(op->getSubExpr(), context);
  }
  if (const auto* op = llvm::dyn_cast<clang::UnaryOperator>(expression);
      op != nullptr && op->isIncrementDecrementOp()) {
    place = target_of(op->getSubExpr(), context);
    place.offset += "[?]";
    place.all_numbers = false;
    return place;
  }
  if (const auto* op = llvm::dyn_cast<clang::BinaryOperator>(expression);
      op != nullptr && op->isAdditiveOp()) {
    const bool left = !op->getLHS()->getType()->isIntegerType();
    place = target_of(left ? op->getLHS() : op->getRHS(), context);
    if (op->getOpcode() == clang::BO_Add) {
      add_offset(place, left ? op->getRHS() : op->getLHS(), context);
    } else {
      place.offset += "[-" + text_of(op->getRHS(), context) + "]";
      place.all_numbers = false;
    }
    return place;
  }
  place.type = pointee;
  if (const Handed handed = handed_by(expression); handed.object != nullptr) {
    // A pointer that is an element points away from its vector.
    if (expression->isGLValue()) return {};
    place = place_handed(handed, context);
    place.type = pointee;
    return place;
  }
  if (llvm::isa<clang::CXXThisExpr>(expression)) {
    place.self = true;
    return place;
  }
  if (const auto* element = llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
    // An array of pointers: its elements are told apart by their subscript.
    const Place table = place_of(element, context);
    place.all_numbers = table.all_numbers;
  }
  const Place known = place;
  place = behind(expression, context);
  place.type = known.type;
  place.all_numbers = known.all_numbers;
  return place;
}

Place place_of_object(const clang::Expr& object, clang::ASTContext& context) {
  return object.getType()->isPointerType() ? target_of(&object, context)
                                           : place_of(&object, context);
}

std::vector<Place> places_of_view(const clang::Expr* view, clang::ASTContext& context) {
  const clang::Expr* expression = without_temporaries(view);
  const clang::QualType type = expression->getType();
  if (type->isPointerType() || type->isArrayType()) {
    if (llvm::isa<clang::StringLiteral>(expression)) return {};
    return {target_of(expression, context)};
  }
  if (pointer_holder(expression) != nullptr || !type->isRecordType()) {
    return {is_view(type) ? behind(expression, context) : place_of(expression, context)};
  }
  if (const Handed handed = handed_by(expression); handed.object != nullptr) {
    return {memory_of(handed.object, context)};
  }
  std::vector<Place> places;
  for (const clang::Expr* part : parts_of(expression)) {
    llvm::append_range(places, places_of_view(part, context));
  }
  return places;
}

Place place_in(const Place& object, const Place& field) {
  Place place = object;
  if (!field.fields.empty() || !field.offset.empty()) {
    llvm::append_range(place.fields, field.fields);
    place.offset += field.offset;
    llvm::append_range(place.numbers, field.numbers);
    place.all_numbers = object.all_numbers && field.all_numbers;
  }
  place.vague = object.vague || field.vague;
  place.type = field.type;
  return place;
}

}  // namespace bamboo::translator
