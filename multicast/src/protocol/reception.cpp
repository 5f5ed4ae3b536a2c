// SPDX-License-Identifier: Apache-2.0
#include "protocol/reception.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "protocol/broadcast_side.h"

namespace bamboo::plans::multicast {
namespace {

constexpr Duration shortest_quiet = milliseconds(20), longest_quiet = milliseconds(250);
/// Later pieces that must have come before one counts as lost and not as late.
constexpr std::uint32_t patience_with_order = 3;
constexpr std::size_t window_bytes = 256 << 10;
/// The number of quiet intervals after which the membership is renewed at the switches, and after
/// which the root is asked to use unicast.
constexpr int renew_after = 2, give_up_after = 3;
/// A short message may come by a repair alone by chance.
constexpr int doubts_until_certain = 3;

std::uint32_t window_of(std::uint32_t credit, std::size_t unit) {
  const auto pieces = static_cast<std::uint32_t>(window_bytes / unit);
  return std::clamp<std::uint32_t>(pieces, 1, std::max<std::uint32_t>(1, credit / 4));
}

}  // namespace

Reception::Reception(Outbox& outbox, const Liveness& liveness, ReceiverMemory& memory,
                     const Where& where, const Message& message, int root, Turn turn,
                     std::uint32_t credit, bool expects_eager, std::function<void()> renew,
                     Time now)
    : outbox_(outbox),
      liveness_(liveness),
      memory_(memory),
      where_(where),
      message_(message),
      comes_alone_(goes_to_each_alone(where, message.bytes, message.unit,
                                      static_cast<std::size_t>(turn.receivers))),
      root_(root),
      credit_(credit),
      window_(window_of(credit, message.unit)),
      turn_(static_cast<std::uint32_t>(std::uint64_t{window_} * turn.place / turn.receivers)),
      renew_(std::move(renew)),
      asked_(liveness.listening()),
      first_(piece_of(message.part.offset)),
      end_(message.part.bytes == 0
               ? first_
               : piece_of(message.part.offset + message.part.bytes + message.unit - 1)),
      arrivals_(piece_of(message.bytes + message.unit - 1), first_, end_),
      report_at_(expects_eager ? now + shortest_quiet : now),
      quiet_time_(shortest_quiet) {
  if (finished()) acknowledge();  // nothing is needed: the root must not wait
}

Header Reception::header(Kind kind, std::uint32_t sequence) const {
  return where_.header(kind, sequence, message_.bytes);
}

void Reception::handle(const Datagram& datagram, int, bool by_multicast, Time now) {
  const Header& header = datagram.header;
  if (header.sender != root_ ||
      (header.kind != Kind::Data && header.kind != Kind::End && header.kind != Kind::Poll)) {
    return;
  }
  if (header.total != message_.bytes) {
    contradicting_size_ = header.total;
    return;
  }
  if (by_multicast) {
    heard_multicast_ = true;
    memory_.by_unicast = false;
  }
  root_has_sent_ = root_has_sent_ || header.kind == Kind::Data || header.sequence > 0;
  if (header.kind == Kind::Data)
    take(datagram, now);
  else
    answer(header.kind, std::min(header.sequence, arrivals_.pieces()));
}

void Reception::take(const Datagram& datagram, Time now) {
  const std::uint32_t piece = datagram.header.sequence;
  const std::size_t offset = std::size_t{piece} * message_.unit;
  if (piece >= arrivals_.pieces() ||
      datagram.payload.size() != std::min(message_.unit, message_.bytes - offset)) {
    ++outbox_.statistics().unusable;
    return;
  }
  const bool is_higher = piece >= highest_;
  highest_ = std::max(highest_, piece + 1);
  if (arrivals_.add(piece)) {
    ++outbox_.statistics().received;
    store(piece, datagram.payload);
    quiet_ = 0;
    quiet_time_ = shortest_quiet;
    report_at_ = now + quiet_time_;
  } else if (piece >= first_ && piece < end_) {
    ++outbox_.statistics().duplicates;
  }
  if (finished()) {
    if (!comes_alone_) {
      memory_.doubts = heard_multicast_ ? 0 : memory_.doubts + 1;
      memory_.by_unicast = memory_.by_unicast || memory_.doubts >= doubts_until_certain;
    }
    memory_.ready = true;
    acknowledge();
    return;
  }
  const std::uint32_t settled = highest_ - std::min(highest_, patience_with_order);
  if (settled > complained_below_) {
    const std::uint32_t begin = std::exchange(complained_below_, settled);
    complain(begin, settled);
  }
  if (is_higher && piece % window_ == turn_) acknowledge();
}

void Reception::store(std::uint32_t piece, std::span<const std::byte> payload) {
  const std::size_t begin = std::size_t{piece} * message_.unit;
  const std::size_t from = std::max(begin, message_.part.offset);
  const std::size_t to =
      std::min(begin + payload.size(), message_.part.offset + message_.part.bytes);
  std::memcpy(message_.buffer.data() + (from - message_.part.offset),
              payload.data() + (from - begin), to - from);
}

void Reception::answer(Kind question, std::uint32_t sent) {
  if (finished()) {
    acknowledge();
  } else if (sent > 0 && arrivals_.next_missing(0) < sent) {
    complained_below_ = std::max(complained_below_, sent);
    complain(0, sent);
  } else if (highest_ > 0) {
    acknowledge();
  } else if (question == Kind::Poll) {
    say_ready();
  }
}

void Reception::progress(Time now) {
  if (finished() || now < report_at_) return;
  if (++quiet_ > 1) suspect_network();
  if (highest_ == 0)
    say_ready();
  else
    complain(0, arrivals_.pieces());
  report_at_ = now + quiet_time_;
  quiet_time_ = std::min<Duration>(2 * quiet_time_, longest_quiet);
}

/// A switch that has forgotten us (no querier asks who listens) drops multicasts, while all that is
/// sent to us alone arrives.
void Reception::suspect_network() {
  if (comes_alone_ || heard_multicast_ || memory_.by_unicast || !root_has_sent_) return;
  if (quiet_ == renew_after)
    renew_();
  else if (quiet_ >= give_up_after)
    memory_.by_unicast = true;
}

Report Reception::report() const {
  Report report;
  report.highest = highest_;
  report.limit = highest_ + credit_;
  report.by_unicast = memory_.by_unicast;
  const std::uint32_t not_reached = end_ - std::clamp(highest_, first_, end_);
  report.received = highest_ - (arrivals_.missing() - not_reached);
  return report;
}

void Reception::say_ready() {
  outbox_.report(header(Kind::Ready, 0), report(), {}, root_);
}

void Reception::acknowledge() {
  outbox_.report(header(Kind::Ack, arrivals_.next_missing(0)), report(), {}, root_);
}

void Reception::complain(std::uint32_t begin, std::uint32_t end) {
  const std::uint32_t base = arrivals_.next_missing(begin);
  if (base >= end) return;
  std::array<std::byte, bitmap_limit> bitmap;
  const std::size_t used = arrivals_.write_missing(base, end, bitmap);
  outbox_.report(header(Kind::Nack, base), report(), std::span(bitmap).first(used), root_);
}

int Reception::dead(Duration patience) const {
  return liveness_.silence(root_, asked_) > patience ? root_ : -1;
}

}  // namespace bamboo::plans::multicast
