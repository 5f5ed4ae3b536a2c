// SPDX-License-Identifier: Apache-2.0
#include "configuration/described_network.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>

#include "bamboo/plans/files.h"
#include "bamboo/plans/quantities.h"
#include "bamboo/plans/remembered.h"
#include "bamboo/support/diagnostic.h"
#include "configuration/share_text.h"

namespace bamboo::plans::pmpi {
namespace {

bool has_all(const Network& network, const std::vector<HostId>& hosts) {
  std::set<HostId> known;
  for (int h = 0; h < network.hosts(); ++h) known.insert(host_id(network.names()[h]));
  return std::ranges::all_of(hosts, [&](HostId host) { return known.contains(host); });
}

}  // namespace

HostId host_id(std::string_view name) {
  return std::hash<std::string_view>()(name);
}

Network DescribedNetwork::between(const std::vector<int>& hosts) const {
  std::vector<int> host_of;
  for (int host : hosts) host_of.push_back(described[host]);
  return for_ranks(network, host_of);
}

std::string read_description(const std::string& file_or_words, int hosts) {
  constexpr std::string_view guess = "names:";
  if (file_or_words.starts_with(guess) && file_or_words.find('x') == std::string::npos)
    return to_json(Network::star(hosts, parse_rate(file_or_words.substr(guess.size()))));
  return to_json(read_network(file_or_words).without_ranks());
}

DescribedNetwork match_hosts(const std::string& description, const std::vector<HostId>& hosts) {
  DescribedNetwork out{network_from_json(description), {}};
  std::vector<HostId> known;
  for (int h = 0; h < out.network.hosts(); ++h) known.push_back(host_id(out.network.names()[h]));
  for (HostId host : hosts) {
    const auto found = std::ranges::find(known, host);
    if (found == known.end()) break;
    out.described.push_back(static_cast<int>(found - known.begin()));
  }
  if (out.described.size() == hosts.size()) return out;
  if (known.size() != hosts.size())
    throw std::invalid_argument("the network has " + std::to_string(known.size()) +
                                " hosts, the program runs on " + std::to_string(hosts.size()) +
                                " of which not all names are there");
  out.described.resize(hosts.size());
  std::iota(out.described.begin(), out.described.end(), 0);
  return out;
}

DescribedNetwork share_description(const std::string& file_or_words,
                                   const std::vector<HostId>& hosts) {
  const std::optional<std::string> text = share_text(MPI_COMM_WORLD, [&] {
    return read_description(file_or_words, static_cast<int>(hosts.size()));
  });
  return match_hosts(*text, hosts);
}

std::optional<DescribedNetwork> recall_description(const std::vector<HostId>& hosts,
                                                   std::string& origin) {
  const auto text = share_text(MPI_COMM_WORLD, [&]() -> std::optional<std::string> {
    const Recollection recollection =
        recall([&](const Network& network) { return has_all(network, hosts); });
    for (const std::string& warning : recollection.warnings) support::print_line(warning);
    if (!recollection.found) return std::nullopt;
    const auto& [file, network, measurement] = *recollection.found;
    origin = "measured " + measurement.at + " UTC by " + measurement.with + " (" + file + ")";
    return to_json(network);
  });
  return text ? std::optional(match_hosts(*text, hosts)) : std::nullopt;
}

}  // namespace bamboo::plans::pmpi
