// SPDX-License-Identifier: Apache-2.0
// Attributes in Fortran, where they are integers: of MPI's address kind, in MPI 1's functions
// INTEGERs. MPI's own attributes are places of numbers in C, and the numbers themselves here.
#include "objects/attributes.h"

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

  static int call_copy(Object object, int keyval, void* state, void* value, void* copied,
                       int* flag) {
    auto& key = *static_cast<KeyProcedures*>(state);
    MPI_Fint integer = integer_of(object), error = MPI_SUCCESS;
    auto given = number(value), result = given;
    key.copy(&integer, &keyval, &key.extra_state, &given, &result, flag, &error);
    *static_cast<void**>(copied) = attribute(result);
    return error;
  }

  static int call_delete(Object object, int keyval, void* value, void* state) {
    auto& key = *static_cast<KeyProcedures*>(state);
    MPI_Fint integer = integer_of(object), error = MPI_SUCCESS;
    auto given = number(value);
    key.destroy(&integer, &keyval, &given, &key.extra_state, &error);
    return error;
  }

  static Integer number(void* value) {
    return static_cast<Integer>(reinterpret_cast<std::intptr_t>(value));
  }
  static void* attribute(Integer value) {
    return reinterpret_cast<void*>(static_cast<std::intptr_t>(value));
  }
};

template <class Object, class Integer>
int create_key(const char* function, typename KeyProcedures<Object, Integer>::Copy* copy,
               typename KeyProcedures<Object, Integer>::Delete* destroy, int* keyval,
               const Integer* extra_state) {
  using Procedures = KeyProcedures<Object, Integer>;
  return enter(function, nullptr, MPI_COMM_WORLD, [&](Rank&) {
    const auto key = std::make_shared<Procedures>(copy, destroy, *extra_state);
    *keyval = new_keyval<Object>(
        {Procedures::call_copy, Procedures::call_delete, static_cast<void*>(key.get()), key});
  });
}

/// What C's function has found.
MPI_Aint number_of(int keyval, void* value) {
  if (!is_predefined_keyval(keyval) || keyval == MPI_WIN_BASE)
    return reinterpret_cast<MPI_Aint>(value);
  return keyval == MPI_WIN_SIZE ? *static_cast<MPI_Aint*>(value) : *static_cast<int*>(value);
}

/// Of an argument, which Fortran passes by its address.
template <class T>
using Place = T*;

template <class Integer>
void give_attribute(int keyval, void* value, const int* flag, Integer* place) {
  if (*flag) *place = static_cast<Integer>(number_of(keyval, value));
}

}  // namespace

extern "C" {

#define BAMBOO_ATTRIBUTES(Object, Integer, create, create_name, set, set_name, get, get_name)   \
  void bamboo_##create(KeyProcedures<Object, Integer>::Copy* copy,                              \
                       KeyProcedures<Object, Integer>::Delete* destroy, int* keyval,            \
                       Place<const Integer> extra_state, MPI_Fint* ierror) {                    \
    const Call from_fortran(#create_name, __builtin_return_address(0));                         \
    give(ierror, create_key<Object>(#create_name, copy, destroy, keyval, extra_state));         \
  }                                                                                             \
  void bamboo_##set(const MPI_Fint* object, const int* keyval, Place<const Integer> value,      \
                    MPI_Fint* ierror) {                                                         \
    const Call from_fortran(#set_name, __builtin_return_address(0));                            \
    give(ierror, set_name(handle<Object>(object), *keyval,                                      \
                          KeyProcedures<Object, Integer>::attribute(*value)));                  \
  }                                                                                             \
  void bamboo_##get(const MPI_Fint* object, const int* keyval, Place<Integer> value, int* flag, \
                    MPI_Fint* ierror) {                                                         \
    const Call from_fortran(#get_name, __builtin_return_address(0));                            \
    void* found = nullptr;                                                                      \
    *flag = 0;                                                                                  \
    give(ierror, get_name(handle<Object>(object), *keyval, static_cast<void*>(&found), flag));  \
    give_attribute(*keyval, found, flag, value);                                                \
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
