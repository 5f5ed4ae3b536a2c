// SPDX-License-Identifier: Apache-2.0
// How this system calls the packages that messages ask the user to install.
#pragma once

#include <string>
#include <string_view>

namespace bamboo::driver {

enum class Package { OpenMpi, OpenMpiCompilers, Mpich, MpichCompilers, Sodium };

/// "openmpi-bin" on Debian, Ubuntu and unknown systems, "openmpi" on Fedora and its relatives.
std::string package_name(Package package);

/// The same for the system that this content of /etc/os-release describes.
std::string package_name(Package package, std::string_view os_release);

}  // namespace bamboo::driver
