// SPDX-License-Identifier: Apache-2.0
#include "one_sided/combine.h"

#include <cstring>

#include "errors/errors.h"
#include "types/operation.h"

namespace bamboo::mpi {

namespace {

std::vector<std::byte> pack(const TypedBuffer& buffer) {
  std::vector<std::byte> bytes(buffer.bytes());
  Packer(buffer.address, buffer.count, *buffer.type).read(bytes.data(), bytes.size());
  return bytes;
}

/// Elements as the kernel wants them: each with its padding, one behind the other.
std::vector<std::byte> spread(const std::byte* from, std::size_t count, const Datatype& element) {
  std::vector<std::byte> spread(count * static_cast<std::size_t>(element.extent));
  Unpacker(spread.data(), count, element).write(from, count * element.size);
  return spread;
}

void reduce(MPI_Op op, const TypedBuffer& memory, const std::byte* operand) {
  const Datatype& element = *predefined(memory.type->uniform);
  const ReductionKernel kernel = reduction_kernel(op, memory.type->uniform);
  const std::size_t count = memory.bytes() / element.size;
  if (memory.type->contiguous && element.contiguous) return kernel(operand, memory.address, count);
  const std::vector<std::byte> left = spread(operand, count, element);
  std::vector<std::byte> right = spread(pack(memory).data(), count, element);
  kernel(left.data(), right.data(), count);
  const std::vector<std::byte> after = pack({right.data(), count, &element});
  Unpacker(memory.address, memory.count, *memory.type).write(after.data(), after.size());
}

}  // namespace

const std::byte* packed(const TypedBuffer& buffer, std::vector<std::byte>& room) {
  if (buffer.type->contiguous) return static_cast<const std::byte*>(buffer.address);
  room = pack(buffer);
  return room.data();
}

void combine(MPI_Op op, const TypedBuffer& memory, const std::byte* operand, std::byte* result) {
  if (memory.bytes() == 0) return;
  const auto& [address, count, type] = memory;
  if (result) Packer(address, count, *type).read(result, memory.bytes());
  if (op == MPI_NO_OP) return;
  if (op == MPI_REPLACE)
    Unpacker(address, count, *type).write(operand, memory.bytes());
  else
    reduce(op, memory, operand);
}

void compare_and_swap(const TypedBuffer& memory, const std::byte* expected,
                      const std::byte* replacement, std::byte* result) {
  const std::size_t bytes = memory.bytes();
  std::memcpy(result, memory.address, bytes);
  if (std::memcmp(result, expected, bytes) == 0) std::memcpy(memory.address, replacement, bytes);
}

void check_accumulation(MPI_Op op, const Datatype& type) {
  const OperationRef operation = operation_ref(op);
  if (!operation->is_predefined())
    fail(MPI_ERR_OP, "op was made with MPI_Op_create; accumulation takes predefined ones alone");
  if (op == MPI_REPLACE || op == MPI_NO_OP || type.size == 0) return;
  if (type.uniform == MPI_DATATYPE_NULL)
    fail(MPI_ERR_TYPE, "target_datatype has elements of several types; %s needs one", name_of(op));
  check_operation(*operation, *predefined(type.uniform));
}

}  // namespace bamboo::mpi
