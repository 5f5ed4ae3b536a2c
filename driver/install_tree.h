// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace bamboo::driver {

/// The places of this installation's parts, relative to the running tool, so that the tree can be
/// moved. The build folder has the same structure.
class InstallTree {
 public:
  static InstallTree of_this_tool();

  std::string library_folder() const;
  std::string headers() const { return prefix_ / "include"; }
  std::string tasks_headers() const { return prefix_ / "include/bamboo/tasks"; }
  std::string off_headers() const { return prefix_ / "include/bamboo/off"; }
  std::string overlap_headers() const { return prefix_ / "include/bamboo/overlap"; }
  std::string private_folder() const { return library_folder() + "/bamboo"; }
  std::string tool(const std::string& name) const { return prefix_ / "bin" / name; }
  std::string documentation() const { return prefix_ / "share/doc/bamboo"; }
  std::string cluster_tool() const { return prefix_ / "libexec/bamboo/cluster/bamboo-cluster"; }

  /// The pass of mode overlap, which must be there.
  std::string overlap_pass() const;

  bool has_overlap_pass() const;

  /// The library that is loaded in front of programs of an MPI ("openmpi", "mpich"), and that loads
  /// the MPI's library of plans.
  std::string plans_library(const std::string& mpi) const;
  /// Whether there are plans for an MPI ("openmpi", "mpich").
  bool has_plans_library(const std::string& mpi) const;

  /// A file of lib/bamboo ("analysis/trace_command.py") that must be there; otherwise a message
  /// about the damaged installation.
  std::string required(const std::string& name) const;

 private:
  explicit InstallTree(std::filesystem::path prefix) : prefix_(std::move(prefix)) {}
  std::filesystem::path prefix_;
};

}  // namespace bamboo::driver
