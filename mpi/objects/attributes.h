// SPDX-License-Identifier: Apache-2.0
// Attributes that a program attaches to communicators, datatypes and windows.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <vector>

namespace bamboo::mpi {

/// The functions of a key for objects of one kind. MPI's own have the same values for all kinds.
template <class Object>
struct Keyval {
  using Copy = int(Object, int, void*, void*, void*, int*);
  using Delete = int(Object, int, void*, void*);

  Copy* copy = nullptr;  ///< null: the attribute is not copied
  Delete* destroy = nullptr;
  void* extra_state = nullptr;
  std::shared_ptr<void> owned = nullptr;  ///< what lives as long as the key
};

template <class Object>
int new_keyval(Keyval<Object> keyval);
/// Objects that have the attribute keep its functions.
template <class Object>
void free_keyval(int keyval);

/// Whether MPI defines the key: the program can read its value alone.
bool is_predefined_keyval(int keyval);

/// The attributes of one object, in the order in which they were set. The functions of keys get the
/// object's handle. What they return other than MPI_SUCCESS is an MpiError of that code, and the
/// attribute stays.
///
/// Keys that the program may not change, or did not make, are an MpiError(MPI_ERR_KEYVAL).
template <class Object>
class Attributes {
 public:
  void set(Object object, int keyval, void* value);
  void erase(Object object, int keyval);
  /// Empty: the object does not have it.
  std::optional<void*> get(int keyval) const;
  /// Copies attributes as MPI_Comm_dup does.
  void copy_to(Attributes& copy, Object object) const;
  /// The last one set goes first, as MPI says for MPI_COMM_SELF.
  void erase_all(Object object);

 private:
  struct Attribute {
    int keyval;
    void* value;
    std::shared_ptr<const Keyval<Object>> functions;
  };
  /// Calls the program, which may set and delete attributes.
  void destroy(Object object, Attribute attribute);

  std::vector<Attribute> all_;
};

extern template class Attributes<MPI_Comm>;
extern template class Attributes<MPI_Datatype>;
extern template class Attributes<MPI_Win>;

}  // namespace bamboo::mpi
