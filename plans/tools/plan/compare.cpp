// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/algorithms.h"
#include "bamboo/plans/files.h"
#include "bamboo/plans/model.h"
#include "bamboo/plans/quantities.h"
#include "commands.h"

namespace bamboo::plans::command {
namespace {

// The user waits for the result, and sees each row when it is computed.
constexpr SimulationLimits simulated_here{.ranks = 8192, .steps = 1'000'000, .rates = 30'000'000};

struct CompareOptions {
  std::vector<std::string> operations, sizes = {"64", "1K", "4K", "16K", "64K", "256K", "1M"};
  std::vector<int> ranks;
  std::string network;
  int root = 0;
};

/// If there are more ranks than hosts, neighbours share a host; if there are fewer, they are spread
/// over the hosts.
std::vector<int> hosts_of(int ranks, int hosts) {
  std::vector<int> out(ranks);
  for (int rank = 0; rank < ranks; ++rank)
    out[rank] = static_cast<int>(std::int64_t{rank} * hosts / ranks);
  return out;
}

std::vector<const Algorithm*> algorithms_of(Operation operation) {
  std::vector<const Algorithm*> out;
  for (const Algorithm& algorithm : algorithms())
    if (algorithm.operation == operation) out.push_back(&algorithm);
  return out;
}

/// "chain" of "bcast/chain".
const char* short_name(const Algorithm& algorithm) {
  return std::strchr(algorithm.name, '/') + 1;
}

/// A table for one operation: a row for each number of ranks and each size, a column for each
/// algorithm. The minimum covers the algorithms that every network has.
class Table {
 public:
  explicit Table(Operation operation) : operation_(operation), columns_(algorithms_of(operation)) {
    std::printf("%s\n%5s %9s", name_of(operation), "ranks", "bytes");
    for (const Algorithm* algorithm : columns_)
      std::printf(" %*s", width(*algorithm), short_name(*algorithm));
    for (const Algorithm* algorithm : columns_)
      longest_ = std::max(longest_, static_cast<int>(std::strlen(short_name(*algorithm))));
    std::printf("  %-*s %7s  %-*s %s\n", longest_, "least", "/ bound", longest_, "taken",
                "/ least");
  }

  // Print each row at once, because many messages take long.
  void add_row(std::size_t bytes, int root, const Network& network) const {
    std::printf("%5d %9s", network.hosts(), bytes_text(static_cast<double>(bytes)).c_str());
    const Algorithm& taken = select(operation_, network.hosts(), bytes);
    const Algorithm* least = nullptr;
    double least_seconds = 0;
    std::optional<double> taken_seconds;
    for (const Algorithm* algorithm : columns_) {
      const auto seconds = simulated(*algorithm, bytes, root, network, simulated_here);
      std::printf(" %*s", width(*algorithm), seconds ? seconds_text(*seconds).c_str() : "-");
      std::fflush(stdout);
      if (seconds && !algorithm->by_multicast && (!least || *seconds < least_seconds)) {
        least = algorithm;
        least_seconds = *seconds;
      }
      if (algorithm == &taken) taken_seconds = seconds;
    }
    std::printf("  %-*s", longest_, least ? short_name(*least) : "-");
    print_ratio(least_seconds, bound(operation_, bytes, root, network).value_or(0));
    std::printf("  %-*s", longest_, short_name(taken));
    print_ratio(taken_seconds.value_or(0), least_seconds);
    std::printf("\n");
  }

 private:
  static void print_ratio(double seconds, double least) {
    if (seconds > 0 && least > 0)
      std::printf(" %7.3f", seconds / least);
    else
      std::printf(" %7s", "-");
  }
  static int width(const Algorithm& algorithm) {
    return std::max(9, static_cast<int>(std::strlen(short_name(algorithm))));
  }

  Operation operation_;
  std::vector<const Algorithm*> columns_;
  int longest_ = 5;  // name, or "least"
};

std::vector<Operation> operations_of(const CompareOptions& options) {
  std::vector<Operation> out;
  for (const std::string& name : options.operations) {
    out.push_back(operation_named(name));
    if (is_irregular(out.back()))
      throw std::invalid_argument("the blocks of " + name +
                                  " differ, and what they are decides; 'bamboo plan make' plans "
                                  "for a pattern");
  }
  if (!out.empty()) return out;
  for (const Algorithm& algorithm : algorithms())
    if (!is_irregular(algorithm.operation) &&
        std::ranges::find(out, algorithm.operation) == out.end())
      out.push_back(algorithm.operation);
  return out;
}

std::vector<Network> networks_of(const CompareOptions& options) {
  const Network network = read_network(options.network);
  std::vector<int> counts = options.ranks;
  if (counts.empty()) counts.push_back(network.hosts());
  std::vector<Network> out;
  for (const int ranks : counts) {
    if (ranks < 1 || ranks > simulated_here.ranks)
      throw std::invalid_argument(std::to_string(ranks) + " ranks: 1 to " +
                                  std::to_string(simulated_here.ranks) +
                                  " are simulated, which --ranks chooses");
    if (options.root < 0 || options.root >= ranks)
      throw std::invalid_argument("root " + std::to_string(options.root) +
                                  " is no rank; there are " + std::to_string(ranks));
    out.push_back(network.with_ranks(hosts_of(ranks, network.hosts())));
  }
  return out;
}

int compare(const CompareOptions& options) {
  const std::vector<Operation> operations = operations_of(options);
  const std::vector<Network> networks = networks_of(options);
  std::vector<std::size_t> sizes;
  for (const std::string& size : options.sizes) sizes.push_back(parse_bytes(size));
  for (const Operation operation : operations) {
    if (operation != operations.front()) std::printf("\n");
    const Table table(operation);
    for (const Network& network : networks) {
      if (operation == Operation::Barrier) {
        table.add_row(0, 0, network);
        continue;
      }
      for (const std::size_t bytes : sizes) table.add_row(bytes, options.root, network);
    }
  }
  return 0;
}

}  // namespace

Run compare_command(CLI::App& app) {
  const auto options = std::make_shared<CompareOptions>();
  app.add_option("--network", options->network, "as of 'bamboo plan make'")
      ->required()
      ->type_name("NETWORK");
  app.add_option("--op", options->operations, "the operations, separated by commas (default: all)")
      ->delimiter(',')
      ->type_name("OP");
  app.add_option(
         "--bytes", options->sizes,
         "in a block, of a broadcast or a reduction in all (default:\n64,1K,4K,16K,64K,256K,1M)")
      ->delimiter(',')
      ->type_name("SIZE");
  app.add_option("--ranks", options->ranks, "so many, spread over the hosts (default: one on each)")
      ->delimiter(',')
      ->type_name("RANKS");
  app.add_option("--root", options->root, "of a rooted operation (default: 0)")->type_name("RANK");
  return [options] { return compare(*options); };
}

}  // namespace bamboo::plans::command
