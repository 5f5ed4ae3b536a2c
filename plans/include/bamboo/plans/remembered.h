// SPDX-License-Identifier: Apache-2.0
// Networks that were measured once and serve later runs on the same hosts: JSON files, one for each
// set of hosts, in the user's folder for state (XDG Base Directory Specification).
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bamboo/plans/network.h"

namespace bamboo::plans {

/// When and with what a network was measured.
struct Measurement {
  std::string at;    ///< UTC, "2026-11-22 12:05"
  std::string with;  ///< for people: "Open MPI 4.1.4, 16 processes, 7 s"
  /// Hosts of emulated clusters are all called alike, so there it is also which cluster and when it
  /// was made; else empty. See here().
  std::string cluster, made;
};

/// The measurement that would begin now on this host; its `with` is empty.
Measurement here();

/// $XDG_STATE_HOME/bamboo/networks, by default below ~/.local/state; none where neither is known.
std::optional<std::string> remembered_folder();
/// The same, which then exists and can be written. Throws FileError.
std::string make_remembered_folder();

/// Writes the description, in place of an earlier one of the same hosts; in one step, so that a run
/// which begins meanwhile reads the old one or the new one. Returns the file. Throws FileError.
std::string remember(const Network& network, const Measurement& measurement);

struct Remembered {
  std::string file;
  Network network;
  Measurement measurement;
};

struct Recollection {
  std::optional<Remembered> found;
  /// Faults of files that were looked at, in the form of a compiler's messages.
  std::vector<std::string> warnings;
};

/// The latest one that `fits` and was measured where this host is now: on no cluster, or on the
/// same one. Never throws for what is wrong with a file or the folder.
Recollection recall(const std::function<bool(const Network&)>& fits);

/// Removes the descriptions in which that host is, or, without a name, all. Files that cannot be
/// read go with all. Returns those that were removed. Throws FileError.
std::vector<std::string> forget(const std::string& host = {});

}  // namespace bamboo::plans
