// SPDX-License-Identifier: Apache-2.0
#include "session/probe.h"

#include <algorithm>

namespace bamboo::plans::multicast {
namespace {

constexpr Duration between_probes = milliseconds(20);
constexpr int members_per_interval = 16;
/// How often each speaks at least, whatever their number.
constexpr int least_probes = 8;

}  // namespace

ProbeTimes probe_times(std::size_t members, int self, Duration at_most) {
  const auto count = static_cast<int>(members);
  const Duration interval = std::min<Duration>(between_probes * (1 + count / members_per_interval),
                                               at_most / least_probes);
  // A few members may speak all at once.
  const Duration spread = std::max<Duration>(interval - between_probes, Duration::zero());
  return {spread * self / count, interval};
}

Probe::Probe(Connection& connection)
    : connection_(connection),
      ip_(group_ip(connection.members.agreement, 0)),
      reached_(connection.members.addresses.size()) {}

void Probe::begin(Duration at_most, Time now) {
  has_ended_ = false;
  const int self = connection_.members.self;
  reached_.assign(reached_.size(), {});
  reached_[self] = {true, true, true};
  is_member_ = connection_.is_listening && connection_.memberships.hold(ip_);
  times_ = probe_times(reached_.size(), self, at_most);
  next_ = now + times_.first;
  half_ = now + at_most / 2;
  end_ = now + at_most;
}

void Probe::say(const Address& to) {
  std::vector<std::byte> payload(connection_.members.unit);
  for (std::size_t member = 0; member < reached_.size() && member / 8 < payload.size(); ++member)
    if (reached_[member].by_multicast)
      payload[member / 8] |= static_cast<std::byte>(1 << (member % 8));
  Header header;
  header.kind = Kind::Probe;
  connection_.outbox.control(header, payload, to);
}

void Probe::handle(const Datagram& datagram, bool by_multicast) {
  const std::size_t unit = connection_.members.unit;
  if (datagram.payload.size() != unit) {
    ++connection_.statistics.unusable;
    return;
  }
  Reached& sender = reached_[datagram.header.sender];
  (by_multicast ? sender.by_multicast : sender.by_unicast) = true;
  const auto own = static_cast<std::size_t>(connection_.members.self);
  sender.hears_us =
      own / 8 >= unit || (std::to_integer<unsigned>(datagram.payload[own / 8]) >> (own % 8) & 1);
  if (by_multicast && has_ended_)  // it has missed the last datagram of this probe
    say(connection_.members.addresses[datagram.header.sender]);
}

void Probe::progress(Time now) {
  if (now < next_) return;
  say(connection_.outbox.multicast_address(ip_));
  // In the second half, also send by unicast to members that may not receive multicasts.
  for (std::size_t member = 0; member < reached_.size(); ++member)
    if (now > half_ && !reached_[member].both_ways()) say(connection_.members.addresses[member]);
  next_ = now + times_.interval;
}

bool Probe::is_over(Time now) const {
  return now >= end_ || std::ranges::all_of(reached_, &Reached::both_ways);
}

Time Probe::deadline() const {
  return std::min(next_, end_);
}

Reach Probe::end() {
  say(connection_.outbox.multicast_address(ip_));
  has_ended_ = true;
  if (is_member_) connection_.memberships.release(ip_);
  Reach reach;
  reach.listening = connection_.is_listening;
  for (const Reached& other : reached_) {
    reach.by_multicast.push_back(other.by_multicast);
    reach.by_unicast.push_back(other.by_unicast || other.by_multicast);
  }
  return reach;
}

bool Reach::everyone() const {
  return std::all_of(by_multicast.begin(), by_multicast.end(), [](bool heard) { return heard; });
}

std::string Reach::to_text(const std::vector<std::string>& names) const {
  std::string silent, unreachable;
  for (std::size_t member = 0; member < by_multicast.size(); ++member) {
    if (!by_multicast[member]) {
      std::string& list = by_unicast[member] ? silent : unreachable;
      list += (list.empty() ? "" : ", ") + names[member];
    }
  }
  std::string text;
  if (!listening) text = "the port of multicasts is taken by another program; ";
  if (!silent.empty()) text += "multicasts do not arrive here from member " + silent + "; ";
  if (!unreachable.empty())
    text += "no datagrams at all arrive here from member " + unreachable + "; ";
  return text.empty() ? text : text.substr(0, text.size() - 2);
}

}  // namespace bamboo::plans::multicast
