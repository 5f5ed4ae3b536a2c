// SPDX-License-Identifier: Apache-2.0
#include "image/code_owner.h"

#include <dlfcn.h>

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "image/rank_libraries.h"

namespace bamboo::mpi {

namespace {

struct Owners {
  std::shared_mutex mutex;
  std::unordered_map<const link_map*, RankLibraries*> by_library;
};

Owners& owners() {
  static Owners all;
  return all;
}

}  // namespace

void set_code_owner(const link_map* library, RankLibraries& rank) {
  const std::lock_guard lock(owners().mutex);
  owners().by_library[library] = &rank;
}

void remove_code_owner(const link_map* library) {
  const std::lock_guard lock(owners().mutex);
  owners().by_library.erase(library);
}

RankLibraries* libraries_of_code(const void* address) {
  dl_find_object found;
  if (::_dl_find_object(const_cast<void*>(address), &found) != 0) return nullptr;
  const std::shared_lock lock(owners().mutex);
  const auto owner = owners().by_library.find(found.dlfo_link_map);
  return owner == owners().by_library.end() ? nullptr : owner->second;
}

RankLibraries* libraries_of_rank(const Task* rank) {
  const std::shared_lock lock(owners().mutex);
  for (const auto& [library, owner] : owners().by_library)
    if (&owner->task() == rank) return owner;
  return nullptr;
}

Task* code_owner(const void* address) {
  RankLibraries* libraries = libraries_of_code(address);
  return libraries ? &libraries->task() : nullptr;
}

}  // namespace bamboo::mpi
