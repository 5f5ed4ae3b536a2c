// SPDX-License-Identifier: Apache-2.0
// Attributes in Fortran, where they are integers: of MPI's address kind, in MPI 1's functions
// INTEGERs. An address that C has set is such a number, too.
#include "rank/attributes.h"

#include <type_traits>

#include "functions/entry.h"
#include "functions/fortran/arguments.h"

namespace bamboo::mpi::fortran {
namespace {

/// The procedures of a key; `Integer` is what attributes are for them.
template <class Object, class Integer>
struct KeyProcedures {
  using Copy = void(MPI_Fint* object, const int* keyval, Integer* extra_state, Integer* value,
                    Integer* copied, int* flag, MPI_Fint* ierror);
  using Delete = void(MPI_Fint* object, const int* keyval, Integer* value, Integer* extra_state,
                      MPI_Fint* ierror);
  Copy* copy;
  Delete* destroy;
  Integer extra_state;

  int call_copy(Object object, int keyval, const AttributeValue& value,
                std::optional<AttributeValue>& copied) {
    MPI_Fint integer = integer_of(object), error = MPI_SUCCESS;
    auto given = static_cast<Integer>(value.in_fortran()), result = given;
    int flag = 0;
    copy(&integer, &keyval, &extra_state, &given, &result, &flag, &error);
    if (flag) copied = AttributeValue(result);
    return error;
  }

  int call_delete(Object object, int keyval, const AttributeValue& value) {
    MPI_Fint integer = integer_of(object), error = MPI_SUCCESS;
    auto given = static_cast<Integer>(value.in_fortran());
    destroy(&integer, &keyval, &given, &extra_state, &error);
    return error;
  }
};

template <class Object, class Integer>
int create_key(const char* function, const KeyProcedures<Object, Integer>& procedures,
               int* keyval) {
  return enter(function, nullptr, MPI_COMM_WORLD, [&](Rank&) {
    const auto key = std::make_shared<KeyProcedures<Object, Integer>>(procedures);
    *keyval = new_keyval<Object>({[key](auto&&... given) { return key->call_copy(given...); },
                                  [key](auto&&... given) { return key->call_delete(given...); }});
  });
}

/// The object whose error handler applies: types have none.
template <class Object>
auto with_errhandler(Object object) {
  if constexpr (std::is_same_v<Object, MPI_Datatype>)
    return MPI_COMM_WORLD;
  else
    return object;
}

template <class Object, class Integer>
int set_attribute(const char* function, Object object, int keyval, Integer value) {
  return enter(function, nullptr, with_errhandler(object), [&](Rank& rank) {
    attributes_of(rank, object).set(object, keyval, AttributeValue(value));
  });
}

template <class Object, class Integer>
int get_attribute(const char* function, Object object, int keyval, Integer* place, int* flag) {
  *flag = 0;
  return enter(function, nullptr, with_errhandler(object), [&](Rank& rank) {
    const auto found = attribute_of(rank, object, keyval);
    *flag = found.has_value();
    if (found) *place = static_cast<Integer>(found->in_fortran());
  });
}

/// The value of an argument, which Fortran passes by its address.
template <class T>
using Place = T*;

}  // namespace

extern "C" {

#define BAMBOO_ATTRIBUTES(Object, Integer, create, create_name, set, set_name, get, get_name)   \
  void bamboo_##create(KeyProcedures<Object, Integer>::Copy* copy,                              \
                       KeyProcedures<Object, Integer>::Delete* destroy, int* keyval,            \
                       Place<const Integer> extra_state, MPI_Fint* ierror) {                    \
    const Call from_fortran(#create_name, __builtin_return_address(0));                         \
    give(ierror,                                                                                \
         create_key<Object, Integer>(#create_name, {copy, destroy, *extra_state}, keyval));     \
  }                                                                                             \
  void bamboo_##set(const MPI_Fint* object, const int* keyval, Place<const Integer> value,      \
                    MPI_Fint* ierror) {                                                         \
    const Call from_fortran(#set_name, __builtin_return_address(0));                            \
    give(ierror, set_attribute(#set_name, handle<Object>(object), *keyval, *value));            \
  }                                                                                             \
  void bamboo_##get(const MPI_Fint* object, const int* keyval, Place<Integer> value, int* flag, \
                    MPI_Fint* ierror) {                                                         \
    const Call from_fortran(#get_name, __builtin_return_address(0));                            \
    give(ierror, get_attribute(#get_name, handle<Object>(object), *keyval, value, flag));       \
  }
BAMBOO_ATTRIBUTES(MPI_Comm, MPI_Aint, mpi_comm_create_keyval_, MPI_Comm_create_keyval,
                  mpi_comm_set_attr_, MPI_Comm_set_attr, mpi_comm_get_attr_, MPI_Comm_get_attr)
BAMBOO_ATTRIBUTES(MPI_Datatype, MPI_Aint, mpi_type_create_keyval_, MPI_Type_create_keyval,
                  mpi_type_set_attr_, MPI_Type_set_attr, mpi_type_get_attr_, MPI_Type_get_attr)
BAMBOO_ATTRIBUTES(MPI_Win, MPI_Aint, mpi_win_create_keyval_, MPI_Win_create_keyval,
                  mpi_win_set_attr_, MPI_Win_set_attr, mpi_win_get_attr_, MPI_Win_get_attr)
BAMBOO_ATTRIBUTES(MPI_Comm, MPI_Fint, mpi_keyval_create_, MPI_Keyval_create, mpi_attr_put_,
                  MPI_Attr_put, mpi_attr_get_, MPI_Attr_get)
#undef BAMBOO_ATTRIBUTES

// The procedures that MPI has ready: of each kind of object, and MPI 1's.
#define BAMBOO_READY_MADE(Integer, kind)                                                         \
  void bamboo_mpi_##kind##null_copy_fn_(MPI_Fint*, const int*, Place<Integer>, Place<Integer>,   \
                                        Place<Integer>, int* flag, MPI_Fint* ierror) {           \
    *flag = 0;                                                                                   \
    *ierror = MPI_SUCCESS;                                                                       \
  }                                                                                              \
  void bamboo_mpi_##kind##dup_fn_(MPI_Fint*, const int*, Place<Integer>,                         \
                                  Place<const Integer> value, Place<Integer> copied, int* flag,  \
                                  MPI_Fint* ierror) {                                            \
    *copied = *value;                                                                            \
    *flag = 1;                                                                                   \
    *ierror = MPI_SUCCESS;                                                                       \
  }                                                                                              \
  void bamboo_mpi_##kind##null_delete_fn_(MPI_Fint*, const int*, Place<Integer>, Place<Integer>, \
                                          MPI_Fint* ierror) {                                    \
    *ierror = MPI_SUCCESS;                                                                       \
  }
BAMBOO_READY_MADE(MPI_Aint, comm_)
BAMBOO_READY_MADE(MPI_Aint, type_)
BAMBOO_READY_MADE(MPI_Aint, win_)
BAMBOO_READY_MADE(MPI_Fint, )
#undef BAMBOO_READY_MADE

}  // extern "C"
}  // namespace bamboo::mpi::fortran
