// SPDX-License-Identifier: Apache-2.0
// Finding out who hears whose multicasts, with datagrams of the full size.
#include <algorithm>

#include "session/engine.h"

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

void Engine::say_probe(const Address& to) {
  std::vector<std::byte> payload(unit_);
  for (std::size_t member = 0; member < reached_.size() && member / 8 < unit_; ++member)
    if (reached_[member].by_multicast)
      payload[member / 8] |= static_cast<std::byte>(1 << (member % 8));
  Header header;
  header.kind = Kind::Probe;
  outbox_->control(header, payload, to);
}

void Engine::note_probe(const Datagram& datagram, bool by_multicast) {
  if (datagram.payload.size() != unit_) {
    ++statistics_.unusable;
    return;
  }
  Reached& sender = reached_[datagram.header.sender];
  (by_multicast ? sender.by_multicast : sender.by_unicast) = true;
  const auto own = static_cast<std::size_t>(self_);
  sender.hears_us =
      own / 8 >= unit_ || (std::to_integer<unsigned>(datagram.payload[own / 8]) >> (own % 8) & 1);
  if (by_multicast && probed_)
    say_probe(outbox_->address_of(datagram.header.sender));  // it has missed our last words
}

bool Engine::all_heard() const {
  return std::all_of(reached_.begin(), reached_.end(),
                     [](const Reached& other) { return other.by_multicast && other.hears_us; });
}

Reach Engine::probe(Duration at_most) {
  std::unique_lock lock(mutex_);
  probed_ = false;
  for (std::size_t member = 0; member < reached_.size(); ++member) {
    const bool is_self = member == static_cast<std::size_t>(self_);
    reached_[member] = {is_self, is_self, is_self};
  }
  const std::uint32_t ip = group_ip(agreement_, 0);
  const bool is_member = listening_ && memberships_->hold(ip);
  const Address everyone = outbox_->multicast_address(ip);
  const ProbeTimes times = probe_times(reached_.size(), self_, at_most);
  const Time begin = Clock::now(), end = begin + at_most;
  Time next = begin + times.first;
  for (Time now = begin; now < end && !all_heard(); now = Clock::now()) {
    if (now >= next) {
      say_probe(everyone);
      // In the second half, also send by unicast to members that may not receive multicasts.
      for (std::size_t member = 0; member < reached_.size(); ++member) {
        const Reached& other = reached_[member];
        if (now - begin > at_most / 2 && !(other.by_multicast && other.hears_us))
          say_probe(addresses_[member]);
      }
      next = now + times.interval;
    }
    lock.unlock();
    socket_->sleep(std::min(next, end) - now, false);
    lock.lock();
    progress_all(Clock::now());
  }
  say_probe(everyone);
  probed_ = true;
  if (is_member) memberships_->release(ip);
  Reach reach;
  reach.listening = listening_;
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
