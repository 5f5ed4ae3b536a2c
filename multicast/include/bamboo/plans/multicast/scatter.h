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

  /// Static: within an open group, by two broadcasts: the size of each member's block, which only
  /// the root knows, then the blocks. All members of `all` take part until their own block has
  /// arrived. `counts` has the bytes for each member of the group, whose blocks are consecutive in
  /// `message`; only the root's values are used. `bytes` is the size of `buffer` for the own block,
  /// which may be shorter. If a block is longer, its beginning is stored, and a Truncation ends the
  /// scatter at this member. The caller owns the buffers and keeps them until the scatter is
  /// complete.
  static Scatter in_group(Group& all, const void* message, std::span<const std::size_t> counts,
                          void* buffer, std::size_t bytes, int root);
  /// Dynamic: the first broadcast also says which members get data. These open a group of their own
  /// for the second broadcast; the others are done.
  static Scatter in_new_group(Session& session, Group& all, const void* message,
                              std::span<const std::size_t> counts, void* buffer, std::size_t bytes,
                              int root);
  /// Compiler-assisted: the group of the receiving members is already open, and all of them know
  /// all counts. One broadcast.
  static Scatter of_known(Group& receivers, const void* message,
                          std::span<const std::size_t> counts, void* buffer, int root);

  /// Returns true when the scatter is complete. Throws Failure; throws Truncation although the
  /// other members have their blocks.
  bool progress();
  void wait();
  bool wait_for(Duration at_most);
  /// Returns how many bytes of the own block have arrived, when the scatter is complete; 0 at the
  /// root.
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

  Session* session_;  // null if it opens no group
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
