// SPDX-License-Identifier: Apache-2.0
// The interface to the network: it sends and receives datagrams. The protocol uses nothing else, so
// that a test can insert a faulty network (faults.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bamboo/plans/multicast/address.h"
#include "bamboo/plans/multicast/clock.h"

namespace bamboo::plans::multicast {

struct Settings;

/// A datagram that has come; its bytes are valid until the next call of receive().
struct Arrival {
  std::span<const std::byte> bytes;
  bool by_multicast = false;
};

/// One thread at a time, except for sleep() and wake(), which may run beside anything.
class Socket {
 public:
  virtual ~Socket() = default;

  /// The bulk lane has a small send buffer: it fills up when the link is busy. Acknowledgements
  /// must not wait behind it.
  enum class Lane : std::uint8_t { Bulk, Control };

  /// Returns false if there is no room now. Network errors count as losses, which the protocol
  /// repairs.
  virtual bool send(Lane lane, const Address& to, std::span<const std::byte> datagram) = 0;
  /// Fills `arrivals` from the front; how many. Never waits.
  virtual std::size_t receive(std::span<Arrival> arrivals) = 0;

  /// Receives multicasts on this port from now on. Returns false if the port is not available.
  virtual bool listen(std::uint16_t port) = 0;
  /// Joins a multicast group. Returns false if the network or the limit of memberships prevents it.
  virtual bool join(std::uint32_t group_ip) = 0;
  virtual void leave(std::uint32_t group_ip) = 0;
  /// Sets whether datagrams sent to a group also reach members on this host.
  virtual void loop_back(bool wanted) = 0;
  /// Asks the kernel's packet scheduler (fq) to space what leaves; without fq nothing happens.
  virtual void pace(double bytes_per_second) = 0;

  /// Sleeps until a datagram has arrived, there is room again (if requested), wake() was called, or
  /// the time is over.
  virtual void sleep(Duration at_most, bool until_room) = 0;
  virtual void wake() = 0;

  /// The address at which other members reach this one.
  virtual Address address() const = 0;
  /// Bytes that fit into one datagram without being cut up on the way.
  virtual std::size_t largest_datagram() const = 0;
  /// Bytes of payload, in datagrams of that size, that may wait here unread.
  virtual std::size_t room(std::size_t datagram_bytes) const = 0;
};

/// Throws Failure when this host has no network to speak of.
std::unique_ptr<Socket> open_socket(const Settings& settings);

}  // namespace bamboo::plans::multicast
