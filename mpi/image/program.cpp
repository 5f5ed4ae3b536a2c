// SPDX-License-Identifier: Apache-2.0
#include "image/program.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "bamboo/support/diagnostic.h"

namespace bamboo::mpi {

namespace {

using Bytes = std::span<const std::byte>;

[[noreturn]] void refuse(const char* why) {
  support::error("%s: %s", program_invocation_name, why);
  std::exit(2);
}

/// Empty when the file cannot be read.
Bytes map_file(const char* path) {
  const int fd = ::open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  struct stat status{};
  void* memory = MAP_FAILED;
  if (::fstat(fd, &status) == 0)
    memory = ::mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  ::close(fd);
  if (memory == MAP_FAILED) return {};
  return {static_cast<const std::byte*>(memory), static_cast<std::size_t>(status.st_size)};
}

Bytes map_self() {
  const Bytes file = map_file("/proc/self/exe");
  if (file.empty()) refuse("cannot map the executable of this process");
  return file;
}

template <class T>
const T* at(Bytes file, std::size_t offset, std::size_t count = 1) {
  if (offset > file.size() || count > (file.size() - offset) / sizeof(T))
    refuse("damaged ELF file");
  return reinterpret_cast<const T*>(file.data() + offset);
}

Bytes section(Bytes file, std::string_view name) {
  const auto* elf = at<Elf64_Ehdr>(file, 0);
  const auto* sections = at<Elf64_Shdr>(file, elf->e_shoff, elf->e_shnum);
  const Elf64_Shdr& names = sections[elf->e_shstrndx];
  for (int i = 0; i < elf->e_shnum; ++i) {
    const char* text = at<char>(file, names.sh_offset + sections[i].sh_name);
    if (name == text && sections[i].sh_type != SHT_NOBITS) {
      return {at<std::byte>(file, sections[i].sh_offset, sections[i].sh_size), sections[i].sh_size};
    }
  }
  return {};
}

bool has_thread_local_data(Bytes file) {
  const auto* elf = at<Elf64_Ehdr>(file, 0);
  const auto* segments = at<Elf64_Phdr>(file, elf->e_phoff, elf->e_phnum);
  for (int i = 0; i < elf->e_phnum; ++i) {
    if (segments[i].p_type == PT_TLS) return true;
  }
  return false;
}

bool wants_code_on_stack(Bytes file) {
  const auto* elf = at<Elf64_Ehdr>(file, 0);
  const auto* segments = at<Elf64_Phdr>(file, elf->e_phoff, elf->e_phnum);
  for (int i = 0; i < elf->e_phnum; ++i) {
    if (segments[i].p_type == PT_GNU_STACK) return segments[i].p_flags & PF_X;
  }
  return false;
}

/// A library that cannot be read is reported where it is loaded.
bool library_has_thread_local_data(const PrivateLibrary& library) {
  return !library.contents.empty() && has_thread_local_data(library.contents);
}

/// The note of BAMBOO_DIMENSION: see bamboo/region.h.
int noted_dimension(Bytes payload) {
  const Bytes notes = section(payload, ".note.bamboo.dimension");
  constexpr std::size_t value_offset = sizeof(Elf64_Nhdr) + 8;  // "Bamboo\0" padded to 8
  if (notes.size() < value_offset + sizeof(int)) return 0;
  int value;
  std::memcpy(&value, notes.data() + value_offset, sizeof value);
  return value;
}

bool defines_mpi_functions(Bytes file) {
  const Bytes symbols = section(file, ".dynsym");
  const Bytes names = section(file, ".dynstr");
  for (std::size_t i = 0; i < symbols.size() / sizeof(Elf64_Sym); ++i) {
    const auto& symbol = *at<Elf64_Sym>(symbols, i * sizeof(Elf64_Sym));
    const std::string_view name = at<char>(names, symbol.st_name);
    if (symbol.st_shndx != SHN_UNDEF && name.starts_with("bamboo_MPI_")) return true;
  }
  return false;
}

/// Profiling tools in LD_PRELOAD: libraries that define MPI functions and come before this one.
std::vector<PrivateLibrary> preloaded_tools() {
  static const char here = 0;
  Dl_info info;
  void* this_library = nullptr;
  link_map* map = nullptr;
  void* program = ::dlopen(nullptr, RTLD_LAZY);
  if (!program || ::dlinfo(program, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0 ||
      ::dladdr1(&here, &info, &this_library, RTLD_DL_LINKMAP) == 0) {
    return {};
  }
  std::vector<PrivateLibrary> tools;
  for (map = map->l_next; map && map != this_library; map = map->l_next) {
    const Bytes contents = map_file(map->l_name);
    if (!contents.empty() && defines_mpi_functions(contents))
      tools.push_back({map->l_name, contents});
  }
  return tools;
}

}  // namespace

Program Program::of_this_process() {
  const Bytes file = map_self();
  Program program;
  program.payload = section(file, ".bamboo.image");
  if (program.payload.empty())
    refuse("holds no program: it is the launcher that bamboocc links programs with");
  program.private_libraries = preloaded_tools();
  const Bytes names = section(file, ".bamboo.private");
  for (std::size_t i = 0; i < names.size();) {
    const char* name = reinterpret_cast<const char*>(names.data()) + i;
    const std::size_t length = ::strnlen(name, names.size() - i);
    if (length > 0) {
      const std::string path(name, length);
      if (std::ranges::find(program.private_libraries, path, &PrivateLibrary::path) ==
          program.private_libraries.end()) {
        program.private_libraries.push_back({path, map_file(path.c_str())});
      }
    }
    i += length + 1;
  }
  program.dimension = noted_dimension(program.payload);
  program.has_code_on_stack = wants_code_on_stack(program.payload);
  program.has_thread_local =
      has_thread_local_data(program.payload) ||
      std::ranges::any_of(program.private_libraries, library_has_thread_local_data);
  return program;
}

}  // namespace bamboo::mpi
