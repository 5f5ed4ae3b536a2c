// SPDX-License-Identifier: Apache-2.0
#include "types/operation.h"

#include <algorithm>
#include <array>
#include <climits>
#include <utility>

#include "errors/errors.h"
#include "objects/process_handles.h"
#include "types/parameterized.h"

namespace bamboo::mpi {
namespace {

struct Named {
  MPI_Op handle;
  const char* name;
  OperationRef object;
};
#define NAMED(handle) {handle, #handle, std::make_shared<const Operation>(Operation{handle})}
const std::array<Named, 14> named{{
    NAMED(MPI_SUM),
    NAMED(MPI_MIN),
    NAMED(MPI_MAX),
    NAMED(MPI_PROD),
    NAMED(MPI_BAND),
    NAMED(MPI_BOR),
    NAMED(MPI_BXOR),
    NAMED(MPI_LAND),
    NAMED(MPI_LOR),
    NAMED(MPI_LXOR),
    NAMED(MPI_MINLOC),
    NAMED(MPI_MAXLOC),
    NAMED(MPI_REPLACE),
    NAMED(MPI_NO_OP),
}};

const Named* find_named(MPI_Op handle) {
  const auto found = std::ranges::find(named, handle, &Named::handle);
  return found == named.end() ? nullptr : &*found;
}

ProcessHandles<const Operation> users;

void call(const Operation& operation, const void* in, void* inout, std::size_t count,
          const Datatype& type, MPI_Datatype handle) {
  if (operation.large_function) {
    auto all = static_cast<MPI_Count>(count);
    return operation.large_function(const_cast<void*>(in), inout, &all, &handle);
  }
  const auto* left = static_cast<const std::byte*>(in);
  auto* right = static_cast<std::byte*>(inout);
  while (count) {
    int now = static_cast<int>(std::min<std::size_t>(count, INT_MAX));
    operation.function(const_cast<std::byte*>(left), right, &now, &handle);
    count -= now;
    if (count) {
      left += now * type.extent;
      right += now * type.extent;
    }
  }
}

}  // namespace

OperationRef operation_ref(MPI_Op handle) {
  if (const Named* n = find_named(handle)) return n->object;
  if (handle == MPI_OP_NULL) fail(MPI_ERR_OP, "op is MPI_OP_NULL");
  OperationRef operation = users.share(handle_value(handle));
  if (!operation)
    fail(MPI_ERR_OP, "op is the handle %p, which is no operation or one that was freed",
         static_cast<void*>(handle));
  return operation;
}

const char* name_of(MPI_Op handle) {
  const Named* n = find_named(handle);
  return n ? n->name : "an operation";
}

MPI_Op new_operation(Operation operation) {
  return reinterpret_cast<MPI_Op>(
      users.add(std::make_shared<const Operation>(std::move(operation))));
}

void free_operation(MPI_Op handle) {
  users.release(handle_value(handle));
}

namespace {
const char* what_would_do(const Datatype& type) {
  if (type.combiner != MPI_COMBINER_NAMED)
    return ": derived types need an operation made with MPI_Op_create";
  const MPI_Datatype basic = type.uniform;
  if (basic == MPI_CHARACTER || basic == MPI_WCHAR)
    return ", which is text; MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T ... are numbers";
  return "";
}
}  // namespace

void check_operation(const Operation& operation, const Datatype& type) {
  if (!operation.is_predefined()) return;
  const bool basic = type.combiner == MPI_COMBINER_NAMED || is_f90_type(type);
  if (basic && reduction_kernel(operation.predefined, type.uniform)) return;
  const char* name = find_named(operation.predefined)->name;
  if (operation.predefined == MPI_REPLACE || operation.predefined == MPI_NO_OP)
    fail(MPI_ERR_OP, "op is %s, which is for one-sided accumulation only", name);
  fail(MPI_ERR_OP, "op %s is not defined for datatype %s%s", name,
       type.name.empty() ? "(derived, without a name)" : type.name.c_str(), what_would_do(type));
}

bool reduces_addresses_logically(const Operation& operation, const Datatype& type) {
  const MPI_Op op = operation.predefined;
  const MPI_Datatype of = type.uniform;
  return (op == MPI_LAND || op == MPI_LOR || op == MPI_LXOR) &&
         (of == MPI_AINT || of == MPI_OFFSET || of == MPI_COUNT);
}

void apply(const Operation& operation, const void* in, void* inout, std::size_t count,
           const Datatype& type, MPI_Datatype handle) {
  if (!count) return;
  if (!operation.is_predefined())
    call(operation, in, inout, count, type, handle);
  else
    reduction_kernel(operation.predefined, type.uniform)(in, inout, count);
}

}  // namespace bamboo::mpi
