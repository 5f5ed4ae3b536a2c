// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "image/elf_file.h"

namespace bamboo::mpi {

/// A copy of a library that the dynamic linker takes for another library, and of which it resolves
/// only what process-wide libraries define. The rest is ours (RankLibraries): the copy has no
/// DT_SONAME, no constructors and destructors, and needs only the libraries that `keeps` says, by
/// their DT_NEEDED. Undefined symbols may stay so. Unique symbols are ordinary ones, because the
/// process has one of each.
std::vector<std::byte> private_copy(const ElfFile& library,
                                    const std::function<bool(std::string_view)>& keeps);

/// A file in memory, which stays open until close_file().
struct AnonymousFile {
  int descriptor;
  std::string path;  ///< by which debuggers find it, too
};
/// Throws std::runtime_error.
AnonymousFile anonymous_file(const std::string& name, Bytes contents);

}  // namespace bamboo::mpi
