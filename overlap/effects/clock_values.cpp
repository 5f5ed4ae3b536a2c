// SPDX-License-Identifier: Apache-2.0
#include "effects/clock_values.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "effects/library_functions.h"
#include "mpi_calls/function_traits.h"
#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

/// The limit for all reads of a module, in values: compile time.
constexpr size_t most_values = 100'000;

/// The uses of pointers that may read memory, by the objects that they may read.
class Readers {
 public:
  Readers(llvm::Module& module, const PointsTo& points_to) {
    for (llvm::Function& function : module)
      for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.mayReadFromMemory()) add(instruction, points_to);
  }

  llvm::ArrayRef<const llvm::Use*> of(unsigned object) const {
    const auto found = by_object_.find(object);
    if (found == by_object_.end()) return {};
    return found->second;
  }

  /// The uses through addresses whose objects are unknown.
  llvm::ArrayRef<const llvm::Use*> of_any() const { return of_any_; }

 private:
  /// A call of a defined function reads only by the instructions of that function.
  void add(const llvm::Instruction& instruction, const PointsTo& points_to) {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee != nullptr && !callee->isDeclaration()) return;
    for (const llvm::Use& operand : instruction.operands()) {
      if (!operand->getType()->isPointerTy() || llvm::isa<llvm::Function>(operand) ||
          llvm::isa<llvm::ConstantPointerNull>(operand))
        continue;
      const PointsTo::Touched touched = points_to.touched(*operand, false);
      if (!touched.known) of_any_.push_back(&operand);
      for (const unsigned object : touched.read) by_object_[object].push_back(&operand);
    }
  }

  llvm::DenseMap<unsigned, llvm::SmallVector<const llvm::Use*, 4>> by_object_;
  llvm::SmallVector<const llvm::Use*, 4> of_any_;
};

/// Follows the time of one read. Each function returns false if the time may decide what the
/// program does.
class TimeFlow {
 public:
  TimeFlow(llvm::FunctionAnalysisManager& analyses, const PointsTo& points_to,
           const Readers& readers, size_t& left)
      : analyses_(analyses), points_to_(points_to), readers_(readers), left_(left) {}

  /// A clock that writes the time where an argument points to returns an error code.
  bool only_measures(const llvm::CallBase& read) {
    if (read.arg_size() <= 1) add(read);
    for (const llvm::Use& argument : read.args())
      if (argument->getType()->isPointerTy() && !llvm::isa<llvm::ConstantPointerNull>(argument) &&
          !reaches_memory(*argument))
        return false;
    while (!open_.empty()) {
      if (left_ == 0) return false;
      --left_;
      for (const llvm::Use& use : open_.pop_back_val()->uses())
        if (!passes_on(use)) return false;
    }
    return true;
  }

 private:
  bool add(const llvm::Value& value) {
    if (seen_.insert(&value).second) open_.push_back(&value);
    return true;
  }

