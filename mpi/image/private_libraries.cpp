// SPDX-License-Identifier: Apache-2.0
#include "image/private_libraries.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "image/redirect_calls.h"

namespace bamboo::mpi {

namespace {

using File = std::vector<std::byte>;

/// The dynamic section's strings of one kind (DT_NEEDED, DT_SONAME), to be read and overwritten.
std::vector<char*> dynamic_strings(File& file, Elf64_Sxword kind) {
  const auto* elf = reinterpret_cast<const Elf64_Ehdr*>(file.data());
  const auto* segments = reinterpret_cast<const Elf64_Phdr*>(file.data() + elf->e_phoff);
  const auto offset_of = [&](Elf64_Addr address) -> std::size_t {
    for (int i = 0; i < elf->e_phnum; ++i) {
      const Elf64_Phdr& s = segments[i];
      if (s.p_type == PT_LOAD && address >= s.p_vaddr && address < s.p_vaddr + s.p_filesz) {
        return address - s.p_vaddr + s.p_offset;
      }
    }
    throw std::runtime_error("damaged ELF file");
  };
  std::vector<char*> found;
  for (int i = 0; i < elf->e_phnum; ++i) {
    if (segments[i].p_type != PT_DYNAMIC) continue;
    const auto* dynamic = reinterpret_cast<const Elf64_Dyn*>(file.data() + segments[i].p_offset);
    std::size_t strings = 0;
    for (const Elf64_Dyn* d = dynamic; d->d_tag != DT_NULL; ++d) {
      if (d->d_tag == DT_STRTAB) strings = offset_of(d->d_un.d_ptr);
    }
    for (const Elf64_Dyn* d = dynamic; d->d_tag != DT_NULL; ++d) {
      if (d->d_tag == kind)
        found.push_back(reinterpret_cast<char*>(file.data()) + strings + d->d_un.d_val);
    }
  }
  return found;
}

/// Same length, different for every copy of every library: the last four characters become digits.
std::string own_name(const std::string& name, std::size_t copy) {
  static constexpr char digits[] =
      "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ~^";
  if (name.size() < 6)
    throw std::runtime_error("library name '" + name + "' is too short to be made private");
  std::string own = name;
  own[0] = '%';
  for (std::size_t i = 0; i < 4; ++i) own[own.size() - 1 - i] = digits[(copy >> (6 * i)) & 63];
  return own;
}

void rename(File& file, const std::map<std::string, std::string>& names) {
  for (const auto kind : {DT_NEEDED, DT_SONAME}) {
    for (char* text : dynamic_strings(file, kind)) {
      if (auto it = names.find(text); it != names.end()) std::ranges::copy(it->second, text);
    }
  }
}

void* own_function(const char* name) {
  if (void* function = ::dlsym(RTLD_DEFAULT, name)) return function;
  throw std::runtime_error("libbamboo.so does not show its function " + std::string(name));
}

/// A rank's replacement for a function that affects the whole process.
void* function_of_rank(std::string_view name) {
  static const std::map<std::string_view, void*> functions{
      {"exit", own_function("bamboo_rank_exit")},
      {"_exit", own_function("bamboo_rank_leave")},
      {"_Exit", own_function("bamboo_rank_leave")},
      {"read", own_function("bamboo_rank_read")}};
  const auto found = functions.find(name);
  return found == functions.end() ? nullptr : found->second;
}

/// Its own definition of the name; null: it has none.
void* definition_in(void* library, const char* name) {
  void* address = ::dlsym(library, name);  // also searches the libraries that it needs
  link_map* map = nullptr;
  Dl_info info;
  void* owner = nullptr;
  if (!address || ::dlinfo(library, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 ||
      ::dladdr1(address, &info, &owner, RTLD_DL_LINKMAP) == 0) {
    return nullptr;
  }
  return owner == map ? address : nullptr;
}

/// Whether the process itself has the library (LD_PRELOAD); copies do not refer to it by name.
bool is_loaded(const std::string& path) {
  return ::dlopen(path.c_str(), RTLD_LAZY | RTLD_NOLOAD) != nullptr;
}

bool is_mpi_function(std::string_view name) {
  return name.starts_with("bamboo_MPI_") || name.starts_with("bamboo_mpi_");
}

}  // namespace

PrivateLibraries load_with_private_libraries(const Program& program, TaskId rank) {
  std::map<std::string, std::string> names;
  std::vector<File> libraries;
  std::vector<bool> preloaded;
  const std::size_t first_copy = rank * program.private_libraries.size();
  for (const auto& [path, contents] : program.private_libraries) {
    if (contents.empty()) throw std::runtime_error("cannot read " + path);
    libraries.emplace_back(contents.begin(), contents.end());
    preloaded.push_back(is_loaded(path));
    const auto soname = dynamic_strings(libraries.back(), DT_SONAME);
    if (!soname.empty())
      names[soname.front()] = own_name(soname.front(), first_copy + libraries.size() - 1);
    else if (!preloaded.back())
      throw std::runtime_error(path + " has no DT_SONAME: link it with -Wl,-soname,NAME");
  }
  // In the given order: a library that needs another private one comes after it.
  PrivateLibraries loaded;
  for (std::size_t i = 0; i < libraries.size(); ++i) {
    File& library = libraries[i];
    rename(library, names);
    const std::string file = anonymous_file("private", library);
    void* handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw std::runtime_error(::dlerror());
    redirect_calls(handle, [&](const CalledFunction& called) {
      if (!called.is_own) return function_of_rank(called.name);
      // The loader finds the functions of a preloaded library.
      return preloaded[i] ? definition_in(handle, called.name) : nullptr;
    });
    loaded.handles.push_back(handle);
  }
  File payload(program.payload.begin(), program.payload.end());
  rename(payload, names);
  loaded.payload = anonymous_file("rank" + std::to_string(rank), payload);
  return loaded;
}

void call_through_tools(void* payload, std::span<void* const> libraries) {
  std::vector<void*> copies{payload};
  copies.insert(copies.end(), libraries.begin(), libraries.end());
  const auto target = [&](const CalledFunction& called) -> void* {
    if (!is_mpi_function(called.name)) return nullptr;
    for (void* copy : copies) {
      if (void* function = definition_in(copy, called.name)) return function;
    }
    return nullptr;
  };
  for (void* copy : copies) redirect_calls(copy, target);
}

}  // namespace bamboo::mpi
