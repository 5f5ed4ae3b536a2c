// SPDX-License-Identifier: Apache-2.0
// Reliable multicast over UDP IP multicast (CC-MPI, PPoPP'03, section 4.1; the protocol is ours:
// ready credit, acknowledgements per window, bitmaps of what is missing). Knows nothing of MPI: the
// caller carries the members' cards to each other.
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

  /// The text by which the others know this member: some hundred bytes with its address, and its
  /// share of the session's key. A process that sees all cards can take part.
  std::string card() const;
  /// All members' cards, the same on all members. Throws Failure for a card that is none.
  void join(std::span<const std::string> cards, int self);
  int self() const;
  int size() const;
  const std::vector<std::string>& names() const;  ///< "3 (10.77.0.4:40123, host h4)"

  /// All members call it at about the same time. Returns early when all members hear each other.
  /// Members that multicasts of a root do not reach are served by unicast.
  Reach probe(Duration at_most);

  /// All `members` call it, with the same list; sets of the same members in the same order of
  /// calls. Does not communicate. At most 65535 members. Each set of members is remembered for the
  /// session's life.
  Group open(std::vector<int> members);
  /// The same where no order of calls is sure: `number` (below 2^31) tells groups of the same
  /// members apart; also from earlier ones, so it is never used again.
  Group open(std::vector<int> members, std::uint32_t number);
  /// For some members of a group, when all of that group know who they are: after it has begun so
  /// many broadcasts (Group::begun()), which is what tells groups apart. Only once at that point.
  Group open_within(const Group& group, std::uint32_t begun, std::vector<int> members);

  /// Handles what has come, sends what is due. Broadcasts' own calls do so as well.
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
