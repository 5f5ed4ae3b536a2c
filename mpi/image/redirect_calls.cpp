// SPDX-License-Identifier: Apache-2.0
#include "image/redirect_calls.h"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <string>

#include "bamboo/taskgraph/internal/processor.h"

namespace bamboo::mpi {
namespace {

/// The loader makes the page read-only once it has filled it in.
void write_slot(void** slot, void* value) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  void* start = reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(slot) & ~(page - 1));
  if (::mprotect(start, page, PROT_READ | PROT_WRITE) != 0)
    throw std::runtime_error("mprotect: " + std::string(std::strerror(errno)));
  *slot = value;
}

/// Whether it is a pointer of the program to which the loader has assigned the function's address.
bool holds(void* const* slot, const char* function) {
  return *slot == ::dlsym(RTLD_DEFAULT, function);
}

}  // namespace

void redirect_calls(void* handle, const FunctionTarget& target) {
  link_map* map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
    throw std::runtime_error(::dlerror());
  const Elf64_Sym* symbols = nullptr;
  const char* names = nullptr;
  const Elf64_Rela* tables[2] = {};
  std::size_t sizes[2] = {};
  for (const Elf64_Dyn* d = map->l_ld; d->d_tag != DT_NULL; ++d) {
    switch (d->d_tag) {  // the loader replaces offsets of tables by their addresses
      case DT_SYMTAB:
        symbols = reinterpret_cast<const Elf64_Sym*>(d->d_un.d_ptr);
        break;
      case DT_STRTAB:
        names = reinterpret_cast<const char*>(d->d_un.d_ptr);
        break;
      case DT_RELA:
        tables[0] = reinterpret_cast<const Elf64_Rela*>(d->d_un.d_ptr);
        break;
      case DT_RELASZ:
        sizes[0] = d->d_un.d_val;
        break;
      case DT_JMPREL:
        tables[1] = reinterpret_cast<const Elf64_Rela*>(d->d_un.d_ptr);
        break;
      case DT_PLTRELSZ:
        sizes[1] = d->d_un.d_val;
        break;
      default:
        break;
    }
  }
  if (!symbols || !names) throw std::runtime_error("damaged ELF file");
  for (int table = 0; table < 2; ++table) {
    for (const Elf64_Rela& r : std::span(tables[table], sizes[table] / sizeof(Elf64_Rela))) {
      const Elf64_Sym& symbol = symbols[ELF64_R_SYM(r.r_info)];
      const char* name = names + symbol.st_name;
      auto** slot = reinterpret_cast<void**>(map->l_addr + r.r_offset);
      void* function = target({name, symbol.st_shndx != SHN_UNDEF});
      if (function && (processor::is_function_slot(ELF64_R_TYPE(r.r_info)) || holds(slot, name)))
        write_slot(slot, function);
    }
  }
}

}  // namespace bamboo::mpi
