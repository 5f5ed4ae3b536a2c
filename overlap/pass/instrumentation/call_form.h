// SPDX-License-Identifier: Apache-2.0
// The form of a call, chosen at run time by the run-time library. A window that gains nothing goes
// back to the blocking call (runtime/windows/window_trial.h). For a collective, all processes of
// the communicator must use the same form, because a blocking call does not match a nonblocking
// one: they agree on it, and collectives are blocking if no process gains by windows
// (runtime/interposition/collective_form.h). The calls go through functions of the module that
// first ask the library:
//
//     int bamboo.MPI_Barrier(MPI_Comm communicator) {      // replaces a call without a window
//       if (!bamboo_overlap_form(communicator, 0, NULL)) return MPI_Barrier(communicator);
//       MPI_Request request;
//       int error = MPI_Ibarrier(communicator, &request);
//       return error != 0 ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
//     }
//     int bamboo.MPI_Irecv(…, MPI_Request* request, trial, MPI_Status* status) {
//       int form = bamboo_window_form(trial);              // begins a window
//       if (form == blocks) { *request = MPI_REQUEST_NULL; return MPI_Recv(…, status); }
//       int error = MPI_Irecv(…, request);
//       if (form == timed && error == 0) bamboo_window_begins(trial, request);
//       return error;
//     }
//
// Waiting in an initiation is safe: all operations that the program started before are in flight,
// and the original call may wait as well. Initiations keep the order of the calls. The receive of
// an MPI_Sendrecv stays nonblocking, because its send comes after it. The completion finds the
// null request and leaves the status that the blocking call has filled.
#pragma once

#include <llvm/IR/Dominators.h>

#include "pass/operations/call_pair.h"

namespace bamboo::overlap {

/// A call whose form the library decides.
struct FormedCall {
  llvm::CallInst* call;
  const Operation* operation;
  Abi abi;
  bool pays = false;                      ///< a collective's window is worth a request
  llvm::GlobalVariable* trial = nullptr;  ///< of its window; null: it has none, or it is not tried
  llvm::Value* status = nullptr;          ///< of a receive that is tried
};

class CallForms {
 public:
  /// A blocking collective that has no window.
  void ask_collective(CallPair& pair);

  /// A converted call; `pays`: its window is worth a request.
  void ask_window(CallPair& pair, bool pays, const llvm::DominatorTree& dominators);

  /// Inserts the functions between program and MPI. Call it last, because no analysis knows these
  /// functions.
  void insert();

  llvm::ArrayRef<FormedCall> calls() const { return calls_; }

 private:
  llvm::SmallVector<FormedCall, 8> calls_;
};

}  // namespace bamboo::overlap
