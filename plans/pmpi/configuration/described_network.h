// SPDX-License-Identifier: Apache-2.0
/// \file
/// The network between the processes, as BAMBOO_PLANS_NETWORK or an earlier measurement describes
/// it.
#pragma once

#include <mpi.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans::pmpi {

/// How processes tell hosts apart: the hash of their names.
using HostId = unsigned long long;
HostId host_id(std::string_view name);

struct DescribedNetwork {
  Network network = Network::star(1, 1);
  std::vector<int> described;  ///< the network's host of each of the world's hosts

  /// As processes on these of the world's hosts see it.
  Network between(const std::vector<int>& hosts) const;
};

/// The description as text that match_hosts() reads: of a file, of words as `bamboo plan` knows
/// them, or "names:RATE", a star of the `hosts` that there are. By one process. Throws
/// std::exception with what is wrong.
std::string read_description(const std::string& file_or_words, int hosts);

/// Finds the world's hosts in the description: by their names where it has all of them, else, when
/// it has as many, in the order of their first processes. Throws std::invalid_argument.
DescribedNetwork match_hosts(const std::string& description, const std::vector<HostId>& hosts);

/// Both, collectively over MPI_COMM_WORLD: the first process reads, all get the same. Throws the
/// same on all. `hosts`: the world's, in the order of their numbers.
DescribedNetwork share_description(const std::string& file_or_words,
                                   const std::vector<HostId>& hosts);

/// The network with all `hosts` that `bamboo plan probe --remember` has left on the first process's
/// host; none where it has left none, or a faulty one, which is reported. Collective, as above.
/// `origin`, on the first process: when and with what it was measured, and its file.
std::optional<DescribedNetwork> recall_description(const std::vector<HostId>& hosts,
                                                   std::string& origin);

}  // namespace bamboo::plans::pmpi
