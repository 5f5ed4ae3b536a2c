// SPDX-License-Identifier: Apache-2.0
#include "objects/info.h"

#include <algorithm>

#include "errors/errors.h"
#include "objects/process_handles.h"

namespace bamboo::mpi {
namespace {

ProcessHandles<Info> infos;

void check_key(std::string_view key) {
  if (key.empty() || key.size() >= MPI_MAX_INFO_KEY)
    fail(MPI_ERR_INFO_KEY, "key has %zu characters, must have 1 … %d", key.size(),
         MPI_MAX_INFO_KEY - 1);
}

}  // namespace

void Info::set(std::string_view key, std::string_view value) {
  check_key(key);
  if (value.size() >= MPI_MAX_INFO_VAL)
    fail(MPI_ERR_INFO_VALUE, "value has %zu characters, must have %d at most", value.size(),
         MPI_MAX_INFO_VAL - 1);
  for (auto& entry : entries_) {
    if (entry.first == key) {
      entry.second = value;
      return;
    }
  }
  entries_.emplace_back(key, value);
}

const std::string* Info::get(std::string_view key) const {
  check_key(key);
  for (const auto& entry : entries_)
    if (entry.first == key) return &entry.second;
  return nullptr;
}

void Info::erase(std::string_view key) {
  check_key(key);
  if (!std::erase_if(entries_, [&](const auto& entry) { return entry.first == key; }))
    fail(MPI_ERR_INFO_NOKEY, "key \"%.*s\" is not set", static_cast<int>(key.size()), key.data());
}

std::shared_ptr<Info> info_ref(MPI_Info handle) {
  // The launcher's facts are the same for every rank and are none of the hints that MPI names.
  if (handle == MPI_INFO_ENV) return std::make_shared<Info>();
  if (handle == MPI_INFO_NULL) fail(MPI_ERR_INFO, "info is MPI_INFO_NULL");
  std::shared_ptr<Info> info = infos.share(handle_value(handle));
  if (!info)
    fail(MPI_ERR_INFO, "info is the handle %p, which is no info object or one that was freed",
         static_cast<void*>(handle));
  return info;
}

std::shared_ptr<const Info> hints(MPI_Info handle) {
  if (handle == MPI_INFO_NULL) return nullptr;
  return std::make_shared<const Info>(*info_ref(handle));
}

MPI_Info new_handle(std::shared_ptr<Info> info) {
  return reinterpret_cast<MPI_Info>(infos.add(std::move(info)));
}

void free_handle(MPI_Info handle) {
  infos.release(handle_value(handle));
}

}  // namespace bamboo::mpi
