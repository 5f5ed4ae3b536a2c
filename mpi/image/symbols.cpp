// SPDX-License-Identifier: Apache-2.0
#include "image/symbols.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <stdexcept>

#include "bamboo/support/diagnostic.h"
#include "bamboo/taskgraph/internal/processor.h"
#include "image/rank_functions.h"

namespace bamboo::mpi {

namespace {

using processor::Slot;

extern "C" void* __tls_get_addr(void*);

std::size_t thread_local_module(const RankLibrary& library) {
  std::size_t module = 0;
  ::dlinfo(library.handle, RTLD_DI_TLS_MODID, &module);
  return module;
}

/// The dynamic linker makes some slots read-only after it has filled them in.
class WritableSlots {
 public:
  explicit WritableSlots(const RankLibrary& library) {
    const Elf64_Phdr* range = library.library->elf.segment(PT_GNU_RELRO);
    if (!range) return;
    const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    const std::uintptr_t start = library.map->l_addr + range->p_vaddr;
    start_ = reinterpret_cast<void*>(start & ~(page - 1));
    size_ = ((start + range->p_memsz) & ~(page - 1)) - (start & ~(page - 1));
    if (size_ > 0 && ::mprotect(start_, size_, PROT_READ | PROT_WRITE) != 0)
      throw std::runtime_error("mprotect: " + std::string(std::strerror(errno)));
  }
  ~WritableSlots() {
    if (size_ > 0) ::mprotect(start_, size_, PROT_READ);
  }
  WritableSlots(const WritableSlots&) = delete;
  WritableSlots& operator=(const WritableSlots&) = delete;

