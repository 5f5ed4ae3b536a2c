// SPDX-License-Identifier: Apache-2.0
#include "matching/collective_call.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "objects/process_handles.h"
#include "types/datatype.h"
#include "types/operation.h"

namespace bamboo::mpi {

namespace {

// Sorted. Functions that are not listed have no number of their own.
constexpr auto functions = std::to_array<std::string_view>({
#include "matching/collective_names.inc"
});

static_assert(std::ranges::is_sorted(functions));
static_assert(functions.size() < CollectiveCall::most_functions);

/// Returns 0 for a function that is not listed. A form with large counts has the same number.
std::uintptr_t number_of(std::string_view function) {
  if (function.ends_with("_c")) function.remove_suffix(2);
  const auto found = std::ranges::lower_bound(functions, function);
  if (found == functions.end() || *found != function) return 0;
  return static_cast<std::uintptr_t>(found - functions.begin()) + 1;
}

constexpr std::uintptr_t first_type = 0x200;  // the ABI's predefined types: 0x200 … 0x2ff

MPI_Datatype type_with_number(unsigned number) {
  return reinterpret_cast<MPI_Datatype>(first_type + number);
}

MPI_Op operation_with_number(unsigned number) {
  return reinterpret_cast<MPI_Op>(std::uintptr_t{number});
}

}  // namespace

CollectiveCall::CollectiveCall(const char* function, int root, MPI_Op op, MPI_Datatype type) {
  set(function_field, number_of(function));
  set(root_field, static_cast<std::uintptr_t>(root) + 1);
  set(operation_field, op == MPI_OP_NULL ? 0 : handle_value(op));
  set(type_field, type == MPI_DATATYPE_NULL ? 0 : handle_value(type) - first_type);
  word_ |= is_collective;
}

void CollectiveCall::set(Field field, std::uintptr_t value) {
  if (value < std::uintptr_t{1} << field.bits)
    word_ |= static_cast<std::uint32_t>(value) << field.shift;
}

bool CollectiveCall::differs(CollectiveCall other, Field field) const {
  return get(field) != 0 && other.get(field) != 0 && get(field) != other.get(field);
}

bool CollectiveCall::other_elements(CollectiveCall other) const {
  const bool both_have_operation = get(operation_field) != 0 && other.get(operation_field) != 0;
  if (!both_have_operation || !differs(other, type_field)) return false;
  const MPI_Op op = operation_with_number(get(operation_field));
  return reduction_kernel(op, type_with_number(get(type_field))) !=
         reduction_kernel(op, type_with_number(other.get(type_field)));
}

bool CollectiveCall::agrees_with(CollectiveCall other) const {
  return word_ == other.word_ || !(differs(other, function_field) || differs(other, root_field) ||
                                   differs(other, operation_field) || other_elements(other));
}

const char* CollectiveCall::function() const {
  const unsigned number = get(function_field);
  return number ? functions[number - 1].data() : "another function";
}

std::string CollectiveCall::contradiction(CollectiveCall of_other, int other) const {
  const std::string who = "rank " + std::to_string(other) + " calls ";
  if (differs(of_other, function_field))
    return who + of_other.function() + " where this rank calls " + function() +
           "; all ranks of a communicator must make the same collective calls in the same order";
  if (differs(of_other, root_field))
    return who + "it with root " + std::to_string(of_other.root()) + ", this rank with root " +
           std::to_string(root());
  if (differs(of_other, operation_field))
    return who + "it with " + name_of(operation_with_number(of_other.get(operation_field))) +
           ", this rank with " + name_of(operation_with_number(get(operation_field)));
  return who + "it with " + predefined(type_with_number(of_other.get(type_field)))->name +
         ", this rank with " + predefined(type_with_number(get(type_field)))->name;
}

}  // namespace bamboo::mpi
