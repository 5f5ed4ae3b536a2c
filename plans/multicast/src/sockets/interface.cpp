// SPDX-License-Identifier: Apache-2.0
#include "sockets/interface.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "bamboo/plans/multicast/address.h"
#include "bamboo/plans/multicast/failure.h"

namespace bamboo::plans::multicast {
namespace {

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

}  // namespace

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

std::string ip_to_text(std::uint32_t ip) {
  return std::to_string(ip >> 24) + "." + std::to_string(ip >> 16 & 255) + "." +
         std::to_string(ip >> 8 & 255) + "." + std::to_string(ip & 255);
}

std::string to_text(const Address& address) {
  return ip_to_text(address.ip) + ":" + std::to_string(address.port);
}

}  // namespace bamboo::plans::multicast
