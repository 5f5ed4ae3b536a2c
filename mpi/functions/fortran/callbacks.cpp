// SPDX-License-Identifier: Apache-2.0
// Procedures that a Fortran program gives to MPI: operations, error handlers, generalized requests.
#include "errors/checks.h"
#include "functions/any_time.h"
#include "functions/fortran/arguments.h"
#include "objects/errhandler.h"
#include "types/operation.h"

namespace bamboo::mpi::fortran {
namespace {

template <class Count>
using Operator = void(void* in, void* inout, const Count* length, const MPI_Fint* type);
using ErrorHandler = void(MPI_Fint* object, MPI_Fint* code);

template <class Count>
auto in_c(Operator<Count>* function) {
  check_pointer(reinterpret_cast<const void*>(function), "user_fn");
  return [function](void* in, void* inout, Count* length, MPI_Datatype* type) {
    const MPI_Fint integer = integer_of(*type);
    function(in, inout, length, &integer);
  };
}

/// The handles that Fortran's error handler gets are of this kind.
template <class Handle>
MPI_Errhandler error_handler(ErrorHandler* function, const char* argument) {
  check_pointer(reinterpret_cast<const void*>(function), argument);
  return new_errhandler([function](void* object, int* code) {
    MPI_Fint integer = integer_of(*static_cast<Handle*>(object));
    function(&integer, code);
  });
}

/// The procedures of a generalized request; MPI frees it once. They get the state that the program
/// has passed; their changes go to the program's variable, as with the installed MPIs.
struct Procedures {
  void (*query)(MPI_Aint* extra_state, MPI_Fint* status, MPI_Fint* ierror);
  void (*free)(MPI_Aint* extra_state, MPI_Fint* ierror);
  void (*cancel)(MPI_Aint* extra_state, const int* complete, MPI_Fint* ierror);
  MPI_Aint* variable;
  MPI_Aint extra_state = *variable;

  template <class Procedure, class... Arguments>
  int call(Procedure* procedure, Arguments... arguments) {
    const MPI_Aint before = extra_state;
    MPI_Fint error = MPI_SUCCESS;
    procedure(&extra_state, arguments..., &error);
    if (extra_state != before) *variable = extra_state;
    return error;
  }
  static Procedures& of(void* state) { return *static_cast<Procedures*>(state); }
};

int query_request(void* state, MPI_Status* status) {
  Procedures& procedures = Procedures::of(state);
  return procedures.call(procedures.query, reinterpret_cast<MPI_Fint*>(status));
}

int free_request(void* state) {
  const std::unique_ptr<Procedures> procedures(&Procedures::of(state));
  return procedures->call(procedures->free);
}

int cancel_request(void* state, int complete) {
  Procedures& procedures = Procedures::of(state);
  return procedures.call(procedures.cancel, &complete);
}

}  // namespace

extern "C" {

void bamboo_mpi_op_create_(Operator<int>* function, const int* commute, MPI_Fint* op,
                           MPI_Fint* ierror) {
  const Call from_fortran("MPI_Op_create", __builtin_return_address(0));
  give(ierror, enter("MPI_Op_create", nullptr, MPI_COMM_WORLD, [&](Rank&) {
         *op = integer_of(new_operation({MPI_OP_NULL, in_c(function), *commute != 0}));
       }));
}

void bamboo_mpi_op_create_c_(Operator<MPI_Count>* function, const int* commute, MPI_Fint* op,
                             MPI_Fint* ierror) {
  const Call from_fortran("MPI_Op_create_c", __builtin_return_address(0));
  give(ierror, enter("MPI_Op_create_c", nullptr, MPI_COMM_WORLD, [&](Rank&) {
         *op = integer_of(new_operation({MPI_OP_NULL, nullptr, *commute != 0, in_c(function)}));
       }));
}

#define BAMBOO_ERROR_HANDLER(symbol, name, Handle, argument)                    \
  void symbol(ErrorHandler* function, MPI_Fint* errhandler, MPI_Fint* ierror) { \
    const Call from_fortran(name, __builtin_return_address(0));                 \
    give(ierror, enter(name, nullptr, MPI_COMM_NULL, [&](Rank&) {               \
           *errhandler = integer_of(error_handler<Handle>(function, argument)); \
         }));                                                                   \
  }
BAMBOO_ERROR_HANDLER(bamboo_mpi_comm_create_errhandler_, "MPI_Comm_create_errhandler", MPI_Comm,
                     "comm_errhandler_fn")
BAMBOO_ERROR_HANDLER(bamboo_mpi_errhandler_create_, "MPI_Errhandler_create", MPI_Comm,
                     "comm_errhandler_fn")
BAMBOO_ERROR_HANDLER(bamboo_mpi_file_create_errhandler_, "MPI_File_create_errhandler", MPI_File,
                     "file_errhandler_fn")
BAMBOO_ERROR_HANDLER(bamboo_mpi_win_create_errhandler_, "MPI_Win_create_errhandler", MPI_Win,
                     "win_errhandler_fn")
#undef BAMBOO_ERROR_HANDLER

void bamboo_mpi_session_create_errhandler_(ErrorHandler* function, MPI_Fint* errhandler,
                                           MPI_Fint* ierror) {
  constexpr const char* name = "MPI_Session_create_errhandler";
  const Call from_fortran(name, __builtin_return_address(0));
  give(ierror, enter_any_time(name, nullptr, [&](Rank&) {
         *errhandler = integer_of(error_handler<MPI_Session>(function, "session_errhandler_fn"));
       }));
}

void bamboo_mpi_grequest_start_(decltype(Procedures::query) query, decltype(Procedures::free) free,
                                decltype(Procedures::cancel) cancel, MPI_Aint* extra_state,
                                MPI_Fint* request, MPI_Fint* ierror) {
  const Call from_fortran("MPI_Grequest_start", __builtin_return_address(0));
  auto procedures = std::make_unique<Procedures>(query, free, cancel, extra_state);
  MPI_Request handle = MPI_REQUEST_NULL;
  const int code =
      MPI_Grequest_start(query_request, free_request, cancel_request, procedures.get(), &handle);
  if (code == MPI_SUCCESS) {
    *request = integer_of(handle);
    [[maybe_unused]] const auto* given = procedures.release();  // free_request deletes them
  }
  give(ierror, code);
}

}  // extern "C"
}  // namespace bamboo::mpi::fortran
