// SPDX-License-Identifier: Apache-2.0
// A process beside the launcher, which hears the job's processes, also those on other hosts.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

#include "bamboo/support/host_watch.h"

namespace bamboo::driver {

struct BesideLauncher {
  int listener;  ///< a socket
  support::HostWatchPlace place;
  pid_t launcher;
  int ended;  ///< a pidfd of the launcher
};

/// The calling process becomes the launcher. Starts a process that is not a child of it, and calls
/// `serve` there, which returns when the launcher has ended. Returns the text by which the
/// processes of the job find that process; empty if there is no network.
std::string start_beside_launcher(double seconds,
                                  const std::function<void(const BesideLauncher&)>& serve);

}  // namespace bamboo::driver
