// SPDX-License-Identifier: Apache-2.0
#include "pass/instrumentation/large_operations.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <optional>

#include "mpi_calls/argument_values.h"
#include "mpi_calls/operation_table.h"
#include "shared/windows.h"

namespace bamboo::overlap {
namespace {

/// The positions of the arguments that determine the size of an operation.
struct SizeArguments {
  size_t count, type;
  bool is_array;  ///< a count for each process
};

bool has(const Operation& operation, char role) {
  return operation.arguments.contains(role);
}

bool has_blocks(const Operation& operation) {
  return has(operation, role::reads_blocks) || has(operation, role::writes_blocks);
}

bool is_among_neighbours(const Operation& operation) {
  return operation.name.starts_with("MPI_Neighbor_");
}

/// The size arguments of the last buffer: for an in-place call the ones before it have no meaning.
std::optional<SizeArguments> size_arguments(const Operation& operation) {
  const llvm::StringRef arguments = operation.arguments;
  const size_t type = arguments.rfind(role::type);
  const bool is_rooted = operation.is_collective() && has(operation, role::value);
  if (type == llvm::StringRef::npos || (is_rooted && has_blocks(operation))) return std::nullopt;
  if (arguments[type - 1] == role::count) return SizeArguments{type - 1, type, false};
  if (is_among_neighbours(operation)) return std::nullopt;
  const bool has_displacements = arguments[type - 2] == role::array;
  return SizeArguments{type - (has_displacements ? 2 : 1), type, true};
}

bamboo_operation_shape shape_of(const Operation& operation) {
  if (!operation.is_collective()) return bamboo_one_message;
  const bool for_each = has_blocks(operation) && !is_among_neighbours(operation);
  return for_each ? bamboo_each_process : bamboo_one_buffer;
}

/// Decides by the number of elements and the type if both are constants.
bool is_short(const CallPair& pair, const SizeArguments& size) {
  if (size.is_array || shape_of(*pair.operation) == bamboo_each_process) return false;
  const llvm::ConstantInt* count = constant_argument(*pair.initiation->getArgOperand(size.count));
  const auto element = pair.abi->element_size(*pair.initiation->getArgOperand(size.type));
  return count != nullptr && element && count->getZExtValue() * *element < long_collective;
}

}  // namespace

bool report_size(const CallPair& pair) {
  const auto size = size_arguments(*pair.operation);
  if (!size || is_short(pair, *size)) return false;
  llvm::CallInst& initiation = *pair.initiation;
  const auto argument = [&](size_t i) { return initiation.getArgOperand(i); };
  llvm::IRBuilder<> builder(initiation.getNextNode());
  llvm::SmallVector<llvm::Value*, 5> arguments{pair.request};
  if (!size->is_array) arguments.push_back(builder.getInt32(shape_of(*pair.operation)));
  for (const size_t i :
       {size->count, size->type, pair.operation->arguments.find(role::communicator)})
    arguments.push_back(argument(i));
  llvm::SmallVector<llvm::Type*, 5> types;
  for (const llvm::Value* one : arguments) types.push_back(one->getType());
  std::string name = size->is_array ? "bamboo_overlap_starts_blocks" : "bamboo_overlap_starts";
  if (pair.abi->is_fortran()) name += "_fortran";
  builder.CreateCall(initiation.getModule()->getOrInsertFunction(
                         name, llvm::FunctionType::get(builder.getVoidTy(), types, false)),
                     arguments);
  return true;
}

}  // namespace bamboo::overlap
