// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_late_receive.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>

#include "mpi_calls/nonblocking_calls.h"

namespace bamboo::overlap {
namespace {

class LateReceiveChecker {
 public:
  LateReceiveChecker(const LateReceive& late, llvm::ArrayRef<LateReceive> earlier,
                     const ProgramRequests& existing, const Dependence& dependence,
                     const Summaries& summaries)
      : late_(late),
        earlier_(earlier),
        existing_(existing),
        dependence_(dependence),
        summaries_(summaries) {
    const Accesses started = *existing.started_by(*late.receive);
    for (const Access& access : started)
      if (access.role == AccessRole::Request) request_.push_back(access);
  }

  std::optional<Defect> run() {
    follow(*late_.from);
    while (!defect_ && !open_.empty()) follow(open_.pop_back_val()->front());
    if (!defect_) check_origin();
    return defect_;
  }

 private:
  void follow(const llvm::Instruction& first) {
    for (const llvm::Instruction* i = &first; i != nullptr; i = i->getNextNode()) {
      if (i == late_.receive) return;
      check(*i);
      if (defect_) return;
    }
    const llvm::BasicBlock* block = first.getParent();
    // Whether the function ends, or the path returns to the place in the program, without the
    // receive.
    if (llvm::succ_empty(block) || llvm::is_contained(llvm::successors(block), begin_))
      defect_ = Defect(Fault::receive_left_out);
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (seen_.insert(next).second) open_.push_back(next);
  }

  bool may_come_before(const llvm::Instruction& instruction) const {
    const auto* call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    return call != nullptr && starts_message(*call) &&
           (started_operation(*call)->is_send() ||
            llvm::any_of(earlier_, [&](const LateReceive& one) { return one.receive == call; }));
  }

  void check(const llvm::Instruction& instruction) {
    const llvm::DebugLoc& place = instruction.getDebugLoc();
    if (may_come_before(instruction)) {
      const Accesses started = *existing_.started_by(llvm::cast<llvm::CallBase>(instruction));
      for (const Access& access : started)
        if (!dependence_.apart(access, request_.front()))
          defect_ = Defect(Fault::receive_passed_request, place);
    } else if (const Obstacle obstacle = summaries_.obstacle(instruction);
               !may_be_passed(obstacle)) {
      defect_ = Defect(Fault::receive_passed_obstacle, place, reason_of(obstacle));
    } else if (dependence_.disturbed(instruction, request_) != nullptr ||
               llvm::is_contained(instruction.operand_values(), late_.receive)) {
      defect_ = Defect(Fault::receive_passed_request, place);
    }
  }

  /// Follows the paths backwards from the receive: all of them must come from its place in the
  /// program.
  void check_origin() {
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen;
    llvm::SmallVector<const llvm::Instruction*, 16> open = {late_.receive};
    while (!open.empty()) {
      const llvm::Instruction* i = open.pop_back_val();
      while (i != nullptr && i != late_.from) {
        const llvm::Instruction* before = i->getPrevNode();
        if (before == late_.receive) {
          defect_ = Defect(Fault::receive_repeated);
          return;
        }
        if (before == nullptr) {
          if (llvm::pred_empty(i->getParent())) {
            defect_ = Defect(Fault::receive_on_other_path);
            return;
          }
          for (const llvm::BasicBlock* block : llvm::predecessors(i->getParent()))
            if (seen.insert(block).second) open.push_back(block->getTerminator());
        }
        i = before;
      }
    }
  }

  const LateReceive& late_;
  llvm::ArrayRef<LateReceive> earlier_;
  const ProgramRequests& existing_;
  const Dependence& dependence_;
  const Summaries& summaries_;
  Accesses request_;
  const llvm::BasicBlock* begin_ = late_.from->getParent();
  std::optional<Defect> defect_;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 16> seen_;
  llvm::SmallVector<const llvm::BasicBlock*, 16> open_;
};

}  // namespace

std::optional<Defect> verify_late_receive(const LateReceive& late,
                                          llvm::ArrayRef<LateReceive> earlier,
                                          const ProgramRequests& existing,
                                          const Dependence& dependence,
                                          const Summaries& summaries) {
  return LateReceiveChecker(late, earlier, existing, dependence, summaries).run();
}

}  // namespace bamboo::overlap
