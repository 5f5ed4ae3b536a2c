// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "image/elf_file.h"

namespace bamboo::mpi {

/// A copy of a library that the dynamic linker takes for another library, and of which it resolves
/// only references to libraries that the process shares. RankLibraries does the rest: the copy has
/// no DT_SONAME, no constructors and no destructors, and needs only the libraries in `keeps`, by
/// their DT_NEEDED. Its undefined symbols may stay undefined. Unique symbols become ordinary
/// symbols, because the process has one of each unique symbol.
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
