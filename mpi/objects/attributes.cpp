// SPDX-License-Identifier: Apache-2.0
#include "objects/attributes.h"

#include <algorithm>
#include <map>
#include <mutex>

#include "bamboo/taskgraph/internal/spin_lock.h"
#include "errors/errors.h"
#include "functions/point_to_point/arguments.h"

namespace bamboo::mpi {
namespace {

/// For all ranks of the process; each knows only the keys that it made.
struct {
  SpinLock lock;
  std::map<int, std::shared_ptr<const Keyval>> all;
  int next = 1000;  // beyond the predefined keys
} keyvals;

void destroy(Communicator& comm, Attribute attribute) {
  if (attribute.functions->destroy == MPI_COMM_NULL_DELETE_FN) return;
  const int code = attribute.functions->destroy(comm.handle, attribute.keyval, attribute.value,
                                                attribute.functions->extra_state);
  if (code != MPI_SUCCESS)
    fail(MPI_ERR_OTHER, "the delete function of attribute key %d returned %d", attribute.keyval,
         code);
}

auto find(auto& attributes, int keyval) {
  return std::ranges::find(attributes, keyval, &Attribute::keyval);
}

/// Values of predefined attributes are pointers to integers.
const int* predefined_attribute(int keyval, const int& world_size) {
  static const int tag_ub = largest_tag, io = MPI_ANY_SOURCE, host = MPI_PROC_NULL, no = 0,
                   last_code = MPI_ERR_LASTCODE;
  switch (keyval) {
    case MPI_TAG_UB:
      return &tag_ub;
    case MPI_IO:
      return &io;
    case MPI_HOST:
      return &host;
    case MPI_WTIME_IS_GLOBAL:
      return &no;
    case MPI_APPNUM:
      return &no;
    case MPI_LASTUSEDCODE:
      return &last_code;
    case MPI_UNIVERSE_SIZE:
      return &world_size;
    default:
      return nullptr;
  }
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

std::shared_ptr<const Keyval> keyval_ref(int keyval) {
  const int none = 0;
  if (predefined_attribute(keyval, none))
    fail(MPI_ERR_KEYVAL, "comm_keyval is %d, a predefined key: it can only be read", keyval);
  if (keyval == MPI_KEYVAL_INVALID) fail(MPI_ERR_KEYVAL, "comm_keyval is MPI_KEYVAL_INVALID");
  {
    const std::lock_guard guard(keyvals.lock);
    if (const auto found = keyvals.all.find(keyval); found != keyvals.all.end())
      return found->second;
  }
  fail(MPI_ERR_KEYVAL, "comm_keyval is %d, which is no key or one that was freed", keyval);
}

void set_attribute(Communicator& comm, int keyval, void* value) {
  auto functions = keyval_ref(keyval);
  if (find(comm.attributes, keyval) != comm.attributes.end()) delete_attribute(comm, keyval);
  comm.attributes.push_back({keyval, value, std::move(functions)});
}

void delete_attribute(Communicator& comm, int keyval) {
  // A key that was freed counts as long as an attribute has it: MPI lets the program delete that.
  const auto found = find(comm.attributes, keyval);
  if (found == comm.attributes.end()) {
    keyval_ref(keyval);
    fail(MPI_ERR_KEYVAL, "comm_keyval is %d, which is not set on this communicator", keyval);
  }
  const Attribute attribute = *found;
  destroy(comm, attribute);  // may set others
  comm.attributes.erase(find(comm.attributes, keyval));
}

bool get_attribute(const Communicator& comm, int world_size, int keyval, void** value) {
  // MPI_UNIVERSE_SIZE's value outlives the call; all ranks of a process have the same one.
  static int universe;
  if (keyval == MPI_UNIVERSE_SIZE) universe = world_size;
  if (const int* fixed = predefined_attribute(keyval, universe)) {
    *value = const_cast<int*>(fixed);
    return true;
  }
  const auto found = find(comm.attributes, keyval);
  if (found == comm.attributes.end()) {
    keyval_ref(keyval);
    return false;
  }
  *value = found->value;
  return true;
}

void copy_attributes(Communicator& from, Communicator& to) {
  for (const Attribute& attribute : std::vector(from.attributes)) {
    const Keyval& k = *attribute.functions;
    if (k.copy == MPI_COMM_NULL_COPY_FN) continue;
    void* value = attribute.value;
    int flag = 1;
    if (k.copy != MPI_COMM_DUP_FN) {
      const int code =
          k.copy(from.handle, attribute.keyval, k.extra_state, attribute.value, &value, &flag);
      if (code != MPI_SUCCESS)
        fail(MPI_ERR_OTHER, "the copy function of attribute key %d returned %d", attribute.keyval,
             code);
    }
    if (flag) to.attributes.push_back({attribute.keyval, value, attribute.functions});
  }
}

void delete_attributes(Communicator& comm) {
  while (!comm.attributes.empty()) {
    const Attribute last = comm.attributes.back();
    comm.attributes.pop_back();
    destroy(comm, last);
  }
}

}  // namespace bamboo::mpi
