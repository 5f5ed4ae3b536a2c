// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <numeric>

#include "bamboo/plans/quantities.h"
#include "files/json_reader.h"

namespace bamboo::plans {
namespace {

double rate(const JsonReader& in, const char* key = "rate") {
  return in.at(key).quantity(parse_rate);
}
double latency(const JsonReader& in) {
  return in.has("latency") ? in.at("latency").quantity(parse_seconds) : Network::default_latency;
}

Network of_shape(const JsonReader& in) {
  const std::string shape = in.at("shape").text();
  if (shape == "star") return Network::star(in.at("hosts").integer(1), rate(in), latency(in));
  if (shape == "two_switches")
    return Network::two_switches(in.at("left").integer(), in.at("right").integer(), rate(in),
                                 rate(in, "trunk"), latency(in));
  if (shape == "tree")
    return Network::tree(in.at("hosts_at").integers(), in.at("parent").integers(), rate(in),
                         rate(in, "trunk"), latency(in));
  if (shape == "torus") return Network::torus(in.at("extents").integers(1), rate(in), latency(in));
  if (shape == "fat_tree")
    return Network::fat_tree(in.at("extents").integers(1), rate(in), latency(in));
  in.at("shape").fail("'" + shape +
                      "' is unknown; expected star, two_switches, tree, torus or fat_tree");
}

Network of_cables(const JsonReader& in) {
  std::vector<std::string> names;
  std::map<std::string, int> vertex;
  const auto add_names = [&](const JsonReader& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      names.push_back(list.at(i).text());
      if (!vertex.emplace(names.back(), static_cast<int>(names.size()) - 1).second)
        list.at(i).fail("'" + names.back() + "' occurs twice");
    }
    return static_cast<int>(list.size());
  };
  const int hosts = add_names(in.at("hosts"));
  const int switches = in.has("switches") ? add_names(in.at("switches")) : 0;
  const auto end_of = [&](const JsonReader& name) {
    const auto found = vertex.find(name.text());
    if (found == vertex.end()) name.fail("there is no '" + name.text() + "'");
    return found->second;
  };
  std::vector<Cable> cables;
  const JsonReader list = in.at("cables");
  for (std::size_t c = 0; c < list.size(); ++c) {
    const JsonReader cable = list.at(c), between = cable.at("between");
    if (between.size() != 2) between.fail("must name the two ends");
    cables.push_back(
        {end_of(between.at(std::size_t{0})), end_of(between.at(1)), rate(cable), latency(cable)});
  }
  return Network::of_cables(hosts, switches, cables, std::move(names));
}

/// "4+4+8" or "4x4".
std::vector<int> integers(std::string_view text, char separator) {
  std::vector<int> out;
  while (true) {
    const std::string_view term = text.substr(0, text.find(separator));
    const std::size_t value = parse_bytes(term);
    if (value == 0 || value > 1'000'000 || term.find_first_not_of("0123456789") != term.npos)
      throw std::invalid_argument("'" + std::string(term) + "' is no number of hosts");
    out.push_back(static_cast<int>(value));
    if (term.size() == text.size()) return out;
    text.remove_prefix(term.size() + 1);
  }
}

/// A star with one host for each different name in a list of host names such as "n1,n1,n2".
Network of_names(std::string_view list, double rate) {
  std::vector<std::string> names;
  std::vector<int> host_of;
  while (true) {
    const std::string name(list.substr(0, list.find(',')));
    if (name.empty()) throw std::invalid_argument("a host without a name");
    const auto found = std::ranges::find(names, name);
    host_of.push_back(static_cast<int>(found - names.begin()));
    if (found == names.end()) names.push_back(name);
    if (list.find(',') == list.npos) break;
    list.remove_prefix(list.find(',') + 1);
  }
  const int hosts = static_cast<int>(names.size());
  const bool one_rank_each = names.size() == host_of.size();
  std::vector<Cable> cables;
  for (int h = 0; h < hosts; ++h) cables.push_back({h, hosts, rate, Network::default_latency});
  const Network star = Network::of_cables(hosts, 1, cables, std::move(names));
  return one_rank_each ? star : star.with_ranks(host_of);
}

Network of_words(const std::string& shape, std::string_view rest) {
  const std::size_t x = rest.rfind('x');
  if (x == rest.npos) throw std::invalid_argument("the rate is missing: 'x100Mbit'");
  const std::string_view hosts = rest.substr(0, x), rates = rest.substr(x + 1);
  const std::size_t slash = rates.find('/');
  const bool trunks = shape == "two_switches" || shape == "tree";
  if (trunks != (slash != rates.npos))
    throw std::invalid_argument(trunks ? "the trunks' rate is missing: '/1Gbit'"
                                       : "there are no trunks in '" + shape + "'");
  const double rate = parse_rate(rates.substr(0, slash));
  if (shape == "torus") return Network::torus(integers(hosts, 'x'), rate);
  if (shape == "fat_tree") return Network::fat_tree(integers(hosts, 'x'), rate);
  if (shape == "names") return of_names(hosts, rate);
  std::vector<int> at = integers(hosts, '+');
  if (shape == "star") {
    if (at.size() != 1) throw std::invalid_argument("a star has one switch");
    return Network::star(at[0], rate);
  }
  const double trunk = parse_rate(rates.substr(slash + 1));
  if (shape == "tree") {
    at.insert(at.begin(), 0);
    return Network::tree(at, std::vector<int>(at.size(), 0), rate, trunk);
  }
  if (at.size() != 2) throw std::invalid_argument("two switches are named like 8+8");
  return Network::two_switches(at[0], at[1], rate, trunk);
}

}  // namespace

