// SPDX-License-Identifier: Apache-2.0
#include "pass/operations/wildcard_receives.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "mpi_calls/abi.h"
#include "mpi_calls/argument_values.h"
#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

/// The positions of source and communicator in a function that receives or probes a message.
struct Receive {
  llvm::StringLiteral name;
  unsigned source, communicator;
};

constexpr Receive receives[] = {
#define RECEIVE(name, source, communicator) {name, source, communicator},
#include "mpi_calls/functions.inc"
};

const Receive* receive_of(const llvm::CallBase& call) {
  const llvm::Function* callee = call.getCalledFunction();
  if (callee == nullptr || !callee->isDeclaration()) return nullptr;
  llvm::StringRef name = callee->getName();
  name.consume_back("_c");  // of large counts
  const auto* found =
      llvm::find_if(receives, [&](const Receive& r) { return is_spelling_of(name, r.name); });
  return found == std::end(receives) || call.arg_size() <= found->communicator ? nullptr : found;
}

bool takes_from_any(const llvm::CallBase& call, const Receive& receive) {
  const llvm::ConstantInt* source = constant_argument(*call.getArgOperand(receive.source));
  if (source == nullptr) return false;
  const std::optional<int> any = Abi::any_source(call, *call.getArgOperand(receive.communicator));
  return any && source->getSExtValue() == *any;
}

}  // namespace

void refuse_wildcards(const llvm::Function& function) {
  for (const llvm::Instruction& instruction : llvm::instructions(function)) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const Receive* receive = call == nullptr ? nullptr : receive_of(*call);
    if (receive == nullptr || !takes_from_any(*call, *receive)) continue;
    function.getContext().diagnose(llvm::DiagnosticInfoUnsupported(
        function,
        receive->name +
            " takes a message from MPI_ANY_SOURCE, although --bamboo-assume=no-wildcards "
            "says that no process does; leave that option away",
        call->getDebugLoc()));
  }
}

}  // namespace bamboo::overlap
