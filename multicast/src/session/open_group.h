// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/group.h"
#include "protocol/broadcast_side.h"
#include "protocol/reception.h"
#include "protocol/transmission.h"
#include "session/connection.h"
#include "session/early.h"
#include "session/past.h"
#include "session/probe.h"

namespace bamboo::plans::multicast {

/// When progress() has something to do even if no datagram arrives, and whether it also waits for
/// space in the network.
struct Due {
  Time time;
  bool wants_room = false;
};

/// An open group. It numbers its broadcasts, gives each datagram to its broadcast, and answers
/// those of broadcasts that are over. It fails as a whole with one of its broadcasts.
class OpenGroup {
 public:
  /// `members` of the session; `self`: the place in them.
  OpenGroup(Connection& connection, const Settings& settings, const Probe& probe, std::uint64_t id,
            std::vector<int> members, int self);
  ~OpenGroup();
  OpenGroup(const OpenGroup&) = delete;
  OpenGroup& operator=(const OpenGroup&) = delete;

  std::uint32_t ip() const { return ip_; }
  /// The number of broadcasts that have been started.
  std::uint32_t begun() const { return next_; }
  Record record() const;

  // These return the number of the broadcast. They throw Failure if the group has failed.
  std::uint32_t start_sending(std::span<const std::byte> message, Time now);
  std::uint32_t start_receiving(std::span<std::byte> buffer, Part part, std::size_t bytes, int root,
                                Time now);
  /// Starts and completes a broadcast of nothing. It has a number like any other.
  void pass_over();
  /// The caller cannot take part in the next broadcast.
  void fail(const std::string& text);
  /// Returns true, once, when the broadcast is complete. Throws Failure.
  bool has_ended(std::uint32_t operation);
  void give_up(std::uint32_t operation);

  void handle(const Datagram& datagram, const Arrival& arrival, Time now);
  /// Sends the datagrams whose time has come. `is_drained`: the sockets are empty. Otherwise a
  /// receiver does not report missing pieces, because they may wait in its own socket.
  void progress(Time now, bool is_drained);
  /// Makes `due` earlier if a broadcast is due earlier.
  void add_to(Due& due) const;

 private:
  struct Running {
    std::unique_ptr<BroadcastSide> side;
    Reception* reception = nullptr;  // the same, when this is a receiver
    bool holds_membership = false;
    std::string failure;  // why it cannot end
    int failed_member = -1;
    bool is_open() const { return failure.empty() && !side->finished(); }
  };

  void require_usable() const;
  Where next_where() const { return {id_, next_, ip_}; }
  std::uint32_t start(Running running, Time now);
  void remove(std::uint32_t number);
  int place_of(int member) const;
  void look_for_dead(std::uint32_t number, const Running& running);
  void fail(std::uint32_t number, const std::string& text, int member);
  void fail_of_size(std::uint32_t number);
  void stop(std::uint32_t first, std::uint32_t number, const std::string& text, int member);
  void note_failure(const Datagram& datagram);
  void keep_early(const Datagram& datagram, const Arrival& arrival);
  void answer_for_past(const Header& question);

  Connection& connection_;
  const Settings& settings_;
  const std::uint64_t id_;
  const std::uint32_t ip_;
  const std::vector<int> members_;  // of the session
  const int self_;                  // place in members_

  std::uint32_t next_ = 0;  // number of the next broadcast
  std::map<std::uint32_t, Running> running_;
  EarlyDatagrams early_;
  EmptyOperations empty_;
  RootMemory as_root_;
  std::vector<ReceiverMemory> of_roots_;  // by the root's place
  std::string failure_;                   // of an earlier broadcast
  std::uint32_t failed_from_ = 0;         // the first one that failed with it
};

}  // namespace bamboo::plans::multicast
