// SPDX-License-Identifier: Apache-2.0
#include "image/program.h"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

namespace bamboo::mpi {

namespace {

using Bytes = std::span<const std::byte>;

[[noreturn]] void refuse(const char* why) {
  std::fprintf(stderr, "bamboo: error: %s: %s\n", program_invocation_name, why);
  std::exit(2);
}

Bytes map_self() {
  const int fd = ::open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat status{};
  if (fd < 0 || ::fstat(fd, &status) != 0) refuse("cannot open the executable of this process");
  void* memory = ::mmap(nullptr, status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  ::close(fd);
  if (memory == MAP_FAILED) refuse("cannot map the executable of this process");
  return {static_cast<const std::byte*>(memory), static_cast<std::size_t>(status.st_size)};
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

bool has_thread_local_data(Bytes payload) {
  const auto* elf = at<Elf64_Ehdr>(payload, 0);
  const auto* segments = at<Elf64_Phdr>(payload, elf->e_phoff, elf->e_phnum);
  for (int i = 0; i < elf->e_phnum; ++i) {
    if (segments[i].p_type == PT_TLS) return true;
  }
  return false;
}

/// The note that BAMBOO_DIMENSION leaves: see bamboo/region.h.
int noted_dimension(Bytes payload) {
  const Bytes notes = section(payload, ".note.bamboo.dimension");
  constexpr std::size_t value_offset = sizeof(Elf64_Nhdr) + 8;  // "Bamboo\0" padded to 8
  if (notes.size() < value_offset + sizeof(int)) return 0;
  int value;
  std::memcpy(&value, notes.data() + value_offset, sizeof value);
  return value;
}

}  // namespace

Program Program::of_this_process() {
  const Bytes file = map_self();
  Program program;
  program.payload = section(file, ".bamboo.image");
  if (program.payload.empty())
    refuse("holds no program: it is the launcher that bamboocc links programs with");
  const Bytes names = section(file, ".bamboo.private");
  for (std::size_t i = 0; i < names.size();) {
    const char* name = reinterpret_cast<const char*>(names.data()) + i;
    const std::size_t length = ::strnlen(name, names.size() - i);
    if (length > 0) program.private_libraries.emplace_back(name, length);
    i += length + 1;
  }
  program.dimension = noted_dimension(program.payload);
  program.has_thread_local = has_thread_local_data(program.payload);
  return program;
}

}  // namespace bamboo::mpi
