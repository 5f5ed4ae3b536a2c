// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "bamboo/taskgraph/internal/guarded.h"
#include "comm/communicators.h"
#include "one_sided/messages.h"
#include "one_sided/window.h"
#include "p2p/messaging_task.h"

namespace bamboo::mpi {

/// The windows of one rank, and the requests of other ranks for them.
class Windows final : public ActiveMessages {
 public:
  explicit Windows(MessagingTask& its_task) : task(its_task) {}
  Windows(const Windows&) = delete;
  Windows& operator=(const Windows&) = delete;

  /// The windows of another rank of this process.
  static Windows& of(MessagingTask& task) { return static_cast<Windows&>(*task.active_messages); }

  /// The object behind a handle. Throws MpiError(MPI_ERR_WIN).
  Window& find(MPI_Win handle) const;
  /// A new window of the communicator's ranks. Collective.
  template <class... MemoryArguments>
  Window& add(Communicators& mine, Communicator& parent, MemoryArguments&&... memory) {
    return publish(std::make_shared<Window>(*this, own_communicator(mine, parent),
                                            std::forward<MemoryArguments>(memory)...));
  }
  /// Collective; calls the program, which may have attached attributes.
  void free(Communicators& mine, Window& window);

  /// The memory of a rank of this process in the window of this context; null for another process.
  Exposure* exposure_of(TaskId task, std::uint32_t context) const;
  /// Sends a notice about its part of a window to another rank of any process.
  void notify(const Window& window, TaskId to, MessageKind kind);
  /// Records that a claim holds its lock from now on.
  void grant(std::uint32_t context, const LockQueue::Claim& claim);

  void arrived(Message* message) override;

  MessagingTask& task;
  Questions questions;

 private:
  static Communicator& own_communicator(Communicators& mine, Communicator& parent);
  Window& publish(std::shared_ptr<Window> window);
  /// Returns null if the window has ended. (A late message may keep it for a moment longer than its
  /// rank.)
  std::shared_ptr<Window> with_context(std::uint32_t context);
  /// Any thread may call it: this rank's part of the window got the notice `kind` from `from`.
  void notified(Window& window, TaskId from, MessageKind kind);

  Guarded<std::vector<std::shared_ptr<Window>>> all_;
};

/// All ranks of the window have called it.
void barrier(Window& window);

}  // namespace bamboo::mpi
