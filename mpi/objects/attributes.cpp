// SPDX-License-Identifier: Apache-2.0
#include "objects/attributes.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

/// For all ranks of the process; each knows only the keys that it made.
struct {
  SpinLock lock;
  std::map<int, std::shared_ptr<const Keyval>> all;
  int next = 1000;  // beyond the predefined keys
} keyvals;

std::shared_ptr<const Keyval> keyval_ref(int keyval) {
  if (is_predefined_keyval(keyval))
    fail(MPI_ERR_KEYVAL, "comm_keyval is %d, a predefined key: it can only be read", keyval);
  if (keyval == MPI_KEYVAL_INVALID) fail(MPI_ERR_KEYVAL, "comm_keyval is MPI_KEYVAL_INVALID");
  {
    const std::lock_guard guard(keyvals.lock);
    if (const auto found = keyvals.all.find(keyval); found != keyvals.all.end())
      return found->second;
  }
  fail(MPI_ERR_KEYVAL, "comm_keyval is %d, which is no key or one that was freed", keyval);
}

}  // namespace

int new_keyval(Keyval keyval) {
  auto object = std::make_shared<const Keyval>(keyval);
  const std::lock_guard guard(keyvals.lock);
  keyvals.all.emplace(keyvals.next, std::move(object));
  return keyvals.next++;
}

void free_keyval(int keyval) {
  std::shared_ptr<const Keyval> last = keyval_ref(keyval);
  const std::lock_guard guard(keyvals.lock);
  keyvals.all.erase(keyval);
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
      return true;
    default:
      return false;
  }
}

void Attributes::destroy(MPI_Comm object, const Attribute& attribute) {
  if (attribute.functions->destroy == MPI_COMM_NULL_DELETE_FN) return;
  const int code = attribute.functions->destroy(object, attribute.keyval, attribute.value,
                                                attribute.functions->extra_state);
  if (code != MPI_SUCCESS)
    fail(MPI_ERR_OTHER, "the delete function of attribute key %d returned %d", attribute.keyval,
         code);
}

void Attributes::set(MPI_Comm object, int keyval, void* value) {
  auto functions = keyval_ref(keyval);
  if (get(keyval)) erase(object, keyval);
  all_.push_back({keyval, value, std::move(functions)});
}

void Attributes::erase(MPI_Comm object, int keyval) {
  // A freed key counts as long as an attribute has it: MPI lets the program delete that attribute.
  const auto found = std::ranges::find(all_, keyval, &Attribute::keyval);
  if (found == all_.end()) {
    keyval_ref(keyval);
    fail(MPI_ERR_KEYVAL, "comm_keyval is %d, which is not set on this communicator", keyval);
  }
  const Attribute attribute = *found;
  destroy(object, attribute);  // the program's function may set others
  all_.erase(std::ranges::find(all_, keyval, &Attribute::keyval));
}

std::optional<void*> Attributes::get(int keyval) const {
  const auto found = std::ranges::find(all_, keyval, &Attribute::keyval);
  if (found != all_.end()) return found->value;
  keyval_ref(keyval);
  return std::nullopt;
}

void Attributes::copy_to(Attributes& copy, MPI_Comm object) const {
  for (const Attribute& attribute : std::vector(all_)) {
    const Keyval& k = *attribute.functions;
    if (k.copy == MPI_COMM_NULL_COPY_FN) continue;
    void* value = attribute.value;
    int flag = 1;
    if (k.copy != MPI_COMM_DUP_FN) {
      const int code =
          k.copy(object, attribute.keyval, k.extra_state, attribute.value, &value, &flag);
      if (code != MPI_SUCCESS)
        fail(MPI_ERR_OTHER, "the copy function of attribute key %d returned %d", attribute.keyval,
             code);
    }
    if (flag) copy.all_.push_back({attribute.keyval, value, attribute.functions});
  }
}

void Attributes::erase_all(MPI_Comm object) {
  while (!all_.empty()) {
    const Attribute last = all_.back();
    all_.pop_back();
    destroy(object, last);
  }
}

}  // namespace bamboo::mpi
