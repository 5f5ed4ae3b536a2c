// SPDX-License-Identifier: Apache-2.0
#include "image/code_owner.h"

#include <dlfcn.h>
#include <link.h>

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace bamboo::mpi {

namespace {

struct Owners {
  std::shared_mutex mutex;
  std::unordered_map<const link_map*, Task*> by_library;  // copies stay loaded to the end
};

Owners& owners() {
  static Owners all;
  return all;
}

}  // namespace

void set_code_owner(void* handle, Task& rank) {
  link_map* library = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&library)) != 0) return;
  const std::lock_guard lock(owners().mutex);
  owners().by_library[library] = &rank;
}

Task* code_owner(const void* address) {
  dl_find_object found;
  if (::_dl_find_object(const_cast<void*>(address), &found) != 0) return nullptr;
  const std::shared_lock lock(owners().mutex);
  const auto owner = owners().by_library.find(found.dlfo_link_map);
  return owner == owners().by_library.end() ? nullptr : owner->second;
}

}  // namespace bamboo::mpi
