// SPDX-License-Identifier: Apache-2.0
#include "pass/verify/verify_form.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/PatternMatch.h>

#include "effects/library_functions.h"
#include "mpi_calls/fortran_binding.h"

namespace bamboo::overlap {
namespace {

using Calls = llvm::SmallVector<const llvm::CallInst*, 2>;

/// Collects all calls on the paths from `from`, in order. Without a loop, no call occurs twice.
Calls calls_behind(const llvm::BasicBlock& from) {
  Calls found;
  llvm::SmallPtrSet<const llvm::BasicBlock*, 4> seen = {&from};
  llvm::SmallVector<const llvm::BasicBlock*, 4> open = {&from};
  while (!open.empty()) {
    const llvm::BasicBlock* block = open.pop_back_val();
    for (const llvm::Instruction& instruction : *block)
      if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) found.push_back(call);
    for (const llvm::BasicBlock* next : llvm::successors(block))
      if (seen.insert(next).second) open.push_back(next);
  }
  return found;
}

class FormChecker {
 public:
  FormChecker(const llvm::CallInst& call, const Operation& operation, const Abi& abi)
      : form_(call.getCalledFunction()),
        operation_(operation),
        abi_(abi),
        has_status_(operation.arguments.back() == role::status),
        data_(operation.arguments.size() - (has_status_ ? 1 : 0)),
        begins_window_(!operation.is_collective() ||
                       call.arg_size() > data_ + (abi.is_fortran() ? 1 : 0)),
        mpi_arguments_(data_ + (begins_window_ ? 1 : 0) + (abi.is_fortran() ? 1 : 0)) {}

  std::optional<Fault> run() {
    using namespace llvm::PatternMatch;
    if (form_ == nullptr || form_->isDeclaration() || !form_->hasLocalLinkage())
      return Fault::form_not_asked;
    const llvm::BasicBlock& entry = form_->getEntryBlock();
    const llvm::Value* answer = nullptr;
    const llvm::BasicBlock *starts = nullptr, *blocks = nullptr;
    if (!match(entry.getTerminator(),
               m_Br(m_SpecificICmp(llvm::ICmpInst::ICMP_NE, m_Value(answer), m_Zero()),
                    m_BasicBlock(starts), m_BasicBlock(blocks))) ||
        starts->getSinglePredecessor() != &entry || blocks->getSinglePredecessor() != &entry)
      return Fault::form_not_by_answer;
    const auto* asks = llvm::dyn_cast<llvm::CallInst>(answer);
    if (asks == nullptr || !asks_for_own(*asks) ||
        llvm::count_if(entry, [](const auto& one) { return llvm::isa<llvm::CallBase>(one); }) != 1)
      return Fault::form_asked_of_other;
    if (const auto fault = check_blocking(*blocks)) return fault;
    return check_nonblocking(*starts);
  }

 private:
  /// A collective passes its communicator to the library, another call passes its trial.
  bool asks_for_own(const llvm::CallInst& asks) const {
    if (!operation_.is_collective())
      return calls(&asks, "bamboo_window_form") && asks.getArgOperand(0) == trial();
    return calls(&asks, ask_name()) &&
           asks.getArgOperand(0) == argument(operation_.arguments.find(role::communicator)) &&
           (!begins_window_ || asks.getArgOperand(2) == trial());
  }
  const llvm::Argument* trial() const {
    return argument(mpi_arguments_ + (operation_.is_collective() ? 1 : 0));
  }
  const llvm::Argument* request() const { return argument(data_); }
  const llvm::Argument* error_variable() const { return argument(mpi_arguments_ - 1); }

  std::optional<Fault> check_blocking(const llvm::BasicBlock& from) const {
    const Calls found = calls_behind(from);
    const bool sets_by_call = begins_window_ && abi_.is_fortran();
    const llvm::Argument* status = has_status_ ? argument(mpi_arguments_ + 1) : nullptr;
    if (found.size() != (sets_by_call ? 2U : 1U) || !is_own(*found.back(), operation_.name, status))
      return Fault::blocking_form_differs;
    if (!begins_window_) return std::nullopt;
    const bool is_set =
        sets_by_call
            ? calls(found.front(), "bamboo_overlap_no_request_fortran") &&
                  found.front()->getArgOperand(0) == request()
            : llvm::any_of(from, [&](const llvm::Instruction& one) {
                const auto* store = llvm::dyn_cast<llvm::StoreInst>(&one);
                return store != nullptr && store->getPointerOperand() == request() &&
                       store->getValueOperand() ==
                           abi_.null_request(*const_cast<llvm::Module*>(form_->getParent()));
              });
    if (!is_set) return Fault::blocking_form_leaves_request;
    return std::nullopt;
  }