  bool passes_on(const llvm::Use& use) {
    const auto* user = llvm::dyn_cast<llvm::Instruction>(use.getUser());
    if (user == nullptr) return false;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(user))
      return use.getOperandNo() != llvm::StoreInst::getPointerOperandIndex() && store->isSimple() &&
             reaches_memory(*store->getPointerOperand());
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(user)) return passes_to(*call, use);
    if (llvm::isa<llvm::ReturnInst>(user)) return is_returned_by(*user->getFunction());
    if (llvm::isa<llvm::BranchInst, llvm::SwitchInst>(user)) return decides_output_only(*user);
    const bool computes =
        llvm::isa<llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::PHINode, llvm::FreezeInst,
                  llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst,
                  llvm::ExtractValueInst, llvm::InsertValueInst>(user) ||
        user->isBinaryOp() || user->isUnaryOp();
    return computes && add(*user);
  }

  LibraryEffect effect_of(const llvm::CallBase& call) const {
    return library_effect(call, analyses_.getResult<llvm::TargetLibraryAnalysis>(
                                    const_cast<llvm::Function&>(*call.getFunction())));
  }

  bool is_output(const llvm::CallBase& call) const {
    return effect_of(call) == LibraryEffect::Output || writes_to_stream(call);
  }

  static bool is_ignored(const llvm::CallBase& call) {
    const auto* intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call);
    return intrinsic != nullptr &&
           (intrinsic->isAssumeLikeIntrinsic() || intrinsic->isLifetimeStartOrEnd());
  }

  /// The time is an argument.
  bool passes_to(const llvm::CallBase& call, const llvm::Use& use) {
    const llvm::Function* callee = call.getCalledFunction();
    if (callee == nullptr || !call.isArgOperand(&use)) return false;
    if (is_ignored(call) || is_output(call)) return true;
    const unsigned number = call.getArgOperandNo(&use);
    if (!callee->isDeclaration())
      return !callee->isInterposable() && number < callee->arg_size() &&
             add(*callee->getArg(number));
    const bool computes = callee->isIntrinsic() ? !call.mayReadOrWriteMemory()
                                                : effect_of(call) == LibraryEffect::Arithmetic;
    return computes && add(call);
  }

  bool is_returned_by(const llvm::Function& function) {
    if (!function.hasLocalLinkage() || function.hasAddressTaken()) return false;
    for (const llvm::User* user : function.users()) add(*user);
    return true;
  }

  bool reaches_memory(const llvm::Value& pointer) {
    const PointsTo::Touched touched = points_to_.touched(pointer, true);
    if (!points_to_.is_private(touched)) return false;
    for (const unsigned object : touched.written) {
      const bool is_first = objects_.empty();
      if (!objects_.test_and_set(object)) continue;
      if (is_first && !llvm::all_of(readers_.of_any(), reads())) return false;
      if (!llvm::all_of(readers_.of(object), reads())) return false;
    }
    return true;
  }

  std::function<bool(const llvm::Use*)> reads() {
    return [this](const llvm::Use* use) { return is_read_by(*use); };
  }

  /// The time is in memory that the operand may point to.
  bool is_read_by(const llvm::Use& use) {
    const auto& user = llvm::cast<llvm::Instruction>(*use.getUser());
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&user))
      return load->isSimple() && add(*load);
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&user);
    const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
    if (callee == nullptr || !call->isArgOperand(&use)) return false;
    if (const auto* copy = llvm::dyn_cast<llvm::MemTransferInst>(call))
      return &use == &copy->getRawDestUse() || reaches_memory(*copy->getRawDest());
    if (is_ignored(*call) || is_output(*call) || reads_clock(*call)) return true;
    const auto& library = analyses_.getResult<llvm::TargetLibraryAnalysis>(
        const_cast<llvm::Function&>(*call->getFunction()));
    if (llvm::getFreedOperand(call, &library) != nullptr) return true;
    const unsigned number = call->getArgOperandNo(&use);
    if (const Operation* operation = operation_of(*call))
      return is_sent_by(*call, *operation, number);
    const LocalInquiry* inquiry = local_inquiry(*callee);
    return inquiry != nullptr && number < inquiry->arguments.size() &&
           inquiry->arguments[number] == role::writes;
  }

  /// Ranks add up and compare their times in collectives, whose results are followed. The time in a
  /// message to one rank is not followed.
  bool is_sent_by(const llvm::CallBase& call, const Operation& operation, unsigned number) {
    const llvm::StringRef letters = operation.arguments;
    const auto is_written = [](char letter) {
      return letter == role::writes || letter == role::writes_blocks || letter == role::updates;
    };
    if (number >= letters.size() || letters[number] == role::writes ||
        letters[number] == role::writes_blocks || letters[number] == role::status)
      return true;
    const bool is_data = letters[number] == role::reads || letters[number] == role::reads_blocks ||
                         letters[number] == role::updates;
    if (!is_data || operation.kind != Kind::Collective) return false;
    for (unsigned other = 0; other < letters.size(); ++other)
      if (is_written(letters[other]) && !reaches_memory(*call.getArgOperand(other))) return false;
    return true;
  }

  /// Whether the program does the same on all ways from the branch to where they join, except what
  /// it writes to files and to memory that is followed.
  bool decides_output_only(const llvm::Instruction& branch) {
    auto& tree = analyses_.getResult<llvm::PostDominatorTreeAnalysis>(
        const_cast<llvm::Function&>(*branch.getFunction()));
    const auto* node = tree.getNode(branch.getParent());
    const llvm::BasicBlock* join =
        node == nullptr || node->getIDom() == nullptr ? nullptr : node->getIDom()->getBlock();
    if (join == nullptr) return false;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 8> seen = {join};
    llvm::SmallVector<const llvm::BasicBlock*, 8> open(llvm::successors(branch.getParent()));
    while (!open.empty()) {
      const llvm::BasicBlock* block = open.pop_back_val();
      if (!seen.insert(block).second) continue;
      if (!llvm::all_of(*block, [&](const auto& one) { return may_depend(one); })) return false;
      open.append(llvm::succ_begin(block), llvm::succ_end(block));
    }
    for (const llvm::PHINode& value : join->phis()) add(value);
    return true;
  }

  /// Whether the time may decide whether the instruction is executed. Its result then depends on
  /// the time.
  bool may_depend(const llvm::Instruction& instruction) {
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
      return store->isSimple() && reaches_memory(*store->getPointerOperand());
    if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        call != nullptr && (is_ignored(*call) || is_output(*call)))
      return true;
    const bool is_plain =
        llvm::isa<llvm::BranchInst, llvm::SwitchInst>(instruction) ||
        (!instruction.isTerminator() && !instruction.mayWriteToMemory() &&
         !instruction.mayThrow() && instruction.willReturn() && !instruction.isVolatile());
    return is_plain && add(instruction);
  }

  llvm::FunctionAnalysisManager& analyses_;
  const PointsTo& points_to_;
  const Readers& readers_;
  size_t& left_;
  llvm::SmallPtrSet<const llvm::Value*, 32> seen_;
  llvm::SmallVector<const llvm::Value*, 32> open_;
  Objects objects_;  ///< that may hold the time
};

}  // namespace

ClockValues ClockValues::none_decides() {
  ClockValues all;
  all.none_decides_ = true;
  return all;
}

ClockValues::ClockValues(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                         const PointsTo& points_to) {
  llvm::SmallVector<const llvm::CallBase*, 16> reads;
  for (llvm::Function& function : module)
    for (llvm::Instruction& instruction : llvm::instructions(function))
      if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call != nullptr && reads_clock(*call))
        reads.push_back(call);
  if (reads.empty()) return;
  const Readers readers(module, points_to);
  size_t left = most_values;
  for (const llvm::CallBase* read : reads)
    if (TimeFlow(analyses, points_to, readers, left).only_measures(*read)) measuring_.insert(read);
}

}  // namespace bamboo::overlap
