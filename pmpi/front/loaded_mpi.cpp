// SPDX-License-Identifier: Apache-2.0
#include "front/loaded_mpi.h"

#include <dlfcn.h>
#include <link.h>

#include <optional>
#include <string_view>

namespace bamboo::plans::front {
namespace {

std::string_view base_name(std::string_view file) {
  file.remove_prefix(file.rfind('/') + 1);
  return file;
}

/// The DT_SONAME of a library whose dynamic section the loader has relocated.
std::string_view soname(const dl_phdr_info& object) {
  for (int i = 0; i < object.dlpi_phnum; ++i) {
    if (object.dlpi_phdr[i].p_type != PT_DYNAMIC) continue;
    const char* strings = nullptr;
    std::optional<std::size_t> name;
    const auto* entry =
        reinterpret_cast<const ElfW(Dyn)*>(object.dlpi_addr + object.dlpi_phdr[i].p_vaddr);
    for (; entry->d_tag != DT_NULL; ++entry) {
      if (entry->d_tag == DT_STRTAB) strings = reinterpret_cast<const char*>(entry->d_un.d_ptr);
      if (entry->d_tag == DT_SONAME) name = entry->d_un.d_val;
    }
    return strings && name ? strings + *name : std::string_view();
  }
  return {};
}

/// Returns nothing if it is no library of MPI's C functions.
std::optional<Abi> abi_of(std::string_view soname) {
  if (soname == "libmpi.so.40") return Abi::OpenMpi;
  if (soname == "libmpi.so.12" || soname == "libmpich.so.12") return Abi::Mpich;
  for (const std::string_view other : {"libmpi.so.", "libmpich.so.", "libmpi_abi.so."})
    if (soname.starts_with(other)) return Abi::Other;
  return std::nullopt;
}

int consider(dl_phdr_info* object, std::size_t, void* found) {
  auto& loaded = *static_cast<LoadedMpis*>(found);
  const std::string_view name = base_name(object->dlpi_name);
  if (name.starts_with("libbamboo.so")) loaded.has_virtual_ranks = true;
  if (!name.starts_with("libmpi") || loaded.count == loaded.mpis.size()) return 0;
  if (const auto abi = abi_of(soname(*object)))
    loaded.mpis[loaded.count++] = {object->dlpi_name, *abi};
  return 0;
}

}  // namespace

LoadedMpis loaded_mpis() {
  LoadedMpis loaded;
  dl_iterate_phdr(consider, &loaded);
  return loaded;
}

bool is_of_mpi(const void* function) {
  Dl_info object{};
  return dladdr(function, &object) != 0 && base_name(object.dli_fname).starts_with("libmpi");
}

}  // namespace bamboo::plans::front
