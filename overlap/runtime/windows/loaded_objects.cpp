// SPDX-License-Identifier: Apache-2.0
// Read from the relocations of the objects: how many symbols an object has is not written in it.
#include "loaded_objects.h"

#include <elf.h>
#include <link.h>
#include <strings.h>

#include <algorithm>
#include <cstddef>
#include <span>

namespace bamboo::overlap {
namespace {

/// The dynamic section of an object.
struct DynamicSection {
  const ElfW(Sym) * symbols = nullptr;
  const char* strings = nullptr;
  std::span<const ElfW(Rela)> data, calls;
};

/// The dynamic linker has added the object's base to addresses, except in sections that cannot be
/// written.
template <class T>
const T* at(const dl_phdr_info& object, ElfW(Addr) address) {
  return reinterpret_cast<const T*>(address < object.dlpi_addr ? object.dlpi_addr + address
                                                               : address);
}

DynamicSection dynamic_section(const dl_phdr_info& object, const ElfW(Phdr) & header) {
  DynamicSection result;
  const ElfW(Rela)* data = nullptr, *calls = nullptr;
  std::size_t data_bytes = 0, call_bytes = 0;
  const auto* entry = reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + header.p_vaddr);
  for (; entry->d_tag != DT_NULL; ++entry) {
    const ElfW(Addr) value = entry->d_un.d_ptr;
    switch (entry->d_tag) {
      case DT_SYMTAB:
        result.symbols = at<ElfW(Sym)>(object, value);
        break;
      case DT_STRTAB:
        result.strings = at<char>(object, value);
        break;
      case DT_RELA:
        data = at<ElfW(Rela)>(object, value);
        break;
      case DT_RELASZ:
        data_bytes = value;
        break;
      case DT_JMPREL:
        calls = at<ElfW(Rela)>(object, value);
        break;
      case DT_PLTRELSZ:
        call_bytes = value;
        break;
      default:
        break;
    }
  }
  if (data) result.data = {data, data_bytes / sizeof *data};
  if (calls) result.calls = {calls, call_bytes / sizeof *calls};
  return result;
}

bool refers_to(const DynamicSection& object, std::initializer_list<std::string_view> names) {
  const auto is_one = [&](const ElfW(Rela) & relocation) {
    const ElfW(Sym)& symbol = object.symbols[ELF64_R_SYM(relocation.r_info)];
    if (symbol.st_shndx != SHN_UNDEF) return false;
    const char* const name = object.strings + symbol.st_name;
    return std::ranges::any_of(names, [&](std::string_view one) {
      return ::strncasecmp(name, one.data(), one.size()) == 0;
    });
  };
  return object.symbols && object.strings &&
         (std::ranges::any_of(object.calls, is_one) || std::ranges::any_of(object.data, is_one));
}

}  // namespace

bool any_object_refers_to(std::initializer_list<std::string_view> names) {
  const auto look = [](dl_phdr_info* object, std::size_t, void* wanted) -> int {
    const std::span headers(object->dlpi_phdr, object->dlpi_phnum);
    return std::ranges::any_of(headers, [&](const ElfW(Phdr) & header) {
      return header.p_type == PT_DYNAMIC &&
             refers_to(dynamic_section(*object, header),
                       *static_cast<std::initializer_list<std::string_view>*>(wanted));
    });
  };
  return ::dl_iterate_phdr(look, &names) != 0;
}

}  // namespace bamboo::overlap
