// SPDX-License-Identifier: Apache-2.0
// The functions of MPI, from the table in interface/.
#pragma once

#include "frontend/pch.h"

namespace bamboo::translator {

enum class MpiRole {
  Send,        ///< Send, Isend and their forms
  Receive,     ///< blocks until a message is there
  Post,        ///< Irecv, Imrecv: the message is waited for elsewhere
  Exchange,    ///< Sendrecv: both
  Prepare,     ///< Send_init, Recv_init: a request that a start sends or receives with
  Start,       ///< Start, Startall: persistent requests begin
  Wait,        ///< Wait, Test and their forms
  Probe,       ///< never waits, but its answer depends on which messages are received
  Collective,  ///< may wait for other ranks
  Local        ///< never waits for another rank
};

struct MpiFunction {
  llvm::StringLiteral name;
  MpiRole role;
  /// A letter for each argument: the call reads (r), writes (w), or reads and writes (x) the memory
  /// that it points to. A capital letter: some calls, or some ranks, do so. '-': it is a value.
  llvm::StringLiteral uses;
  int read_buffer;  ///< position of the argument, -1: none
  int write_buffer;
  int source;   ///< or destination
  int request;  ///< one, or the array of them
};

/// Returns the MPI function that is called, or null. PMPI_Send, MPI_Send_c and PMPI_Send_c are
/// MPI_Send, which has the same arguments. A function of a newer MPI may wait for other ranks.
const MpiFunction* mpi_function(const clang::CallExpr& call);

/// MPI_ or PMPI_
bool is_mpi_name(const clang::FunctionDecl& function);

bool is_request_type(clang::QualType type);

/// `MPI_Status`; false for null.
bool is_status_type(clang::QualType type);

}  // namespace bamboo::translator
