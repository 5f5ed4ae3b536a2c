// SPDX-License-Identifier: Apache-2.0
#include "objects/attributes.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

/// How MPI names the arguments of a kind's functions.
template <class Object>
constexpr const char* keyval_argument = "comm_keyval";
template <>
constexpr const char* keyval_argument<MPI_Datatype> = "type_keyval";
template <>
constexpr const char* keyval_argument<MPI_Win> = "win_keyval";

std::atomic<int> next_keyval = 1000;  // beyond the predefined keys

/// For all ranks of the process; each rank knows only the keys that it made.
template <class Object>
struct Keyvals {
  SpinLock lock;
  std::map<int, std::shared_ptr<const Keyval<Object>>> all;
  std::map<int, std::weak_ptr<const Keyval<Object>>> freed;  ///< that attributes may still have
};
template <class Object>
Keyvals<Object> keyvals;

template <class Object>
std::shared_ptr<const Keyval<Object>> keyval_ref(int keyval) {
  const char* const argument = keyval_argument<Object>;
  if (is_predefined_keyval(keyval))
    fail(MPI_ERR_KEYVAL, "%s is %d, a predefined key: it can only be read", argument, keyval);
  if (keyval == MPI_KEYVAL_INVALID) fail(MPI_ERR_KEYVAL, "%s is MPI_KEYVAL_INVALID", argument);
  {
    auto& known = keyvals<Object>;
    const std::lock_guard guard(known.lock);
    if (const auto found = known.all.find(keyval); found != known.all.end()) return found->second;
  }
  fail(MPI_ERR_KEYVAL, "%s is %d, which is no key or one that was freed", argument, keyval);
}

/// MPI allows the program to free a key while an object has its attribute. Delete functions of
/// public programs free it once for each object.
template <class Object>
bool is_freed_in_use(int keyval) {
  auto& known = keyvals<Object>;
  const std::lock_guard guard(known.lock);
  std::erase_if(known.freed, [](const auto& entry) { return entry.second.expired(); });
  return known.freed.contains(keyval);
}

}  // namespace

template <class Object>
Keyval<Object> keyval_of_c(int (*copy)(Object, int, void*, void*, void*, int*),
                           int (*destroy)(Object, int, void*, void*), void* extra_state) {
  Keyval<Object> keyval;
  const auto always = reinterpret_cast<decltype(copy)>(MPI_COMM_DUP_FN);
  if (copy == always)
    keyval.copy = [](Object, int, const AttributeValue& value, auto& copied) {
      copied = value;
      return MPI_SUCCESS;
    };
  else if (copy)
    keyval.copy = [=](Object object, int key, const AttributeValue& value, auto& copied) {
      void* address = nullptr;
      int flag = 0;
      const int code =
          copy(object, key, extra_state, value.in_c(), static_cast<void*>(&address), &flag);
      if (flag) copied = address;
      return code;
    };
  if (destroy)
    keyval.destroy = [=](Object object, int key, const AttributeValue& value) {
      return destroy(object, key, value.in_c(), extra_state);
    };
  return keyval;
}

template <class Object>
int new_keyval(Keyval<Object> keyval) {
  auto object = std::make_shared<const Keyval<Object>>(std::move(keyval));
  auto& known = keyvals<Object>;
  const std::lock_guard guard(known.lock);
  const int number = next_keyval++;
  known.all.emplace(number, std::move(object));
  return number;
}

template <class Object>
void free_keyval(int keyval) {
  if (is_freed_in_use<Object>(keyval)) return;
  const auto last = keyval_ref<Object>(keyval);
  auto& known = keyvals<Object>;
  const std::lock_guard guard(known.lock);
  known.freed.emplace(keyval, last);
  known.all.erase(keyval);
}

bool is_predefined_keyval(int keyval) {
  switch (keyval) {
    case MPI_TAG_UB:
    case MPI_IO:
    case MPI_HOST:
    case MPI_WTIME_IS_GLOBAL:
    case MPI_APPNUM:
    case MPI_LASTUSEDCODE:
    case MPI_UNIVERSE_SIZE:
    case MPI_WIN_BASE:
    case MPI_WIN_SIZE:
    case MPI_WIN_DISP_UNIT:
    case MPI_WIN_CREATE_FLAVOR:
    case MPI_WIN_MODEL:
      return true;
    default:
      return false;
  }
}

template <class Object>
void Attributes<Object>::destroy(Object object, Attribute attribute) {
  const Keyval<Object>& k = *attribute.functions;
  if (k.destroy) {
    const int code = k.destroy(object, attribute.keyval, attribute.value);
    if (code != MPI_SUCCESS)
      fail(code, "the delete function of attribute key %d returned %d", attribute.keyval, code);
  }
  std::erase_if(all_, [&](const Attribute& a) { return a.keyval == attribute.keyval; });
}

template <class Object>
void Attributes<Object>::set(Object object, int keyval, AttributeValue value) {
  auto functions = keyval_ref<Object>(keyval);
  if (get(keyval)) erase(object, keyval);
  all_.push_back({keyval, std::move(value), std::move(functions)});
}

template <class Object>
void Attributes<Object>::erase(Object object, int keyval) {
  // A freed key counts as long as an attribute has it: MPI lets the program delete that attribute.
  const auto found = std::ranges::find(all_, keyval, &Attribute::keyval);
  if (found != all_.end()) return destroy(object, *found);
  keyval_ref<Object>(keyval);
  fail(MPI_ERR_KEYVAL, "%s is %d, which is not set on this object", keyval_argument<Object>,
       keyval);
}

template <class Object>
std::optional<AttributeValue> Attributes<Object>::get(int keyval) const {
  const auto found = std::ranges::find(all_, keyval, &Attribute::keyval);
  if (found != all_.end()) return found->value;
  keyval_ref<Object>(keyval);
  return std::nullopt;
}

template <class Object>
void Attributes<Object>::copy_to(Attributes& copy, Object object) const {
  for (const Attribute& attribute : std::vector(all_)) {
    const Keyval<Object>& k = *attribute.functions;
    if (!k.copy) continue;
    std::optional<AttributeValue> copied;
    const int code = k.copy(object, attribute.keyval, attribute.value, copied);
    if (code != MPI_SUCCESS)
      fail(code, "the copy function of attribute key %d returned %d", attribute.keyval, code);
    if (copied) copy.all_.push_back({attribute.keyval, *copied, attribute.functions});
  }
}

template <class Object>
void Attributes<Object>::erase_all(Object object) {
  while (!all_.empty()) destroy(object, all_.back());
}

void give_to_c(const std::optional<AttributeValue>& found, void* value, int* flag) {
  *flag = found.has_value();
  if (found) *static_cast<void**>(value) = found->in_c();
}

#define KIND(Object)                                                                   \
  template class Attributes<Object>;                                                   \
  template Keyval<Object> keyval_of_c(int (*)(Object, int, void*, void*, void*, int*), \
                                      int (*)(Object, int, void*, void*), void*);      \
  template int new_keyval(Keyval<Object>);                                             \
  template void free_keyval<Object>(int);
KIND(MPI_Comm)
KIND(MPI_Datatype)
KIND(MPI_Win)
#undef KIND

}  // namespace bamboo::mpi
