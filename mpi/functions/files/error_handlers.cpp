// SPDX-License-Identifier: Apache-2.0
// Error handlers of files. The one of MPI_FILE_NULL applies to files that are opened later, and to
// calls without a file.
#include "errors/checks.h"
#include "functions/entry.h"
#include "objects/errhandler.h"

namespace bamboo::mpi {

extern "C" {

int MPI_File_create_errhandler(MPI_File_errhandler_function* function, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(MPI_FILE_NULL, {
    check_pointer(errhandler, "errhandler");
    *errhandler = new_errhandler(function, "file_errhandler_fn");
  });
}

int MPI_File_set_errhandler(MPI_File file, MPI_Errhandler errhandler) {
  return BAMBOO_MPI_ENTER(file, { set_errhandler(rank.files.errhandler_of(file), errhandler); });
}

int MPI_File_get_errhandler(MPI_File file, MPI_Errhandler* errhandler) {
  return BAMBOO_MPI_ENTER(file, { get_errhandler(rank.files.errhandler_of(file), errhandler); });
}

int MPI_File_call_errhandler(MPI_File fh, int errorcode) {
  return BAMBOO_MPI_ENTER(fh, {
    rank.files.find(fh);
    rank.files.call_errhandler(fh, "MPI_File_call_errhandler", errorcode, "called by the program");
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
