// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/clock.h"

namespace bamboo::plans::multicast {

class Engine;

/// Part of a message.
struct Part {
  std::size_t offset = 0, bytes = 0;
};

/// One broadcast under way. One thread at a time.
class Broadcast {
 public:
  Broadcast() = default;
  Broadcast(Broadcast&&) noexcept;
  Broadcast& operator=(Broadcast&&) noexcept;
  ~Broadcast();  // of one that is not over: it is given up, which others will notice

  /// Returns true when the broadcast is complete: at the root, when all members have the data; at a
  /// member, when it has its part. The caller may then reuse the buffer. Throws Failure if a member
  /// is dead or members disagree.
  bool progress();
  /// Sleeps while there is nothing to do.
  void wait();
  /// Like wait(), for at most `at_most`. Returns whether the broadcast is complete.
  bool wait_for(Duration at_most);

 private:
  friend class Group;
  Broadcast(std::shared_ptr<Engine> engine, std::uint64_t group, std::uint32_t operation);
  void give_up();
  std::shared_ptr<Engine> engine_;  // null: nothing to do
  std::uint64_t group_ = 0;
  std::uint32_t operation_ = 0;
};

/// Some members that broadcast to each other. All start their broadcasts in the same order; several
/// may be under way. Membership of the network's group is taken when a broadcast comes and kept
/// until others need it (Settings::memberships).
class Group {
 public:
  Group() = default;
  Group(Group&&) noexcept;
  Group& operator=(Group&&) noexcept;
  ~Group();  // closes it; its broadcasts must be over

  /// Session members, in the order of open().
  const std::vector<int>& members() const { return members_; }
  int self() const { return self_; }  ///< own place in members()
  /// How many broadcasts have begun here.
  std::uint32_t begun() const;
  /// Starts to move `bytes` from the buffer of members()[root] into the others'. The sizes must be
  /// equal; a mistake is found out and reported, though not always in this call where one side has
  /// nothing to move: then it ends at once, and the group's next one fails there.
  Broadcast broadcast(void* buffer, std::size_t bytes, int root);
  /// Like above, for a member that needs only a part of the message, stored in `buffer` (scatter).
  /// Lost data outside of the part are not requested again. Not for the root.
  Broadcast receive(void* buffer, Part part, std::size_t message_bytes, int root);
  /// Reports that this member cannot take part in later operations: the others' broadcasts, and
  /// everything else in this group, fail instead of waiting for it.
  void fail(const std::string& text);
  void close();

 private:
  friend class Session;
  Group(std::shared_ptr<Engine> engine, std::uint64_t id, std::vector<int> members, int self);
  std::shared_ptr<Engine> engine_;  // null: closed
  std::uint64_t id_ = 0;
  std::vector<int> members_;
  int self_ = 0;
};

}  // namespace bamboo::plans::multicast
