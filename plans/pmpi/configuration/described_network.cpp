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

namespace bamboo::plans::pmpi {
namespace {

/// Gives all processes the text that the first process makes; none where it makes none. All throw
/// its exception where it throws.
std::optional<std::string> share_text(const std::function<std::optional<std::string>()>& make) {
  enum Kind : int { Nothing, Text, Exception };
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::string text;
  int head[2] = {Nothing, 0};  // kind, length
  if (rank == 0) {
    try {
      const std::optional<std::string> made = make();
      head[0] = made ? Text : Nothing;
      text = made.value_or("");
    } catch (const std::exception& error) {
      head[0] = Exception;
      text = error.what();
    }
    head[1] = static_cast<int>(text.size());
  }
  PMPI_Bcast(head, 2, MPI_INT, 0, MPI_COMM_WORLD);
  text.resize(head[1]);
  if (head[1] > 0) PMPI_Bcast(text.data(), head[1], MPI_CHAR, 0, MPI_COMM_WORLD);
  if (head[0] == Exception) throw std::invalid_argument(text);
  return head[0] == Text ? std::optional(text) : std::nullopt;
}

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
  const std::optional<std::string> text =
      share_text([&] { return read_description(file_or_words, static_cast<int>(hosts.size())); });
  return match_hosts(*text, hosts);
}

std::optional<DescribedNetwork> recall_description(const std::vector<HostId>& hosts,
                                                   std::string& origin) {
  const auto text = share_text([&]() -> std::optional<std::string> {
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
