// SPDX-License-Identifier: Apache-2.0
/// \file
/// Reads a module's constraints for PointsTo. Integers as wide as a pointer count as pointers,
/// because the optimiser copies pointers through them.
#pragma once

#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstVisitor.h>

#include "effects/points_to.h"

namespace bamboo::overlap {

class ConstraintCollector : public llvm::InstVisitor<ConstraintCollector> {
 public:
  ConstraintCollector(PointsTo& result, llvm::FunctionAnalysisManager& analyses)
      : result_(result), graph_(result.graph_), analyses_(analyses) {}

  void collect(llvm::Module& module);

  void visitAllocaInst(llvm::AllocaInst& instruction);
  void visitLoadInst(llvm::LoadInst& instruction);
  void visitStoreInst(llvm::StoreInst& instruction);
  void visitGetElementPtrInst(llvm::GetElementPtrInst& instruction);
  void visitAtomicRMWInst(llvm::AtomicRMWInst& instruction);
  void visitAtomicCmpXchgInst(llvm::AtomicCmpXchgInst& instruction);
  void visitReturnInst(llvm::ReturnInst& instruction);
  void visitCallBase(llvm::CallBase& call);
  void visitInstruction(llvm::Instruction& instruction);

 private:
  using Node = ConstraintGraph::Node;

  Node node(const llvm::Value& value);
  Node address_node(const llvm::Constant& constant);
  unsigned object(const llvm::Value& value);
  void escape(const llvm::Value& value);
  void add_initial(unsigned object, const llvm::Constant& initial);
  void add_global(llvm::GlobalVariable& global);
  void add_function(llvm::Function& function);
  bool add_known_call(llvm::CallBase& call);
  void add_memory_copy(const llvm::Value& to, const llvm::Value& from);

  PointsTo& result_;
  ConstraintGraph& graph_;
  llvm::FunctionAnalysisManager& analyses_;
  llvm::DenseMap<const llvm::Function*, Node> returns_;
};

}  // namespace bamboo::overlap
