// SPDX-License-Identifier: Apache-2.0
// Attributes that a program attaches to communicators, datatypes and windows.
#pragma once

#include <mpi.h>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "objects/attribute_value.h"

namespace bamboo::mpi {

/// The functions of a key for objects of one kind, in either language. They return error codes.
template <class Object>
struct Keyval {
  /// Gives the value of the copy; empty: the attribute is not copied.
  using Copy = int(Object, int keyval, const AttributeValue&, std::optional<AttributeValue>&);
  using Delete = int(Object, int keyval, const AttributeValue&);

  std::function<Copy> copy;  ///< empty: the attribute is not copied
  std::function<Delete> destroy;
};

/// The functions are C's; MPI's own have the same values for all kinds of objects.
template <class Object>
Keyval<Object> keyval_of_c(int (*copy)(Object, int, void*, void*, void*, int*),
                           int (*destroy)(Object, int, void*, void*), void* extra_state);

template <class Object>
int new_keyval(Keyval<Object> keyval);
/// Objects that have the attribute keep its functions.
template <class Object>
void free_keyval(int keyval);

/// Whether MPI defines the key: the program can only read its value.
bool is_predefined_keyval(int keyval);

/// The attributes of one object, in the order in which they were set. The functions of keys get the
/// object's handle. If one returns a value other than MPI_SUCCESS, an MpiError with that code is
/// thrown, and the attribute stays.
///
/// Keys that the program may not change, or did not make, cause an MpiError(MPI_ERR_KEYVAL).
template <class Object>
class Attributes {
 public:
  void set(Object object, int keyval, AttributeValue value);
  void erase(Object object, int keyval);
  /// Empty: the object does not have it.
  std::optional<AttributeValue> get(int keyval) const;
  /// Copies attributes as MPI_Comm_dup does.
  void copy_to(Attributes& copy, Object object) const;
  /// The last one set goes first, as MPI says for MPI_COMM_SELF.
  void erase_all(Object object);

 private:
  struct Attribute {
    int keyval;
    AttributeValue value;
    std::shared_ptr<const Keyval<Object>> functions;
  };
  /// Calls the program, which may set and delete attributes.
  void destroy(Object object, Attribute attribute);

  std::vector<Attribute> all_;
};

/// Implements C's functions MPI_X_get_attr.
void give_to_c(const std::optional<AttributeValue>& found, void* value, int* flag);

extern template class Attributes<MPI_Comm>;
extern template class Attributes<MPI_Datatype>;
extern template class Attributes<MPI_Win>;

}  // namespace bamboo::mpi
