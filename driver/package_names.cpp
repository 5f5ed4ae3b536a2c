// SPDX-License-Identifier: Apache-2.0
#include "package_names.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace bamboo::driver {
namespace {

struct PackageNames {
  Package package;
  const char* debian;
  const char* fedora;
};
constexpr PackageNames packages[] = {
    {Package::OpenMpi, "openmpi-bin", "openmpi"},
    {Package::OpenMpiCompilers, "libopenmpi-dev", "openmpi-devel"},
    {Package::Mpich, "mpich", "mpich"},
    {Package::MpichCompilers, "libmpich-dev", "mpich-devel"},
    {Package::Sodium, "libsodium-dev", "libsodium-devel"},
};

/// ID is the system, ID_LIKE lists those that it descends from: ID_LIKE="rhel centos fedora".
bool is_like_fedora(std::string_view os_release) {
  std::istringstream lines{std::string(os_release)};
  for (std::string line; std::getline(lines, line);) {
    if (!line.starts_with("ID=") && !line.starts_with("ID_LIKE=")) continue;
    std::ranges::replace_if(line, [](char each) { return each == '"' || each == '='; }, ' ');
    std::istringstream words(line);
    for (std::string word; words >> word;)
      if (word == "fedora" || word == "rhel") return true;
  }
  return false;
}

}  // namespace

std::string package_name(Package package) {
  std::ifstream file("/etc/os-release");
  return package_name(package, std::string(std::istreambuf_iterator<char>(file), {}));
}

std::string package_name(Package package, std::string_view os_release) {
  const PackageNames& names = *std::ranges::find(packages, package, &PackageNames::package);
  return is_like_fedora(os_release) ? names.fedora : names.debian;
}

}  // namespace bamboo::driver
