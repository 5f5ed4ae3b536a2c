// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "bamboo/plans/multicast/socket.h"
#include "bamboo/plans/multicast/statistics.h"
#include "datagrams/card.h"
#include "datagrams/wire.h"

namespace bamboo::plans::multicast {

/// Makes datagrams of headers and payload, signs and sends them.
class Outbox {
 public:
  Outbox(Socket& socket, Statistics& statistics, const Agreement& agreement,
         std::vector<Address> members, int self);

  /// Sends payload in the bulk lane. Returns false if there is no room now.
  bool data(Header header, std::span<const std::byte> payload, const Address& to);
  /// All other kinds. One that finds no room is lost, like one that the network loses.
  void control(Header header, std::span<const std::byte> payload, const Address& to);
  void report(Header header, const Report& report, std::span<const std::byte> bitmap, int to);

  const Address& address_of(int member) const { return members_[member]; }
  Address multicast_address(std::uint32_t ip) const { return {ip, port_}; }
  Statistics& statistics() { return statistics_; }

 private:
  std::span<const std::byte> compose(Header& header, std::span<const std::byte> payload);

  Socket& socket_;
  Statistics& statistics_;
  Seal seal_;
  std::uint32_t session_;
  std::uint16_t port_;
  std::vector<Address> members_;
  int self_;
  std::vector<std::byte> buffer_;
};

}  // namespace bamboo::plans::multicast
