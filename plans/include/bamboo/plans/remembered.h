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
  /// All emulated clusters have hosts of the same names. For these: the cluster's name and its time
  /// of creation; else empty. See here().
  std::string cluster, made;
};

/// Returns the data of a measurement that would begin now on this host; its `with` is empty.
Measurement here();

/// $XDG_STATE_HOME/bamboo/networks, by default below ~/.local/state; none where neither is known.
std::optional<std::string> remembered_folder();
/// Like remembered_folder(), and creates the folder. Throws FileError.
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
  /// The faults of files that were read, in the form of a compiler's messages.
  std::vector<std::string> warnings;
};

/// Returns the latest description that `fits` and that was measured in this host's current
/// environment: on no emulated cluster, or on the same one. Never throws for a faulty file or
/// folder.
Recollection recall(const std::function<bool(const Network&)>& fits);

/// Removes the descriptions that contain `host`, or all of them if it is empty, including
/// unreadable files. Returns the removed files. Throws FileError.
std::vector<std::string> forget(const std::string& host = {});

}  // namespace bamboo::plans
