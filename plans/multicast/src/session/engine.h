// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <vector>

#include "bamboo/plans/multicast/session.h"
#include "datagrams/card.h"
#include "datagrams/outbox.h"
#include "datagrams/wire.h"
#include "protocol/liveness.h"
#include "session/group_state.h"
#include "sockets/memberships.h"

namespace bamboo::plans::multicast {

/// The engine behind a session: gives each datagram to the group and the broadcast to which it
/// belongs. One mutex guards all members; a thread that sleeps does not hold it.
class Engine {
 public:
  explicit Engine(Settings settings);
  ~Engine();

  const std::string& card() const { return card_; }
  void join(std::span<const std::string> cards, int self);
  Reach probe(Duration at_most);
  int self() const { return self_; }
  const std::vector<std::string>& names() const { return names_; }

  /// The numbers of groups: of the next one of these members, of the one that they call so, and of
  /// one of some members of a group that has begun so many broadcasts.
  std::uint64_t next_id(const std::vector<int>& members);
  std::uint64_t id_of(const std::vector<int>& members, std::uint32_t number) const;
  std::uint64_t id_within(std::uint64_t group, std::uint32_t begun,
                          const std::vector<int>& members) const;
  void open(std::uint64_t id, const std::vector<int>& members, int self);
  std::uint32_t begun(std::uint64_t group) const;
  void close(std::uint64_t group);
  std::uint32_t start_sending(std::uint64_t group, std::span<const std::byte> message);
  std::uint32_t start_receiving(std::uint64_t group, std::span<std::byte> buffer, Part part,
                                std::size_t bytes, int root);
  /// A broadcast of nothing: it has a number like any other.
  void pass_over(std::uint64_t group);
  void fail_group(std::uint64_t group, const std::string& text);
  /// Returns true when the operation is complete. Throws Failure.
  bool progress(std::uint64_t group, std::uint32_t operation);
  bool wait(std::uint64_t group, std::uint32_t operation, Time end);
  void give_up(std::uint64_t group, std::uint32_t operation);
  void progress();
  void linger(Duration time);
  Statistics statistics() const;

 private:
  // engine.cpp
  void progress_all(Time now);
  void look_for_dead(GroupState& group, std::uint32_t number, RunningBroadcast& running);
  void fail(GroupState& group, std::uint32_t number, const std::string& text, int member,
            bool notify);
  bool ended(std::uint64_t group, std::uint32_t operation);
  void remove(GroupState& group, std::uint32_t operation);
  void start(GroupState& group, RunningBroadcast running);
  GroupState& usable(std::uint64_t group);
  Time next_deadline(bool& wants_room) const;
  void serve();
  // inbox.cpp
  bool receive_all(Time now);
  void receive(const Arrival& arrival, Time now);
  void dispatch(const Datagram& datagram, const Arrival& arrival, Time now);
  void note_failure(GroupState& group, const Datagram& datagram);
  void note_nonempty(GroupState& group, std::uint32_t operation);
  void keep_early(GroupState& group, const Datagram& datagram, const Arrival& arrival);
  void answer_for_past(const Header& header);
  Kind word_for_past(const Header& header) const;
  bool needs_unicast(const Header& question) const;
  void answer(Kind kind, const Header& question);
  void note_probe(const Datagram& datagram, bool by_multicast);
  void replay(GroupState& group, std::uint32_t operation, Time now);
  // probe.cpp
  void say_probe(const Address& to);
  bool all_heard() const;

  const Settings settings_;
  const Duration patience_;
  std::unique_ptr<Socket> socket_;
  std::string card_;
  mutable std::mutex mutex_;
  Statistics statistics_;

  // Since join():
  Agreement agreement_;
  std::vector<std::string> names_;
  std::vector<Address> addresses_;
  int self_ = -1;
  std::size_t unit_ = 0;  // bytes of payload in a datagram
  bool listening_ = false;
  std::optional<Seal> seal_;
  std::optional<Liveness> liveness_;
  std::optional<Memberships> memberships_;
  std::optional<Outbox> outbox_;

  std::unordered_map<std::uint64_t, std::unique_ptr<GroupState>> groups_;
  ClosedGroups closed_;
  std::map<std::vector<int>, std::uint32_t> instances_;  // how many groups of the same members
  struct Reached {
    bool by_multicast = false, by_unicast = false, hears_us = false;
  };
  std::vector<Reached> reached_;  // by member
  bool probed_ = false;

  std::condition_variable stopped_;
  int waiters_ = 0;
  bool stopping_ = false;
  std::thread thread_;
};

/// When a member of a probe speaks.
struct ProbeTimes {
  Duration first, interval;
};

/// Returns the times of one member. In a large group a member sends less often, and each member at
/// another time. The interval leaves time for several attempts before the probe ends: first
/// datagrams by multicast may get lost, and unicast is tried several times.
ProbeTimes probe_times(std::size_t members, int self, Duration at_most);

}  // namespace bamboo::plans::multicast
