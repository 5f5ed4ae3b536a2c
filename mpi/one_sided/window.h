// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "comm/communicator.h"
#include "objects/attributes.h"
#include "one_sided/epoch.h"
#include "one_sided/exposure.h"

namespace bamboo::mpi {

class SharedMemory;
class Windows;

/// The lock of one target that a rank holds.
enum class HeldLock : unsigned char {
  None,
  Held,
  Unchecked,  ///< MPI_MODE_NOCHECK: the program says that no other holds one that conflicts
};

/// Another member of a window, or the rank itself, from the view of the origin.
struct Target {
  int rank;          ///< in the window's group
  TaskId task;       ///< world rank
  Exposure* memory;  ///< null in another process
  HeldLock lock = HeldLock::None;
  Outstanding outstanding;
};

/// A rank's view of a window.
class Window {
 public:
  template <class... MemoryArguments>
  Window(Windows& its_windows, Communicator& its_comm, MemoryArguments&&... memory)
      : windows(its_windows),
        comm(its_comm),
        context(its_comm.context),
        exposure(std::forward<MemoryArguments>(memory)...),
        model_(MPI_WIN_UNIFIED) {}

  /// Throws MpiError(MPI_ERR_RANK).
  Target& target(int rank);
  /// Visits the targets that target() has returned. Another thread of the rank may add some
  /// meanwhile.
  template <class Visit>
  void for_each_target(Visit&& visit) {
    for (std::size_t i = 0; i < targets_.size(); ++i) visit(targets_[i]);
  }
  MessagingTask& task() const { return comm.task; }
  /// Returns "window "x"" or "a window without a name".
  std::string text() const;

  /// Records that an operation failed at its target; the next synchronisation throws the error. Any
  /// thread may call it.
  void note_failure(MpiError failure);
  void throw_failure();
  /// The rank has read memory that other ranks change. At intervals this lets the other ranks run.
  void look();

  /// The value of MPI's own attributes. Empty: another key.
  std::optional<AttributeValue> predefined_attribute(int keyval);

  Windows& windows;
  Communicator& comm;  ///< the window's own
  const std::uint32_t context;
  Exposure exposure;
  Epoch epoch;
  MPI_Win handle = MPI_WIN_NULL;
  const SharedMemory* shared = nullptr;              ///< kept by the memory of that flavour
  MPI_Errhandler errhandler = MPI_ERRORS_ARE_FATAL;  ///< holds a reference
  Attributes<MPI_Win> attributes;
  std::shared_ptr<const Info> hints;
  std::string name;

 private:
  std::deque<Target> targets_;
  std::unordered_map<int, Target*> by_rank_;
  Guarded<std::optional<MpiError>> failure_;
  int looks_ = 0;
  int model_;
};

}  // namespace bamboo::mpi
