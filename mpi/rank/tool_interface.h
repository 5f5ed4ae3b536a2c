// SPDX-License-Identifier: Apache-2.0
// A rank's state of MPI's tool information interface.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "objects/rank_handles.h"

namespace bamboo::mpi {

class Rank;

/// A setting. The program reads it and cannot change it.
struct ControlVariable {
  const char* name;
  const char* description;
  int (*value)(const Rank& rank);
};

/// A figure that is always kept.
struct PerformanceVariable {
  const char* name;
  const char* description;
  int kind;  ///< MPI_T_PVAR_CLASS_…
  std::uint64_t (*value)(Rank& rank);
};

/// A tool's session, and the handles that it made there.
struct ToolSession {
  struct Handle {
    const PerformanceVariable* variable;
    ToolSession* session;
    MPI_T_pvar_handle handle = MPI_T_PVAR_HANDLE_NULL;
  };
  MPI_T_pvar_session handle = MPI_T_PVAR_SESSION_NULL;
  std::vector<std::unique_ptr<Handle>> handles;
};

struct ToolInterface {
  int users = 0;  ///< calls of MPI_T_init_thread without their MPI_T_finalize
  RankHandles<const ControlVariable, MPI_T_cvar_handle> controls;
  RankHandles<ToolSession::Handle, MPI_T_pvar_handle> figures;
  RankHandles<ToolSession, MPI_T_pvar_session> sessions;
  std::vector<std::unique_ptr<ToolSession>> open_sessions;
};

}  // namespace bamboo::mpi
