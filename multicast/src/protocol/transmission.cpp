// SPDX-License-Identifier: Apache-2.0
#include "protocol/transmission.h"

#include <algorithm>

#include "protocol/broadcast_side.h"

namespace bamboo::plans::multicast {
namespace {

constexpr Duration after_sending = milliseconds(3);
constexpr Duration shortest_asking = milliseconds(20), longest_asking = milliseconds(250);
/// Up to this number of single copies cost the network no more than one multicast.
constexpr int few = 3;
/// A receiver's losses are judged over so many pieces at least.
constexpr std::uint32_t judged_pieces = 16;

}  // namespace

Transmission::Transmission(Outbox& outbox, const Liveness& liveness, RootMemory& memory,
                           const Where& where, std::span<const std::byte> message, std::size_t unit,
                           const std::vector<int>& members, int self, std::uint32_t eager, Time now)
    : outbox_(outbox),
      liveness_(liveness),
      memory_(memory),
      where_(where),
      message_(message),
      unit_(unit),
      members_(members),
      pieces_(static_cast<std::uint32_t>((message.size() + unit - 1) / unit)),
      to_each_alone_(goes_to_each_alone(where, message.size(), unit, members.size())),
      asked_(liveness.listening()),
      receivers_(members.size()),
      open_(static_cast<int>(members.size()) - 1),
      sent_(pieces_),
      // In a new group, the Ready of a receiver may have been sent before the group was open here.
      ask_at_(memory.all_ready ? now + shortest_asking : now),
      patience_of_asking_(memory.all_ready ? shortest_asking : shortest_asking / 2) {
  receivers_[self].done = true;
  if (memory.all_ready && pieces_ <= eager)
    for (Receiver& receiver : receivers_) receiver.limit = pieces_;
}

Header Transmission::header(Kind kind, std::uint32_t sequence) const {
  return where_.header(kind, sequence, message_.size());
}

std::span<const std::byte> Transmission::bytes_of(std::uint32_t piece) const {
  const std::size_t offset = piece * unit_;
  return message_.subspan(offset, std::min(unit_, message_.size() - offset));
}

void Transmission::handle(const Datagram& datagram, int place, bool, Time now) {
  const Kind kind = datagram.header.kind;
  Receiver& receiver = receivers_[place];
  if (receiver.done || (kind != Kind::Ready && kind != Kind::Ack && kind != Kind::Nack)) return;
  const Report report = read_report(datagram.payload);
  memory_.by_unicast[place] = report.by_unicast;
  receiver.limit = std::max(receiver.limit, report.limit);
  if (kind == Kind::Ready) {
    note_ready(receiver, place, now);
    return;
  }
  receiver.ready = true;
  note_progress(receiver, report, now);
  if (kind == Kind::Nack) {
    note_missing(place, datagram.header.sequence, datagram.payload.subspan(report_bytes), now);
  } else if (datagram.header.sequence >= pieces_) {
    receiver.done = true;
    --open_;
    memory_.all_ready = memory_.all_ready || open_ == 0;
  }
}

void Transmission::note_ready(Receiver& receiver, int place, Time now) {
  const bool repeated = receiver.ready;
  receiver.ready = true;
  if (next_ > 0) {
    // The member had received nothing when it wrote this. If the data were in flight, nothing is
    // missing when this arrives.
    outbox_.control(header(Kind::End, next_), {}, outbox_.address_of(members_[place]));
  } else if (repeated) {
    outbox_.control(header(Kind::Alive, 0), {}, outbox_.address_of(members_[place]));
  }
}

void Transmission::note_progress(Receiver& receiver, const Report& report, Time now) {
  if (report.highest > pieces_ || report.highest < receiver.highest) return;
  if (report.highest > 0 && sent_[report.highest - 1].at != Time{} &&
      !sent_[report.highest - 1].again) {
    const Duration sample =
        std::min<Duration>(now - sent_[report.highest - 1].at, milliseconds(100));
    memory_.round_trip += (sample - memory_.round_trip) / 8;
  }
  const std::uint32_t pieces = report.highest - receiver.highest;
  if (receiver.has_reported && pieces < judged_pieces) return;
  if (receiver.has_reported) {
    const std::uint32_t got = report.received - std::min(report.received, receiver.received);
    memory_.rate.heard(pieces, pieces - std::min(pieces, got), unit_, now - receiver.reported_at);
  }
  receiver.has_reported = true;
  receiver.received = report.received;
  receiver.highest = report.highest;
  receiver.reported_at = now;
}

void Transmission::note_missing(int place, std::uint32_t base, std::span<const std::byte> bitmap,
                                Time now) {
  const Duration on_its_way =
      std::clamp<Duration>(memory_.round_trip * 3 / 4, milliseconds(1), milliseconds(50));
  for (std::size_t bit = 0; bit < 8 * bitmap.size(); ++bit) {
    const std::uint64_t piece = std::uint64_t{base} + bit;
    if (piece >= next_) break;
    if (!(std::to_integer<unsigned>(bitmap[bit / 8]) >> (bit % 8) & 1)) continue;
    const Sent& sent = sent_[piece];
    if ((sent.place == everyone || sent.place == place) && now - sent.at < on_its_way)
      continue;  // it wrote before that can have arrived
    const auto [entry, is_first] =
        wanted_.try_emplace(static_cast<std::uint32_t>(piece), Want{place, false});
    entry->second.by_several = entry->second.by_several || entry->second.place != place;
  }
}

std::uint32_t Transmission::allowed() const {
  std::uint32_t least = pieces_;
  for (const Receiver& receiver : receivers_)
    if (!receiver.done) least = std::min(least, receiver.limit);
  return least;
}

/// Returns false if nothing may be sent now.
bool Transmission::fill_line() {
  if (!line_.empty()) return true;
  if (!wanted_.empty()) {
    const auto [piece, want] = *wanted_.begin();
    wanted_.erase(wanted_.begin());
    if (!want.by_several) {
      line_.push_back({piece, want.place, true});
    } else {
      add_new_piece(piece);
      for (Item& item : line_) item.again = true;
    }
  } else if (next_ < allowed()) {
    add_new_piece(next_++);
  }
  return !line_.empty();
}

void Transmission::add_new_piece(std::uint32_t piece) {
  bool by_multicast = false;
  for (std::size_t place = 0; place < receivers_.size(); ++place) {
    if (receivers_[place].done) continue;
    if (is_in_multicasts(place))
      by_multicast = true;
    else
      line_.push_back({piece, static_cast<int>(place), false});
  }
  if (by_multicast) line_.push_front({piece, everyone, false});
}

bool Transmission::send(const Item& item) {
  const Address to = item.place == everyone ? outbox_.multicast_address(where_.ip)
                                            : outbox_.address_of(members_[item.place]);
  if (!outbox_.data(header(Kind::Data, item.piece), bytes_of(item.piece), to)) return false;
  Statistics& statistics = outbox_.statistics();
  ++(item.again               ? statistics.repeated
     : item.place == everyone ? statistics.sent
                              : statistics.sent_alone);
  return true;
}

void Transmission::send_some(Time now) {
  no_room_ = false;
  while (open_ > 0 && fill_line()) {
    const Item item = line_.front();
    const std::size_t size = overhead + bytes_of(item.piece).size();
    if (const Duration wait = memory_.rate.wait(size, now); wait > Duration::zero()) {
      paced_until_ = now + wait;
      return;
    }
    if (!send(item)) {
      no_room_ = true;
      ask_at_ = std::max<Time>(ask_at_, now + shortest_asking);
      return;
    }
    memory_.rate.take(size);
    // A copy for one member says nothing of the multicast that the others wait for.
    if (item.place == everyone || sent_[item.piece].at == Time{} || item.again)
      sent_[item.piece] = {now, item.place, item.again};
    line_.pop_front();
    end_sent_ = false;
    // If pieces get lost, ask at once; otherwise most members will have acknowledged by then.
    lossy_ = lossy_ || item.again;
    end_at_ = lossy_ ? now : now + memory_.round_trip;
    patience_of_asking_ =
        std::clamp<Duration>(4 * memory_.round_trip, after_sending, 5 * shortest_asking);
    ask_at_ = now + patience_of_asking_;
  }
}

/// Asks all members that are not done. Multicasts do not reach a receiver that is not ready.
void Transmission::ask(Kind kind, Time now) {
  int reached = 0;
  for (std::size_t place = 0; place < receivers_.size(); ++place)
    reached += !receivers_[place].done && receivers_[place].ready && is_in_multicasts(place);
  const bool one_for_all = reached > few;
  const Header question = header(kind, next_);
  if (one_for_all) outbox_.control(question, {}, outbox_.multicast_address(where_.ip));
  for (std::size_t place = 0; place < receivers_.size(); ++place) {
    const Receiver& receiver = receivers_[place];
    const bool had_it = one_for_all && receiver.ready && is_in_multicasts(place);
    if (!receiver.done && !had_it)
      outbox_.control(question, {}, outbox_.address_of(members_[place]));
  }
}

void Transmission::progress(Time now) {
  send_some(now);
  if (open_ == 0) return;
  if (all_sent() && !end_sent_ && now >= end_at_) {
    end_sent_ = true;
    ask(Kind::End, now);
  }
  if (now >= ask_at_ && !no_room_) {
    ask(Kind::Poll, now);
    patience_of_asking_ = std::min<Duration>(2 * patience_of_asking_, longest_asking);
    ask_at_ = now + patience_of_asking_;
  }
}

Time Transmission::deadline() const {
  const bool paced = !no_room_ && (!line_.empty() || !wanted_.empty()) && paced_until_ != Time{};
  const Time question = all_sent() && !end_sent_ ? std::min(ask_at_, end_at_) : ask_at_;
  return paced ? std::min(question, paced_until_) : question;
}

int Transmission::dead(Duration patience) const {
  for (std::size_t place = 0; place < receivers_.size(); ++place)
    if (!receivers_[place].done && liveness_.silence(members_[place], asked_) > patience)
      return members_[place];
  return -1;
}

}  // namespace bamboo::plans::multicast
