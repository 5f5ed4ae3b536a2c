// SPDX-License-Identifier: Apache-2.0
// The network between the processes, as BAMBOO_PLANS_NETWORK or an earlier measurement describes
// it.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans::pmpi {

/// Processes identify hosts by the hash of their names.
using HostId = unsigned long long;
HostId host_id(std::string_view name);

struct DescribedNetwork {
  Network network = Network::star(1, 1);
  std::vector<int> described;  ///< the network's host of each of the world's hosts

  /// The network between processes on these hosts of the world.
  Network between(const std::vector<int>& hosts) const;
};

/// Returns the description as text for match_hosts(): of a file, of words as in `bamboo plan`, or
/// of "names:RATE", a star of the `hosts` hosts. One process calls it. Throws std::exception with
/// the error.
std::string read_description(const std::string& file_or_words, int hosts);

/// Finds the world's hosts in the description: by their names where it has all of them, else, when
/// it has as many, in the order of their first processes. Throws std::invalid_argument.
DescribedNetwork match_hosts(const std::string& description, const std::vector<HostId>& hosts);

/// Does both, collectively over MPI_COMM_WORLD: the first process reads the description, and all
/// get the same network or throw the same exception. `hosts` are those of the world, in the order
/// of their numbers.
DescribedNetwork share_description(const std::string& file_or_words,
                                   const std::vector<HostId>& hosts);

/// The network with all `hosts` that `bamboo plan probe --remember` has stored on the first
/// process's host; nothing if there is none, or if it is faulty, which is reported. Collective, as
/// above. `origin`, on the first process, gets the time and the method of the measurement, and its
/// file.
std::optional<DescribedNetwork> recall_description(const std::vector<HostId>& hosts,
                                                   std::string& origin);

}  // namespace bamboo::plans::pmpi
