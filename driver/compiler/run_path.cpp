// SPDX-License-Identifier: Apache-2.0
#include "run_path.h"

#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <vector>

#include "../diagnostic.h"

namespace bamboo::driver {
namespace {

struct Place {
  std::streamoff offset;
  std::size_t size;
};

std::optional<Place> place_in(Elf* elf, Elf_Scn* section, const GElf_Shdr& header) {
  Elf_Data* data = elf_getdata(section, nullptr);
  GElf_Shdr strings;
  if (data == nullptr || gelf_getshdr(elf_getscn(elf, header.sh_link), &strings) == nullptr)
    return std::nullopt;
  for (int i = 0; i < static_cast<int>(header.sh_size / header.sh_entsize); ++i) {
    GElf_Dyn entry;
    if (gelf_getdyn(data, i, &entry) != nullptr &&
        (entry.d_tag == DT_RPATH || entry.d_tag == DT_RUNPATH)) {
      const char* text = elf_strptr(elf, header.sh_link, entry.d_un.d_val);
      return Place{static_cast<std::streamoff>(strings.sh_offset + entry.d_un.d_val),
                   std::strlen(text)};
    }
  }
  return std::nullopt;
}

std::optional<Place> find_run_path(const std::string& executable) {
  elf_version(EV_CURRENT);
  const int file = open(executable.c_str(), O_RDONLY | O_CLOEXEC);
  Elf* elf = elf_begin(file, ELF_C_READ, nullptr);
  std::optional<Place> place;
  Elf_Scn* section = nullptr;
  while (elf != nullptr && !place && (section = elf_nextscn(elf, section)) != nullptr) {
    GElf_Shdr header;
    if (gelf_getshdr(section, &header) != nullptr && header.sh_type == SHT_DYNAMIC)
      place = place_in(elf, section, header);
  }
  elf_end(elf);
  close(file);
  return place;
}

}  // namespace

void overwrite_run_path(const std::string& executable, const std::string& run_path) {
  const auto place = find_run_path(executable);
  if (!place || place->size < run_path.size()) {
    fail("the run path '{}' does not fit into the launcher ({} bytes); use shorter paths", run_path,
         place ? place->size : 0);
  }
  std::fstream file(executable, std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(place->offset);
  std::string padded = run_path;
  padded.resize(place->size, '\0');
  if (!file.write(padded.data(), static_cast<std::streamsize>(padded.size())).flush())
    fail("cannot write '{}'", executable);
}

}  // namespace bamboo::driver
