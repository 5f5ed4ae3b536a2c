// SPDX-License-Identifier: Apache-2.0
// Reliable multicast over UDP IP multicast (CC-MPI, PPoPP'03, section 4.1; the protocol is ours:
// ready credit, acknowledgements per window, bitmaps of missing pieces). It is independent of MPI:
// the caller exchanges the members' cards.
//
//     Session session(settings);                       // opens sockets
//     session.join(all_gather(session.card()), rank);  // the caller's way of gathering
//     session.probe(seconds(0.5));                     // does multicast work here?
//     Group group = session.open({0, 1, 2, 3});
//     Broadcast move = group.broadcast(buffer, bytes, 0);
//     move.wait();
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bamboo/plans/multicast/failure.h"
#include "bamboo/plans/multicast/group.h"
#include "bamboo/plans/multicast/settings.h"
#include "bamboo/plans/multicast/statistics.h"

namespace bamboo::plans::multicast {

class Engine;

/// The result of a probe of the way from each member to this one.
struct Reach {
  std::vector<bool> by_multicast, by_unicast;  ///< by member; true for oneself
  bool listening = false;                      ///< the port of multicasts could be had
  bool everyone() const;                       ///< by multicast
  /// "multicasts of members 3, 5 (host h4) do not arrive here"; empty: all do.
  std::string to_text(const std::vector<std::string>& names) const;
};

/// All members of a job. Calls may come from any thread.
class Session {
 public:
  explicit Session(Settings settings = {});
  ~Session();  // ends the thread; broadcasts must be over
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// The text that other members need to join with this one: a few hundred bytes with its address
  /// and its share of the session's key. A process that has all cards can take part.
  std::string card() const;
  /// All members' cards, the same on all members. Throws Failure for a card that is none.
  void join(std::span<const std::string> cards, int self);
  int self() const;
  int size() const;
  const std::vector<std::string>& names() const;  ///< "3 (10.77.0.4:40123, host h4)"

  /// All members call it at about the same time. Returns early when all members hear each other.
  /// Members that multicasts of a root do not reach are served by unicast.
  Reach probe(Duration at_most);

  /// Opens a group. All `members` call it with the same list. Groups of the same members are opened
  /// in the same order by all of them. Does not communicate. At most 65535 members. The session
  /// remembers each set of members until it ends.
  Group open(std::vector<int> members);
  /// Like above, if calls have no common order: `number` (below 2^31) distinguishes groups of the
  /// same members, also from earlier ones, so it is never reused.
  Group open(std::vector<int> members, std::uint32_t number);
  /// Opens a group of some members of `group`, when all members of `group` know them. Groups are
  /// distinguished by the number of broadcasts that `group` has begun (Group::begun()), so call it
  /// at most once at that point.
  Group open_within(const Group& group, std::uint32_t begun, std::vector<int> members);

  /// Handles received datagrams and sends what is due. Broadcasts call it themselves.
  void progress();
  /// Keeps making progress for so long: others may need to hear something again.
  void linger(Duration time);
  Statistics statistics() const;

 private:
  void check(const std::vector<int>& members) const;
  Group open_group(std::uint64_t id, std::vector<int> members);
  std::shared_ptr<Engine> engine_;
};

}  // namespace bamboo::plans::multicast
