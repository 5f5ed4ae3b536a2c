// SPDX-License-Identifier: Apache-2.0
#include "session/connection.h"

#include <algorithm>
#include <array>
#include <utility>

#include "bamboo/plans/multicast/failure.h"

namespace bamboo::plans::multicast {
namespace {

constexpr std::size_t most_members = 65535;

}  // namespace

Members::Members(std::span<const std::string> cards, int itself, const std::string& own)
    : self(itself) {
  if (cards.empty() || cards.size() > most_members || self < 0 ||
      static_cast<std::size_t>(self) >= cards.size() || cards[self] != own) {
    throw Failure("multicast: the cards are not those of this session's members");
  }
  for (std::size_t i = 0; i < cards.size(); ++i) {
    const auto card = read_card(cards[i]);
    if (!card) {
      throw Failure("multicast: member " + std::to_string(i) + " has shown no card of this version",
                    static_cast<int>(i));
    }
    addresses.push_back(card->address);
    names.push_back(std::to_string(i) + " (" + to_text(card->address) + ", host " + card->host +
                    ")");
    unit = std::min<std::size_t>(unit, card->unit);
  }
  agreement = agree(cards);
}

Connection::Connection(Socket& socket, Statistics& counters, const Settings& settings, Members all)
    : members(std::move(all)),
      is_listening(socket.listen(members.agreement.port)),
      statistics(counters),
      liveness(members.addresses.size()),
      memberships(socket, statistics, settings.memberships),
      outbox(socket, statistics, members.agreement, members.addresses, members.self),
      socket_(socket),
      seal_(members.agreement.key) {
  const std::uint32_t own_ip = members.addresses[members.self].ip;
  socket.loop_back(std::ranges::count(members.addresses, own_ip, &Address::ip) > 1);
  if (settings.rate > 0) socket.pace(settings.rate);
}

std::optional<Datagram> Connection::accept(const Arrival& arrival) {
  auto datagram = parse(arrival.bytes);
  if (!datagram || datagram->header.session != members.agreement.session ||
      datagram->header.sender >= members.size()) {
    ++statistics.foreign;
    return {};
  }
  if (datagram->header.sender == members.self)
    return {};  // multicasts come back when another member is on this host
  if (!seal_.intact(arrival.bytes)) {
    ++statistics.forged;
    return {};
  }
  liveness.heard(datagram->header.sender);
  return datagram;
}

std::uint32_t Connection::credit() const {
  const std::size_t datagram = members.unit + overhead;
  return static_cast<std::uint32_t>(std::max<std::size_t>(socket_.room(datagram) / datagram, 4));
}

void Connection::answer(Kind kind, const Header& question, bool by_unicast) {
  Header header;
  header.kind = kind;
  header.group = question.group;
  header.operation = question.operation;
  if (kind == Kind::Ack) {
    header.sequence = ~0u;  // all of it
    outbox.report(header, Report{~0u, 0, 0, by_unicast}, {}, question.sender);
    return;
  }
  std::array<std::byte, 4> no_member;
  write_number(~0u, no_member);
  const std::span<const std::byte> payload(no_member.data(),
                                           kind == Kind::Failed ? no_member.size() : 0);
  outbox.control(header, payload, outbox.address_of(question.sender));
}

}  // namespace bamboo::plans::multicast
