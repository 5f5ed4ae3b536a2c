// SPDX-License-Identifier: Apache-2.0
#include "install_tree.h"

#include "diagnostic.h"

namespace bamboo::driver {

InstallTree InstallTree::of_this_tool() {
  const auto tool = std::filesystem::read_symlink("/proc/self/exe");
  return InstallTree(tool.parent_path().parent_path());
}

std::string InstallTree::required(const std::string& name) const {
  const auto path = prefix_ / "lib/bamboo" / name;
  if (!std::filesystem::exists(path)) {
    fail("'{}' is missing: this installation of Bamboo is not complete", path.string());
  }
  return path;
}

}  // namespace bamboo::driver