Network network_from_json(const std::string& text, const std::string& file) {
  const JsonText json(text, file);
  return network_from(JsonReader(json));
}

Network network_from(const JsonReader& in) {
  try {
    const Network network = in.has("shape") ? of_shape(in) : of_cables(in);
    return in.has("ranks_on") ? network.with_ranks(in.at("ranks_on").integers()) : network;
  } catch (const std::invalid_argument& error) {
    in.fail(error.what());
  }
}

Network read_network(const std::string& file_or_words) {
  const std::size_t colon = file_or_words.find(':');
  const std::string shape = file_or_words.substr(0, colon);
  if (colon != std::string::npos)
    for (const char* known : {"star", "two_switches", "tree", "torus", "fat_tree", "names"})
      if (shape == known) try {
          return of_words(shape, std::string_view(file_or_words).substr(colon + 1));
        } catch (const std::invalid_argument& error) {
          throw std::invalid_argument("network '" + file_or_words + "': " + error.what());
        }
  return network_from_json(read_text(file_or_words), file_or_words);
}

std::string to_json(const Network& network) {
  return network_to_json(network).dump(2) + "\n";
}

// If hosts have several ranks, the ranks are the first vertices. Cables without a limit, which come
// last, connect them with their hosts.
JsonReader::Json network_to_json(const Network& network) {
  JsonReader::Json out;
  const auto& names = network.names();
  const auto& links = network.links();
  const int ranks = network.ranks();
  const int hosts = ranks == 0 ? network.hosts() : network.base_hosts();
  const std::size_t base_links = links.size() - 2 * static_cast<std::size_t>(ranks);
  if (network.shape() != Network::Shape::Cables) {
    out = {{"shape", network.shape() == Network::Shape::Torus ? "torus" : "fat_tree"},
           {"extents", network.extents()},
           {"rate", links.empty() ? 1 : links[0].rate},
           {"latency", links.empty() ? 0 : links[0].latency}};
  } else {
    const auto begin = names.begin() + ranks;
    out["hosts"] = std::vector<std::string>(begin, begin + hosts);
    out["switches"] = std::vector<std::string>(begin + hosts, names.end());
    auto& cables = out["cables"] = JsonReader::Json::array();
    for (std::size_t l = 0; l < base_links; l += 2)
      cables.push_back({{"between", {names[links[l].from], names[links[l].to]}},
                        {"rate", links[l].rate},
                        {"latency", links[l].latency}});
  }
  if (ranks != 0) {
    std::vector<int> host_of;
    for (int r = 0; r < ranks; ++r) host_of.push_back(links[base_links + 2 * r].to - ranks);
    out["ranks_on"] = host_of;
  }
  return out;
}

}  // namespace bamboo::plans
