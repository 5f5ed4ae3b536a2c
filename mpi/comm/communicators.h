// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "comm/communicator.h"

namespace bamboo::mpi {

/// The context of ranks that agree without having a communicator.
inline constexpr std::uint32_t without_communicator = 4;

/// The communicators of one rank.
class Communicators {
 public:
  Communicators(MessagingTask& its_task, int world_size);
  Communicators(const Communicators&) = delete;
  Communicators& operator=(const Communicators&) = delete;

  /// The object behind a handle. Throws MpiError(MPI_ERR_COMM).
  Communicator& find(MPI_Comm handle);
  /// The one with this point-to-point context; the world for a context of none.
  Communicator& with_context(std::uint32_t context);

  /// A new communicator with the parent's error handler; null when the rank is no member of
  /// `group`. No communication: the members have agreed on `context`.
  Communicator* add(const Communicator& parent, GroupRef group, std::uint32_t context);
  /// Calls the program, which may have attached attributes.
  void free(Communicator& comm);

  MessagingTask& task;
  Communicator world, self;

  /// Returns a context that the rank chooses alone, for members that cannot agree because they do
  /// not wait.
  std::uint32_t new_led_context();
  /// The context that the rank proposes for a communicator that several ranks make: the highest
  /// proposal is used. A rank whose threads may make two at a time proposes a unique one.
  int proposed_context();
  /// The highest proposal. The rank proposes a higher one next time.
  std::uint32_t take_context(int highest);

 private:
  friend struct DebuggerAccess;
  void sweep();

  std::uint32_t next_context_ = 6;  ///< the lowest one that the rank never used
  std::uint32_t led_contexts_ = 0;
  std::vector<std::unique_ptr<Communicator>> derived_;  // in order of creation
};

}  // namespace bamboo::mpi
