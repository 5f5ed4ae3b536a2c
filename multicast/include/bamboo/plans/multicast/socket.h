// SPDX-License-Identifier: Apache-2.0
// The protocol's interface to the network: it sends and receives datagrams. The protocol uses
// nothing else, so that a test can insert a faulty network (faults.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "bamboo/plans/multicast/address.h"
#include "bamboo/plans/multicast/clock.h"

namespace bamboo::plans::multicast {

struct Settings;

/// A datagram that has arrived. Its bytes are valid until the next call of receive().
struct Arrival {
  std::span<const std::byte> bytes;
  bool by_multicast = false;
};

/// Only one thread at a time may call these functions, except for sleep() and wake(), which any
/// thread may call at any time.
class Socket {
 public:
  virtual ~Socket() = default;

  /// The control lane carries acknowledgements, which must not wait behind data: the bulk lane has
  /// a small send buffer, which is full while the link is busy.
  enum class Lane : std::uint8_t { Bulk, Control };

  /// Returns false if the send buffer is full. A network error counts as a lost datagram, which the
  /// protocol sends again.
  virtual bool send(Lane lane, const Address& to, std::span<const std::byte> datagram) = 0;
  /// Stores the datagrams that have arrived in `arrivals`, from its front, and returns their
  /// number. Never waits.
  virtual std::size_t receive(std::span<Arrival> arrivals) = 0;

  /// The socket then receives multicasts to this port. Returns false if the port is unavailable.
  virtual bool listen(std::uint16_t port) = 0;
  /// Joins a multicast group. Returns false if the network or the limit of memberships prevents it.
  virtual bool join(std::uint32_t group_ip) = 0;
  virtual void leave(std::uint32_t group_ip) = 0;
  /// Sets whether datagrams to a group also reach the members on this host.
  virtual void loop_back(bool wanted) = 0;
  /// Asks the kernel's packet scheduler (fq) to send at most so many bytes a second. Does nothing
  /// where the interface has no fq.
  virtual void pace(double bytes_per_second) = 0;

  /// Returns when a datagram has arrived, when the send buffer has space (only with `until_room`),
  /// when wake() is called, or after `at_most`.
  virtual void sleep(Duration at_most, bool until_room) = 0;
  virtual void wake() = 0;

  /// The address at which other members reach this one.
  virtual Address address() const = 0;
  /// The largest datagram, in bytes, that the network does not fragment.
  virtual std::size_t largest_datagram() const = 0;
  /// How many bytes of payload the receive buffer holds, in datagrams of that size.
  virtual std::size_t room(std::size_t datagram_bytes) const = 0;
};

/// Throws Failure if this host has no network interface for multicast.
std::unique_ptr<Socket> open_socket(const Settings& settings);

}  // namespace bamboo::plans::multicast
