// SPDX-License-Identifier: Apache-2.0
#include "install_tree.h"

#include "diagnostic.h"

namespace bamboo::driver {

InstallTree InstallTree::of_this_tool() {
  const auto tool = std::filesystem::read_symlink("/proc/self/exe");
  return InstallTree(tool.parent_path().parent_path());
}

namespace {

std::string must_exist(const std::filesystem::path& path) {
  if (!std::filesystem::exists(path))
    fail("'{}' is missing: this installation of Bamboo is not complete", path.string());
  return path;
}

std::string plans_path(const std::string& folder, const std::string& mpi) {
  return folder + "/libbamboo-plans-" + mpi + ".so";
}

}  // namespace

std::string InstallTree::library_folder() const {
  return prefix_ / BAMBOO_LIBRARY_FOLDER;
}

std::string InstallTree::overlap_pass() const {
  return must_exist(library_folder() + "/BambooOverlap.so");
}

bool InstallTree::has_overlap_pass() const {
  return std::filesystem::exists(library_folder() + "/BambooOverlap.so");
}

std::string InstallTree::plans_library(const std::string& mpi) const {
  return required("libbamboo-front-" + mpi + ".so");
}

bool InstallTree::has_plans_library(const std::string& mpi) const {
  return std::filesystem::exists(plans_path(library_folder(), mpi));
}

std::string InstallTree::required(const std::string& name) const {
  return must_exist(private_folder() + "/" + name);
}

}  // namespace bamboo::driver
