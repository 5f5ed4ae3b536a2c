// SPDX-License-Identifier: Apache-2.0
/// \file
/// Whether values in memory stay what they are while messages are exchanged.
#pragma once

#include <optional>

#include "effects/dependence.h"
#include "effects/program_requests.h"

namespace bamboo::overlap {

class UnchangedLoads {
 public:
  UnchangedLoads(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
                 const Summaries& summaries)
      : module_(module), analyses_(analyses), summaries_(summaries) {}

  /// The last of `instructions`, calls of MPI among them, that may write what is loaded; null: none
  /// may. The first question finds out what the module's pointers point to: that takes time.
  llvm::Instruction* last_write(const llvm::LoadInst& load,
                                llvm::ArrayRef<llvm::Instruction*> instructions);

  /// The module has changed.
  void forget() { effects_.reset(); }

 private:
  struct Effects {
    PointsTo points_to;
    ProgramRequests requests;

    Effects(llvm::Module& module, llvm::FunctionAnalysisManager& analyses,
            const Summaries& summaries)
        : points_to(module, analyses), requests(module, points_to, summaries) {}
  };
  bool may_write(const llvm::Instruction& instruction, const Access& loaded,
                 const Dependence& dependence);
  bool may_receive(const llvm::CallBase& call, const Access& loaded, const Dependence& dependence);

  llvm::Module& module_;
  llvm::FunctionAnalysisManager& analyses_;
  const Summaries& summaries_;
  std::optional<Effects> effects_;
};

}  // namespace bamboo::overlap
