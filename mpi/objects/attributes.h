// SPDX-License-Identifier: Apache-2.0
// Attributes that a program attaches to an MPI object.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <vector>

namespace bamboo::mpi {

struct Keyval {
  MPI_Comm_copy_attr_function* copy = MPI_COMM_NULL_COPY_FN;
  MPI_Comm_delete_attr_function* destroy = MPI_COMM_NULL_DELETE_FN;
  void* extra_state = nullptr;
};

int new_keyval(Keyval keyval);
/// Objects that have the attribute keep its functions.
void free_keyval(int keyval);

/// Whether MPI defines the key: the program can read its value alone.
bool is_predefined_keyval(int keyval);

/// The attributes of one object, in the order in which they were set. The functions of keys get the
/// object's handle.
///
/// Keys that the program may not change, or did not make, are an MpiError(MPI_ERR_KEYVAL).
class Attributes {
 public:
  void set(MPI_Comm object, int keyval, void* value);
  void erase(MPI_Comm object, int keyval);
  /// Empty: the object does not have it.
  std::optional<void*> get(int keyval) const;
  /// Copies attributes as MPI_Comm_dup does.
  void copy_to(Attributes& copy, MPI_Comm object) const;
  void erase_all(MPI_Comm object);

 private:
  struct Attribute {
    int keyval;
    void* value;
    std::shared_ptr<const Keyval> functions;
  };
  static void destroy(MPI_Comm object, const Attribute& attribute);

  std::vector<Attribute> all_;
};

}  // namespace bamboo::mpi
