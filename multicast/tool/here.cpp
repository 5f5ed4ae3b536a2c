// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <fstream>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "bamboo/plans/multicast/session.h"
#include "commands.h"

namespace bamboo::plans::multicast::tool {
namespace {

constexpr std::size_t wanted_receive_buffer = 4 << 20;
constexpr Duration at_most = milliseconds(1000);

long number_in(const std::string& file) {
  long number = -1;
  std::ifstream(file) >> number;
  return number;
}

/// Two members on this host broadcast to each other. Returns the first problem that they meet.
std::optional<std::string> find_problem(const Settings& settings) {
  Session sessions[2] = {Session(settings), Session(settings)};
  const std::vector<std::string> cards = {sessions[0].card(), sessions[1].card()};
  Reach reach[2];
  std::string received[2] = {"sent by the first", std::string(17, '-')};
  std::vector<std::thread> members;
  for (int self = 0; self < 2; ++self) sessions[self].join(cards, self);
  for (int self = 0; self < 2; ++self) {
    members.emplace_back([&, self] {
      reach[self] = sessions[self].probe(at_most);
      Group group = sessions[self].open({0, 1});
      try {
        group.broadcast(received[self].data(), received[self].size(), 0).wait();
      } catch (const Failure& failure) {
        received[self] = failure.what();
      }
      sessions[self].linger(milliseconds(50));
    });
  }
  for (std::thread& member : members) member.join();
  for (const Reach& one : reach)
    if (!one.everyone()) return one.to_text(sessions[0].names());
  if (received[0] != received[1]) return "a broadcast did not arrive: " + received[1];
  return std::nullopt;
}

}  // namespace

int look_here(const Settings& wanted) {
  Settings settings = wanted;
  settings.patience = 1;
  const auto socket = open_socket(settings);
  const std::string where = ip_to_text(socket->address().ip) + ", datagrams of " +
                            std::to_string(socket->largest_datagram()) + " bytes";
  if (const auto problem = find_problem(settings)) {
    std::printf("%s: %s\n", where.c_str(), problem->c_str());
    return 1;
  }
  const long groups = number_in("/proc/sys/net/ipv4/igmp_max_memberships");
  std::printf("%s, %ld groups", where.c_str(), groups);
  const long buffer = number_in("/proc/sys/net/core/rmem_max");
  if (buffer >= 0 && static_cast<std::size_t>(buffer) < wanted_receive_buffer) {
    std::printf("; with sysctl net.core.rmem_max=%zu (now %ld) fewer packets get lost",
                wanted_receive_buffer, buffer);
  }
  std::printf("\n");
  return 0;
}

}  // namespace bamboo::plans::multicast::tool
