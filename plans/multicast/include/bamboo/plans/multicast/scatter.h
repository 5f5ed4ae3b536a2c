// SPDX-License-Identifier: Apache-2.0
// Scatter by aggregated multicast, with the three schemes of CC-MPI (PPoPP'03, section 4.1) for the
// group that gets it: all blocks travel as one message, and each receiver takes its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bamboo/plans/multicast/session.h"

namespace bamboo::plans::multicast {

/// One-to-many under way; start/progress/wait as a broadcast. One thread at a time.
class Scatter {
 public:
  Scatter(Scatter&&) noexcept = default;
  Scatter& operator=(Scatter&&) noexcept = default;

  /// Static: within a group that is open anyway. Two broadcasts: how much each member gets, which
  /// only the root knows, then the blocks. All members of `all` take part until their own block is
  /// there. `counts`: bytes for each member of the group, its blocks one after the other in
  /// `message`; only the root's are looked at. `bytes`: room in `buffer` for the own block, which
  /// may be shorter; of a longer one the beginning comes, and a Truncation ends the scatter there.
  /// Buffers stay the caller's and must live until it is over.
  static Scatter in_group(Group& all, const void* message, std::span<const std::size_t> counts,
                          void* buffer, std::size_t bytes, int root);
  /// Dynamic: the first broadcast also tells which members get anything; these
  /// open a group of their own for the second one, the others are through.
  static Scatter in_new_group(Session& session, Group& all, const void* message,
                              std::span<const std::size_t> counts, void* buffer, std::size_t bytes,
                              int root);
  /// Compiler-assisted: the group of those who get anything was opened before, and all of them know
  /// all counts. One broadcast.
  static Scatter of_known(Group& receivers, const void* message,
                          std::span<const std::size_t> counts, void* buffer, int root);

  /// True when it is over. Throws Failure; Truncation when others have their blocks all the same.
  bool progress();
  void wait();
  bool wait_for(Duration at_most);
  /// Bytes of the own block that have come, when it is over; of the root 0.
  std::size_t received() const { return received_; }

 private:
  Scatter(Session* session, Group& all, const void* message, void* buffer, std::size_t bytes,
          int root)
      : session_(session),
        all_(&all),
        message_(message),
        buffer_(buffer),
        bytes_(bytes),
        root_(root) {}
  void announce(std::span<const std::size_t> counts);
  bool go_on();
  void move();
  void move_in(Group& group, std::span<const std::uint64_t> counts, int root);

  Session* session_;  // null: no group of its own
  Group* all_;
  const void* message_;
  void* buffer_;
  std::size_t bytes_;
  int root_;
  bool is_announced_ = false;
  std::uint32_t begun_ = 0;              // broadcasts of the group when the counts were announced
  std::size_t received_ = 0, lost_ = 0;  // of the own block
  std::vector<std::uint64_t> counts_;
  std::optional<Group> own_;
  Broadcast current_;
};

}  // namespace bamboo::plans::multicast
