// SPDX-License-Identifier: Apache-2.0
#include "image/library_search.h"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <ranges>
#include <vector>

namespace bamboo::mpi {

namespace {

using Folders = std::vector<std::string>;

struct ProcessFolders {
  Folders named;   ///< DT_RPATH of the launcher and LD_LIBRARY_PATH, as the process was started
  Folders system;  ///< behind what ldconfig has found
};

bool is_system_folder(std::string_view folder) {
  return folder.starts_with("/lib") || folder.starts_with("/usr/lib");
}

const ProcessFolders& folders_of_process() {
  static const ProcessFolders folders = [] {
    ProcessFolders found;
    void* program = ::dlopen(nullptr, RTLD_LAZY);
    Dl_serinfo size;
    if (!program || ::dlinfo(program, RTLD_DI_SERINFOSIZE, &size) != 0) return found;
    const auto memory = std::make_unique<std::byte[]>(size.dls_size);
    auto* info = reinterpret_cast<Dl_serinfo*>(memory.get());
    *info = size;
    if (::dlinfo(program, RTLD_DI_SERINFOSIZE, info) == 0 &&
        ::dlinfo(program, RTLD_DI_SERINFO, info) == 0) {
      for (unsigned i = 0; i < info->dls_cnt; ++i) {
        const std::string folder = info->dls_serpath[i].dls_name;
        (is_system_folder(folder) ? found.system : found.named).push_back(folder);
      }
    }
    return found;
  }();
  return folders;
}

/// The cache of ldconfig. (The format is that of the C library since 2.2.)
class SystemCache {
 public:
  SystemCache() : file_("/etc/ld.so.cache") {
    const Bytes bytes = file_.contents();
    constexpr std::string_view magic = "glibc-ld.so.cache1.1";
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const std::size_t start = text.find(magic);
    if (start == std::string_view::npos || bytes.size() < start + header_bytes) return;
    std::uint32_t count = 0;
    std::memcpy(&count, bytes.data() + start + magic.size(), sizeof count);
    for (std::uint32_t i = 0; i < count; ++i) {
      struct {
        std::int32_t flags;
        std::uint32_t name, path, version;
        std::uint64_t capabilities;
      } entry;
      const std::size_t at = start + header_bytes + i * sizeof entry;
      if (at + sizeof entry > bytes.size()) return;
      std::memcpy(&entry, bytes.data() + at, sizeof entry);
      if (entry.capabilities != 0) continue;  // for some processors
      if (start + entry.name >= bytes.size() || start + entry.path >= bytes.size()) return;
      paths_.emplace(text.data() + start + entry.name, text.data() + start + entry.path);
    }
  }

  auto paths(std::string_view name) const {
    const auto [begin, end] = paths_.equal_range(name);
    return std::ranges::subrange(begin, end);
  }

 private:
  static constexpr std::size_t header_bytes = 48;
  MappedFile file_;
  std::multimap<std::string_view, const char*> paths_;
};

bool is_library_of_this_machine(const std::string& path) {
  static const Elf64_Half machine = [] {
    const MappedFile self("/proc/self/exe");
    Elf64_Ehdr header{};
    if (self.contents().size() >= sizeof header)
      std::memcpy(&header, self.contents().data(), sizeof header);
    return header.e_machine;
  }();
  const MappedFile file(path);
  Elf64_Ehdr header;
  if (file.contents().size() < sizeof header) return false;
  std::memcpy(&header, file.contents().data(), sizeof header);
  return std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
         header.e_ident[EI_CLASS] == ELFCLASS64 && header.e_machine == machine;
}

std::optional<std::string> search(const Folders& folders, const std::string& name) {
  for (const std::string& folder : folders) {
    std::string path = folder + "/" + name;
    if (is_library_of_this_machine(path)) return path;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> find_library(const std::string& name,
                                        std::span<const Library* const> askers) {
  if (name.find('/') != std::string::npos) {
    if (::access(name.c_str(), R_OK) == 0) return name;
    return std::nullopt;
  }
  const bool has_runpath = !askers.empty() && !askers.back()->elf.runpath().empty();
  if (!has_runpath) {
    for (const Library* asker : askers | std::views::reverse) {
      if (!asker->elf.runpath().empty()) continue;
      if (auto path = search(asker->run_path(), name)) return path;
    }
  }
  if (auto path = search(folders_of_process().named, name)) return path;
  if (has_runpath) {
    if (auto path = search(askers.back()->run_path(), name)) return path;
  }
  static const SystemCache cache;
  for (const auto& [soname, path] : cache.paths(name))
    if (is_library_of_this_machine(path)) return path;
  return search(folders_of_process().system, name);
}

}  // namespace bamboo::mpi
