// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "objects/info.h"
#include "objects/rank_handles.h"
#include "p2p/attached_buffer.h"

namespace bamboo::mpi {

struct Session {
  std::shared_ptr<const Info> hints;  ///< that the program gave; null: none
  MPI_Errhandler errhandler;          ///< holds a reference
  int thread_level;  ///< the level that the program asked for, then the granted one
  MPI_Session handle = MPI_SESSION_NULL;
  SessionBuffer buffer = std::make_shared<SessionBuffer::element_type>();  ///< never null
};

/// The open sessions of one rank. While there is one, the rank may call MPI without MPI_Init.
class Sessions {
 public:
  Sessions() = default;
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;
  ~Sessions();

  /// `errhandler` is one. Throws MpiError(MPI_ERR_ARG) for hints that name no thread level.
  Session& open(std::shared_ptr<const Info> hints, MPI_Errhandler errhandler);
  void close(Session& session);
  /// The object behind a handle. Throws MpiError(MPI_ERR_SESSION).
  Session& find(MPI_Session handle) const;
  bool any() const { return !open_.empty(); }
  bool were_any() const { return were_any_; }

 private:
  std::vector<std::unique_ptr<Session>> open_;
  RankHandles<Session, MPI_Session> handles_;
  bool were_any_ = false;
};

/// The hint that says which thread level a program wants.
inline constexpr const char thread_level_key[] = "thread_level";
/// "MPI_THREAD_SINGLE".
const char* thread_level_name(int level);

}  // namespace bamboo::mpi
