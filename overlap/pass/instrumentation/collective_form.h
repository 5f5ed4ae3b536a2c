// SPDX-License-Identifier: Apache-2.0
/// \file
/// The form of collectives, which all processes of a communicator must share: a blocking one
/// matches no nonblocking one. With the run-time library (runtime/collective_form.h) they agree
/// when the program runs, and where no process gains by windows, collectives are blocking. The
/// calls go through functions of the module that ask first:
///
///     int bamboo.MPI_Barrier(MPI_Comm communicator) {      // stands where the call had no window
///       if (!bamboo_overlap_is_nonblocking(communicator)) return MPI_Barrier(communicator);
///       MPI_Request request;
///       int error = MPI_Ibarrier(communicator, &request);
///       return error != 0 ? error : MPI_Wait(&request, MPI_STATUS_IGNORE);
///     }
///     int bamboo.MPI_Ibarrier(MPI_Comm communicator, MPI_Request* request) {   // begins a window
///       if (bamboo_overlap_is_nonblocking(communicator)) return MPI_Ibarrier(communicator,
///       request); *request = MPI_REQUEST_NULL; return MPI_Barrier(communicator);
///     }
///
/// To wait in an initiation is right: all that the program has started before is in flight, and the
/// call that it stands for may wait as well.
#pragma once

#include "mpi_calls/abi.h"

namespace bamboo::overlap {

class CollectiveForms {
 public:
  /// The call, a blocking collective or the initiation of one, is to take the form that the
  /// processes agree on.
  void ask(llvm::CallInst& call, const Operation& operation, const Abi& abi);

  /// Puts the functions between. Last of all: nothing is known about them.
  void insert();

  struct Call {
    llvm::CallInst* call;
    const Operation* operation;
    Abi abi;
  };
  llvm::ArrayRef<Call> calls() const { return calls_; }

 private:
  llvm::SmallVector<Call, 8> calls_;
};

}  // namespace bamboo::overlap
