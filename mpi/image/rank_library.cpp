// SPDX-License-Identifier: Apache-2.0
#include "image/rank_library.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "image/private_copy.h"

namespace bamboo::mpi {

namespace {

/// The value of an entry of the dynamic section.
std::optional<Elf64_Xword> entry(const ElfFile& elf, Elf64_Sxword tag) {
  for (const Elf64_Dyn& d : elf.dynamic())
    if (d.d_tag == tag) return d.d_un.d_val;
  return std::nullopt;
}

link_map* map_of(void* handle) {
  link_map* map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0)
    throw std::runtime_error(::dlerror());
  return map;
}

}  // namespace

void RankLibrary::load_private(const std::string& title) {
  const std::vector<std::byte> copy = private_copy(library->elf, [&](std::string_view wanted) {
    return std::ranges::any_of(needed, [&](const RankLibrary* other) {
      return !other->is_private && other->map && other->library->elf.soname() == wanted;
    });
  });
  const AnonymousFile made = anonymous_file(title, copy);
  handle = ::dlopen(made.path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    ::close(made.descriptor);
    throw std::runtime_error(library->path + ": " + ::dlerror());
  }
  file = made.descriptor;
  map = map_of(handle);
}

void RankLibrary::load_shared(int mode) {
  handle = ::dlopen(library->path.c_str(), mode);
  if (!handle) throw std::runtime_error(::dlerror());
  map = map_of(handle);
}

void RankLibrary::unload() {
  if (handle) ::dlclose(handle);
  if (file >= 0) ::close(file);
  handle = nullptr;
  map = nullptr;
  file = -1;
}

void RankLibrary::run_constructors(const Arguments& arguments, Constructor* end) {
  const auto& [argc, argv, environment] = arguments;
  const ElfFile& elf = library->elf;
  if (!is_initialised) {
    is_initialised = true;
    if (const auto first = entry(elf, DT_INIT))
      reinterpret_cast<Constructor*>(address(*first))(argc, argv, environment);
  }
  const auto list = entry(elf, DT_INIT_ARRAY);
  const auto size = entry(elf, DT_INIT_ARRAYSZ);
  if (!list || !size) return;
  auto* const* functions = reinterpret_cast<Constructor* const*>(address(*list));
  while (constructors_run < *size / sizeof functions[0]) {
    Constructor* next = functions[constructors_run];
    if (next == end) return;
    ++constructors_run;
    next(argc, argv, environment);
  }
}

void RankLibrary::run_destructors() const {
  using Destructor = void();
  const ElfFile& elf = library->elf;
  const auto list = entry(elf, DT_FINI_ARRAY);
  const auto size = entry(elf, DT_FINI_ARRAYSZ);
  if (list && size) {
    const auto* functions = reinterpret_cast<Destructor* const*>(address(*list));
    for (std::size_t i = *size / sizeof functions[0]; i-- > 0;) functions[i]();
  }
  if (const auto last = entry(elf, DT_FINI)) reinterpret_cast<Destructor*>(address(*last))();
}

std::vector<RankLibrary*> with_needed(RankLibrary& root) {
  std::vector<RankLibrary*> order{&root};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (RankLibrary* needed : order[i]->needed)
      if (std::ranges::find(order, needed) == order.end()) order.push_back(needed);
  }
  return order;
}

}  // namespace bamboo::mpi
