// SPDX-License-Identifier: Apache-2.0
// The emulated cluster is a separate tool. This file uses its command line and the environment
// variables that it sets for programs on it.
#pragma once

#include <string>

#include "../process.h"

namespace bamboo::driver {

/// Runs `command` on the first host of that cluster, in place of this process.
[[noreturn]] void run_on_cluster(const std::string& cluster, const std::string& seconds,
                                 const Words& command);

/// The hosts of the cluster on which this process runs; empty outside of a cluster.
Words cluster_hosts();

/// Distributes the processes over the hosts evenly, neighbours together: "h1:2,h2:1".
std::string hosts_with_slots(const Words& hosts, int processes);

}  // namespace bamboo::driver
