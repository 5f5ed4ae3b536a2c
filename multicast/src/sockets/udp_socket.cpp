// SPDX-License-Identifier: Apache-2.0
// The real network: three sockets. One has small send buffers for payload, one speaks and hears for
// itself, one hears multicasts.
#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bamboo/plans/multicast/address.h"
#include "bamboo/plans/multicast/failure.h"
#include "bamboo/plans/multicast/settings.h"
#include "bamboo/plans/multicast/socket.h"

namespace bamboo::plans::multicast {

std::string ip_to_text(std::uint32_t ip) {
  return std::to_string(ip >> 24) + "." + std::to_string(ip >> 16 & 255) + "." +
         std::to_string(ip >> 8 & 255) + "." + std::to_string(ip & 255);
}

std::string to_text(const Address& address) {
  return ip_to_text(address.ip) + ":" + std::to_string(address.port);
}

namespace {

/// One of this host's ways to the network.
struct Interface {
  std::string name;
  std::uint32_t ip = 0;
  int index = 0;
  std::size_t mtu = 0;
  bool is_loopback = false;
};

std::size_t mtu_of(const std::string& name) {
  const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  ifreq request{};
  std::strncpy(request.ifr_name, name.c_str(), IFNAMSIZ - 1);
  const bool known = handle >= 0 && ioctl(handle, SIOCGIFMTU, &request) == 0;
  if (handle >= 0) close(handle);
  return known ? static_cast<std::size_t>(request.ifr_mtu) : 1500;
}

std::vector<Interface> all_interfaces() {
  ifaddrs* list = nullptr;
  if (getifaddrs(&list) != 0) return {};
  const std::unique_ptr<ifaddrs, decltype(&freeifaddrs)> owner(list, freeifaddrs);
  std::vector<Interface> found;
  for (const ifaddrs* each = list; each; each = each->ifa_next) {
    if (each->ifa_addr && each->ifa_addr->sa_family == AF_INET && (each->ifa_flags & IFF_UP)) {
      const auto* address = reinterpret_cast<const sockaddr_in*>(each->ifa_addr);
      found.push_back({each->ifa_name, ntohl(address->sin_addr.s_addr),
                       static_cast<int>(if_nametoindex(each->ifa_name)), mtu_of(each->ifa_name),
                       (each->ifa_flags & IFF_LOOPBACK) != 0});
    }
  }
  return found;
}

/// The address that a multicast would leave from; 0: it would not.
std::uint32_t routed_address() {
  const int handle = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(9);
  address.sin_addr.s_addr = htonl(0xefc00001u);
  socklen_t length = sizeof address;
  const bool is_routed = handle >= 0 &&
                         connect(handle, reinterpret_cast<sockaddr*>(&address), length) == 0 &&
                         getsockname(handle, reinterpret_cast<sockaddr*>(&address), &length) == 0;
  if (handle >= 0) close(handle);
  return is_routed ? ntohl(address.sin_addr.s_addr) : 0;
}

/// Finds an interface by its name or its address; if `wanted` is empty, the one that multicasts are
/// routed to. Throws Failure.
Interface find_interface(const std::string& wanted) {
  const std::vector<Interface> all = all_interfaces();
  const std::uint32_t routed = wanted.empty() ? routed_address() : 0;
  const Interface* best = nullptr;
  for (const Interface& each : all) {
    const bool is_named =
        wanted.empty() ? each.ip == routed : each.name == wanted || ip_to_text(each.ip) == wanted;
    if (is_named) return each;
    if (wanted.empty() && (!best || (best->is_loopback && !each.is_loopback))) best = &each;
  }
  if (!best) {
    throw Failure(wanted.empty()
                      ? "multicast: this host has no network interface with an IPv4 address"
                      : "multicast: this host has no interface '" + wanted +
                            "' with an IPv4 address");
  }
  return *best;
}

constexpr std::size_t ip_and_udp_headers = 28, largest_mtu = 9000, most_arrivals = 32;

sockaddr_in to_system(const Address& address) {
  sockaddr_in system{};
  system.sin_family = AF_INET;
  system.sin_port = htons(address.port);
  system.sin_addr.s_addr = htonl(address.ip);
  return system;
}

class Handle {
 public:
  explicit Handle(int number = -1) : number_(number) {}
  Handle(Handle&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Handle() {
    if (number_ >= 0) close(number_);
  }
  operator int() const { return number_; }

 private:
  int number_;
};

template <typename T>
bool set(int handle, int level, int option, const T& value) {
  return setsockopt(handle, level, option, &value, sizeof value) == 0;
}

Handle open_datagrams() {
  Handle handle(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (handle < 0) throw Failure(std::string("multicast: no socket: ") + std::strerror(errno));
  // A packet that is too large for the network must be lost, so that the loss is noticed, and must
  // not be fragmented.
  set(handle, IPPROTO_IP, IP_MTU_DISCOVER, IP_PMTUDISC_PROBE);
  return handle;
}

void bind_to(int handle, const Address& address) {
  const sockaddr_in system = to_system(address);
  if (bind(handle, reinterpret_cast<const sockaddr*>(&system), sizeof system) != 0)
    throw Failure("multicast: cannot bind " + to_text(address) + ": " + std::strerror(errno));
}

/// Linux doubles the requested size to account for its own structures.
void set_receive_buffer(int handle, std::size_t bytes) {
  if (!set(handle, SOL_SOCKET, SO_RCVBUFFORCE, static_cast<int>(bytes)))
    set(handle, SOL_SOCKET, SO_RCVBUF, static_cast<int>(bytes));
}

class UdpSocket final : public Socket {
 public:
  explicit UdpSocket(const Settings& settings)
      : interface_(find_interface(settings.interface)),
        control_(open_datagrams()),
        bulk_(open_datagrams()),
        waker_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        receive_buffer_(settings.receive_buffer) {
    const std::size_t mtu = std::min(settings.mtu ? settings.mtu : interface_.mtu, largest_mtu);
    largest_datagram_ = mtu - std::min(mtu, ip_and_udp_headers);
    set_receive_buffer(control_, receive_buffer_);
    set(bulk_, SOL_SOCKET, SO_SNDBUF, static_cast<int>(settings.send_buffer / 2));
    for (const int handle : {int{control_}, int{bulk_}}) {
      const ip_mreqn way{{}, {htonl(interface_.ip)}, interface_.index};
      set(handle, IPPROTO_IP, IP_MULTICAST_IF, way);
      set(handle, IPPROTO_IP, IP_MULTICAST_TTL, settings.time_to_live);
      set(handle, IPPROTO_IP, IP_MULTICAST_LOOP, 0);
      bind_to(handle, {interface_.ip, 0});
    }
    prepare_buffers();
  }

  bool send(Lane lane, const Address& to, std::span<const std::byte> datagram) override {
    const sockaddr_in system = to_system(to);
    const ssize_t sent =
        sendto(lane == Lane::Bulk ? bulk_ : control_, datagram.data(), datagram.size(), 0,
               reinterpret_cast<const sockaddr*>(&system), sizeof system);
    return sent >= 0 || (errno != EAGAIN && errno != ENOBUFS && errno != EINTR);
  }

  std::size_t receive(std::span<Arrival> arrivals) override {
    // Multicasts are read first, because a question by unicast refers to the multicasts before it.
    const std::size_t by_multicast = receive_from(multicast_, arrivals, 0, true);
    return receive_from(control_, arrivals, by_multicast, false);
  }

  bool listen(std::uint16_t port) override {
    Handle handle = open_datagrams();
    set(handle, SOL_SOCKET, SO_REUSEADDR, 1);  // other members on this host
    set_receive_buffer(handle, receive_buffer_);
    // Without this option a socket gets the datagrams of all groups that any process on this host
    // joined.
    set(handle, IPPROTO_IP, IP_MULTICAST_ALL, 0);
    const sockaddr_in system = to_system({INADDR_ANY, port});
    if (bind(handle, reinterpret_cast<const sockaddr*>(&system), sizeof system) != 0) return false;
    multicast_ = std::move(handle);
    return true;
  }

  bool join(std::uint32_t group_ip) override { return member(IP_ADD_MEMBERSHIP, group_ip); }
  void leave(std::uint32_t group_ip) override { member(IP_DROP_MEMBERSHIP, group_ip); }

  void loop_back(bool wanted) override {
    for (const int handle : {int{control_}, int{bulk_}})
      set(handle, IPPROTO_IP, IP_MULTICAST_LOOP, wanted ? 1 : 0);
  }

  void pace(double bytes_per_second) override {
    set(bulk_, SOL_SOCKET, SO_MAX_PACING_RATE,
        bytes_per_second > 0 ? static_cast<std::uint64_t>(bytes_per_second) : ~std::uint64_t{0});
  }

  void sleep(Duration at_most, bool until_room) override {
    if (at_most <= Duration::zero()) return;
    std::array<pollfd, 4> watched{pollfd{multicast_, POLLIN, 0}, pollfd{control_, POLLIN, 0},
                                  pollfd{waker_, POLLIN, 0},
                                  pollfd{until_room ? int{bulk_} : -1, POLLOUT, 0}};
    const auto nanoseconds = std::chrono::nanoseconds(at_most).count();
    const timespec time{nanoseconds / 1'000'000'000, nanoseconds % 1'000'000'000};
    ppoll(watched.data(), watched.size(), &time, nullptr);
    if (watched[2].revents) {
      std::uint64_t count;
      [[maybe_unused]] const ssize_t taken = read(waker_, &count, sizeof count);
    }
  }

  void wake() override {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = write(waker_, &one, sizeof one);
  }

  Address address() const override {
    sockaddr_in system{};
    socklen_t length = sizeof system;
    getsockname(control_, reinterpret_cast<sockaddr*>(&system), &length);
    return {interface_.ip, ntohs(system.sin_port)};
  }

  std::size_t largest_datagram() const override { return largest_datagram_; }

  std::size_t room(std::size_t datagram_bytes) const override {
    int granted = 0;
    socklen_t length = sizeof granted;
    getsockopt(control_, SOL_SOCKET, SO_RCVBUF, &granted, &length);
    // The kernel counts the memory of a packet: a power of two plus its descriptor. Half of the
    // buffer is a reserve.
    const std::size_t counted = std::bit_ceil(datagram_bytes + 512) + 512;
    return static_cast<std::size_t>(granted) / 2 / counted * datagram_bytes;
  }

 private:
  void prepare_buffers() {
    const std::size_t each = largest_mtu + 1;
    buffers_.resize(most_arrivals * each);
    for (std::size_t i = 0; i < most_arrivals; ++i) pieces_[i] = {buffers_.data() + i * each, each};
  }

  std::size_t receive_from(int handle, std::span<Arrival> arrivals, std::size_t filled,
                           bool by_multicast) {
    const std::size_t most = std::min(arrivals.size(), most_arrivals) - filled;
    if (handle < 0 || most == 0) return filled;
    for (std::size_t i = filled; i < filled + most; ++i) {
      messages_[i] = {};
      messages_[i].msg_hdr.msg_iov = &pieces_[i];
      messages_[i].msg_hdr.msg_iovlen = 1;
    }
    const int count =
        recvmmsg(handle, &messages_[filled], static_cast<unsigned>(most), MSG_DONTWAIT, nullptr);
    for (int i = 0; i < count; ++i) {
      const std::size_t at = filled + static_cast<std::size_t>(i);
      const auto* begin = static_cast<const std::byte*>(pieces_[at].iov_base);
      arrivals[at] = {{begin, messages_[at].msg_len}, by_multicast};
    }
    return filled + static_cast<std::size_t>(std::max(count, 0));
  }

  bool member(int option, std::uint32_t group_ip) {
    const ip_mreqn membership{{htonl(group_ip)}, {htonl(interface_.ip)}, interface_.index};
    return multicast_ >= 0 && set(multicast_, IPPROTO_IP, option, membership);
  }

  const Interface interface_;
  Handle control_, bulk_, waker_, multicast_;
  std::size_t receive_buffer_, largest_datagram_ = 0;
  std::vector<std::byte> buffers_;
  std::array<iovec, most_arrivals> pieces_;
  std::array<mmsghdr, most_arrivals> messages_;
};

}  // namespace

std::unique_ptr<Socket> open_socket(const Settings& settings) {
  return std::make_unique<UdpSocket>(settings);
}

}  // namespace bamboo::plans::multicast
