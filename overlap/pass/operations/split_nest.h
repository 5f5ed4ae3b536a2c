// SPDX-License-Identifier: Apache-2.0
// The record of a split loop nest. The verifiers use nothing else about it.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace bamboo::overlap {

/// A completion between the core and the rest of a staged exchange, and the call that reports its
/// stage to the library.
struct ReportedStage {
  llvm::CallInst *completion, *call;
};

/// An access of the nest, and its number in the description for the library.
struct DescribedAccess {
  llvm::Instruction* access;
  llvm::Value* address;  ///< as the access has it
  unsigned number;
};

/// An access between the two parts, and the call that reports it to the library.
struct InspectedAccess {
  llvm::Instruction* access;  ///< a half of an operation: its memory until it is complete
  llvm::Value* address;       ///< as the access has it
  llvm::CallInst* call;
};

/// An access at an address that each row has for itself.
struct RowAccess {
  DescribedAccess core, rest;
  /// The range of the access's addresses within a row; null if they follow from indices.
  llvm::AllocaInst *lowest, *highest;

  bool is_gathered() const { return lowest == nullptr; }
};

/// How the core of a nest that is cut by rows finds its rows. Without accesses the nest is cut
/// otherwise.
struct RowSearch {
  llvm::CallInst* chunk = nullptr;                  ///< whether there are more rows to go through
  llvm::CallInst* run = nullptr;                    ///< whether there are more to be executed
  llvm::SmallVector<llvm::BasicBlock*, 16> blocks;  ///< go through rows; the entry first
  llvm::SmallVector<RowAccess, 4> accesses;         ///< in the order of the description
};

/// How the values that are used behind a nest come about, which its two parts do not compute.
struct NestResultCopies {
  /// A load in the copy that computes the values. It loads the value that `store` in the whole nest
  /// has stored.
  struct Reload {
    llvm::LoadInst* load;
    llvm::StoreInst* store;
  };
  /// One behind all loops, which the parts do not have.
  struct Stored {
    llvm::StoreInst *again, *whole;
  };
  llvm::CallInst* decides = nullptr;  ///< whether the values are computed again, or the whole nest
  llvm::CallInst* ends = nullptr;     ///< the nest
  llvm::SmallVector<llvm::BasicBlock*, 16> again, whole;  ///< the entry first
  llvm::SmallVector<llvm::BasicBlock*, 5> again_headers;  ///< of loops, in the order of the report
  llvm::SmallVector<llvm::PHINode*, 4> joined;            ///< the values, of the one or the other
  llvm::SmallVector<DescribedAccess, 4> accesses;         ///< loads of `again`
  llvm::SmallVector<Reload, 2> reloads;
  llvm::SmallVector<Stored, 2> stores;

  bool empty() const { return decides == nullptr; }
};

/// One nest that was split, with the data that `verify_split` needs.
struct SplitNest {
  llvm::DebugLoc place;
  llvm::CallInst* plan = nullptr;  ///< where the program begins to look
  llvm::CallInst* describes = nullptr;
  llvm::CallInst* core = nullptr;       ///< whether there is one
  llvm::CallInst* rest_plan = nullptr;  ///< in front of the rest
  llvm::CallInst* rest = nullptr;       ///< whether there is another part of it
  llvm::BasicBlock* behind = nullptr;
  llvm::SmallVector<llvm::BasicBlock*, 16> core_blocks, rest_blocks;  ///< the entry first
  llvm::SmallVector<llvm::BasicBlock*, 5> core_headers,
      rest_headers;  ///< of loops, in the order of the report
  llvm::SmallVector<DescribedAccess, 8> described,
      rest_accesses;  ///< of the core, and the same of the rest
  llvm::SmallVector<InspectedAccess, 8> looked_at;
  llvm::SmallVector<InspectedAccess, 8> kept;  ///< loads that must find the same
  /// The core runs in pieces while the completions between it and the rest wait, as sends start
  /// between these. It becomes a function, which `offer` gives to the library.
  bool is_staged = false;
  llvm::CallInst* offer = nullptr;
  llvm::SmallVector<ReportedStage, 8> stages;  ///< none where the program looks at nothing
  llvm::AllocaInst* posted = nullptr;          ///< the list of messages; null: none is asked for
  RowSearch rows;
  NestResultCopies results;
  unsigned loops = 0, cut = 0, completions = 0, rests = 0;  ///< for the remark

  /// The block behind the core, which is also reached without one.
  llvm::BasicBlock* tail() const { return plan->getParent()->getTerminator()->getSuccessor(1); }
  /// Whether the library knows the iterations of the rest when the core has run, so that the core
  /// of a later nest may pass it.
  bool has_known_rest() const {
    return !is_staged && rows.accesses.empty() && results.empty() &&
           rest_plan->getArgOperand(0) == plan;
  }
};

}  // namespace bamboo::overlap