 private:
  void* start_ = nullptr;
  std::size_t size_ = 0;
};

bool is_in_writable_segment(const ElfFile& elf, Elf64_Addr address) {
  return std::ranges::any_of(elf.segments(), [&](const Elf64_Phdr& s) {
    return s.p_type == PT_LOAD && (s.p_flags & PF_W) && address >= s.p_vaddr &&
           address < s.p_vaddr + s.p_memsz;
  });
}

/// Whether the dynamic linker has found a definition in a library that all ranks share.
bool is_in_shared_library(const void* address, Symbols::Scope scope) {
  dl_find_object found;
  if (!address || ::_dl_find_object(const_cast<void*>(address), &found) != 0) return false;
  return std::ranges::none_of(scope, [&](const RankLibrary* library) {
    return library->is_private && library->map == found.dlfo_link_map;
  });
}

bool is_runtime(const RankLibrary& library) {
  return library.library->elf.soname().starts_with("libbamboo.so");
}

[[noreturn]] void undefined_function_called() {
  support::error("%s: a function was called that no library defines", program_invocation_name);
  ::_exit(127);
}

template <class T>
void write(void* slot, T value) {
  std::memcpy(slot, static_cast<const void*>(&value), sizeof value);
}

template <class T>
T read(const void* slot) {
  T value;
  std::memcpy(static_cast<void*>(&value), slot, sizeof value);
  return value;
}

}  // namespace

void note_use(RankLibrary& user, RankLibrary& used) {
  if (used.stays || std::ranges::find(user.bound_to, &used) != user.bound_to.end()) return;
  const std::vector<RankLibrary*> needed = with_needed(user);
  if (std::ranges::find(needed, &used) == needed.end()) user.bound_to.push_back(&used);
}

void* Definition::address() const {
  std::byte* value = owner->address(symbol->st_value);
  switch (ELF64_ST_TYPE(symbol->st_info)) {
    case STT_TLS: {
      std::size_t place[2] = {thread_local_module(*owner), symbol->st_value};
      return __tls_get_addr(place);
    }
    case STT_GNU_IFUNC:
      return reinterpret_cast<void* (*)()>(value)();
    default:
      return symbol->st_shndx == SHN_ABS ? reinterpret_cast<void*>(symbol->st_value) : value;
  }
}

Definition Symbols::find(std::string_view name, std::string_view version, Scope scope) {
  Definition runtime{};
  for (RankLibrary* library : scope) {
    if (!library->map) continue;
    const Elf64_Sym* symbol = library->library->elf.definition(name, version);
    if (!symbol) continue;
    if (is_runtime(*library)) {  // it replaces the C library's, and profiling tools replace it
      runtime = {library, symbol};
      continue;
    }
    if (library->library == program_.payload && !program_.exports(name)) continue;
    Definition found{library, symbol};
    if (!library->is_private) return runtime.owner ? runtime : found;
    if (ELF64_ST_BIND(symbol->st_info) == STB_GNU_UNIQUE) {
      found = unique_.try_emplace(std::string(name), found).first->second;
      found.owner->stays = true;
    }
    return found;
  }
  return runtime;
}

void Symbols::forget(Scope libraries) {
  std::erase_if(unique_, [&](const auto& entry) {
    return std::ranges::find(libraries, entry.second.owner) != libraries.end();
  });
}

void Symbols::bind(RankLibrary& library, Scope scope, Binding binding) {
  const ElfFile& elf = library.library->elf;
  const bool is_program = library.library == program_.payload;
  const WritableSlots writable(library);
  for (const Reference& reference : elf.references()) {
    const Elf64_Sym& symbol = elf.symbol(reference.symbol);
    const bool is_own = symbol.st_shndx != SHN_UNDEF;
    if (ELF64_ST_BIND(symbol.st_info) == STB_LOCAL ||
        (is_own && ELF64_ST_VISIBILITY(symbol.st_other) != STV_DEFAULT) ||
        !is_in_writable_segment(elf, reference.offset)) {
      continue;
    }
    const std::string_view name = elf.name(symbol);
    const Slot kind = processor::slot(reference.type);
    void* slot = library.address(reference.offset);
    Definition found{};
    if (is_own && (is_program || elf.is_symbolic())) {
      found = {&library, &symbol};
      if (ELF64_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE) {
        if (!is_program || program_.exports(name))
          found = unique_.try_emplace(std::string(name), found).first->second;
        found.owner->stays = true;
      }
    } else {
      found = find(name, elf.version(reference.symbol), scope);
    }
    const bool is_private = found.owner && found.owner->is_private;
    const std::int64_t addend = processor::has_addend(reference.type) ? reference.addend : 0;
    if (!is_private && (kind == Slot::Function || kind == Slot::Address)) {
      if (void* own = function_of_rank(name)) {
        write(slot, static_cast<std::byte*>(own) + addend);
        continue;
      }
      // The dynamic linker searches the process's libraries in its own order.
      if (is_in_shared_library(read<std::byte*>(slot) - addend, scope)) continue;
    }
    if (!found.owner) {
      if (ELF64_ST_BIND(symbol.st_info) == STB_WEAK) continue;
      if (kind != Slot::Function || binding == Binding::Now)
        throw std::runtime_error(library.library->path +
                                 ": undefined symbol: " + std::string(name));
      write(slot, &undefined_function_called);
      library.unbound.push_back(&reference);
      continue;
    }
    switch (kind) {
      case Slot::Function:
      case Slot::Address:
        write(slot, static_cast<std::byte*>(found.address()) + addend);
        break;
      case Slot::ThreadLocalModule:
        write(slot, thread_local_module(*found.owner));
        break;
      case Slot::ThreadLocalOffset:
        write(slot, found.symbol->st_value + reference.addend);
        break;
      case Slot::Other:
        if (is_private && found.owner != &library)
          throw std::runtime_error(library.library->path + ": it uses '" + std::string(name) +
                                   "' of " + found.owner->library->path +
                                   " in a way that mode tasks does not know (relocation type " +
                                   std::to_string(reference.type) +
                                   "): compile it with -ftls-model=global-dynamic");
        break;
    }
    note_use(library, *found.owner);
  }
}

void Symbols::bind_rest(RankLibrary& library, Scope scope) {
  const ElfFile& elf = library.library->elf;
  if (library.unbound.empty()) return;
  const WritableSlots writable(library);
  std::erase_if(library.unbound, [&](const Reference* reference) {
    const Definition found =
        find(elf.name(elf.symbol(reference->symbol)), elf.version(reference->symbol), scope);
    if (!found.owner) return false;
    write(library.address(reference->offset), found.address());
    note_use(library, *found.owner);
    return true;
  });
}

}  // namespace bamboo::mpi