  std::optional<Fault> check_nonblocking(const llvm::BasicBlock& from) const {
    const Calls found = calls_behind(from);
    if (found.size() != 2 || found.front()->getParent() != &from)
      return Fault::nonblocking_form_not_once;
    const llvm::CallInst& started = *found.front();
    const llvm::Value* own_request = started.getArgOperand(data_);
    if (!is_own(started, operation_.nonblocking, own_request))
      return Fault::nonblocking_form_differs;
    if (begins_window_) {
      if (own_request != request()) return Fault::nonblocking_form_of_other_request;
      if (is_timed(*found.back())) return std::nullopt;
      return Fault::nonblocking_form_not_once;
    }
    const llvm::CallInst& waits = *found.back();
    const bool is_wait =
        calls(&waits, spelled("MPI_Wait")) && waits.getArgOperand(0) == own_request;
    if (is_wait && llvm::isa<llvm::AllocaInst>(own_request) && is_left_only_failed(from, waits))
      return std::nullopt;
    return Fault::nonblocking_form_not_completed;
  }

  bool is_timed(const llvm::CallInst& times) const {
    return calls(&times,
                 abi_.is_fortran() ? "bamboo_window_begins_fortran" : "bamboo_window_begins") &&
           times.getArgOperand(0) == trial() && times.getArgOperand(1) == request();
  }

  /// Between the two halves, control leaves the path only if an error code is not 0.
  bool is_left_only_failed(const llvm::BasicBlock& from, const llvm::CallInst& waits) const {
    using namespace llvm::PatternMatch;
    const llvm::Value* error = nullptr;
    const llvm::BasicBlock *failed = nullptr, *next = nullptr;
    if (!match(from.getTerminator(),
               m_Br(m_SpecificICmp(llvm::ICmpInst::ICMP_NE, m_Value(error), m_Zero()),
                    m_BasicBlock(failed), m_BasicBlock(next))))
      return false;
    const bool is_code = abi_.is_fortran()
                             ? match(error, m_Load(m_Specific(error_variable())))
                             : error == &*llvm::find_if(from, [](const llvm::Instruction& one) {
                                 return llvm::isa<llvm::CallInst>(one);
                               });
    return is_code && next == waits.getParent() &&
           llvm::isa<llvm::ReturnInst>(next->getTerminator());
  }

  /// Whether `call` is MPI's function `name` with the arguments of the form, in order, and then
  /// `last`, the request or the status, if there is one.
  bool is_own(const llvm::CallInst& call, llvm::StringRef name, const llvm::Value* last) const {
    if (!calls(&call, spelled(name))) return false;
    llvm::SmallVector<const llvm::Value*, 12> expected;
    for (size_t i = 0; i < data_; ++i) expected.push_back(argument(i));
    if (last != nullptr) expected.push_back(last);
    if (abi_.is_fortran()) expected.push_back(error_variable());
    return llvm::equal(call.args(), expected, [](const llvm::Use& use, const llvm::Value* value) {
      return use.get() == value;
    });
  }

  const llvm::Argument* argument(size_t index) const {
    return form_->getArg(static_cast<unsigned>(index));
  }
  std::string spelled(llvm::StringRef name) const {
    return abi_.is_fortran() ? fortran_name(name) : name.str();
  }
  llvm::StringRef ask_name() const {
    return abi_.is_fortran() ? "bamboo_overlap_form_fortran" : "bamboo_overlap_form";
  }

  const llvm::Function* form_;
  const Operation& operation_;
  const Abi& abi_;
  bool has_status_;
  size_t data_;  ///< MPI's arguments without the status, the request and Fortran's error code
  bool begins_window_;
  size_t mpi_arguments_;
};

}  // namespace

std::optional<Fault> verify_form(const llvm::CallInst& call, const Operation& operation,
                                 const Abi& abi) {
  return FormChecker(call, operation, abi).run();
}

}  // namespace bamboo::overlap
