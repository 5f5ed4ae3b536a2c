/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=1,2 */
/* Error classes, codes and texts of the program's own. */
#include "check.h"

static int handled;

static void handler(MPI_Comm* comm, int* code, ...) {
  (void)comm;
  handled = *code;
}

static int copy_fails(MPI_Comm from, int key, void* extra, void* value, void* out, int* flag) {
  (void)from;
  (void)key;
  (void)value;
  (void)out;
  *flag = 0;
  return *(int*)extra;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int class, code, other, of, length, flag, *last;
  char text[MPI_MAX_ERROR_STRING];
  MPI_Add_error_class(&class);
  MPI_Add_error_code(class, &code);
  MPI_Add_error_code(MPI_ERR_ARG, &other);
  CHECK(code != class && other != code);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
  CHECK(flag && *last >= other);
  MPI_Add_error_string(class, "trouble");
  MPI_Add_error_string(code, "the pump is off");
  MPI_Error_class(code, &of);
  CHECK(of == class);
  MPI_Error_class(other, &of);
  CHECK(of == MPI_ERR_ARG);
  MPI_Error_string(code, text, &length);
  printf("rank %d: %s (%d)\n", world_rank(), text, length);
  MPI_Error_string(class, text, &length);
  printf("rank %d: %s (%d)\n", world_rank(), text, length);

  MPI_Errhandler errhandler;
  MPI_Comm comm, copy;
  int key;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_create_errhandler(handler, &errhandler);
  MPI_Comm_set_errhandler(comm, errhandler);
  MPI_Errhandler_free(&errhandler);
  CHECK(MPI_Comm_call_errhandler(comm, code) == MPI_SUCCESS);
  CHECK(handled == code);

  MPI_Comm_create_keyval(copy_fails, MPI_COMM_NULL_DELETE_FN, &key, &code);
  MPI_Comm_set_attr(comm, key, NULL);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  of = -1;
  MPI_Error_class(MPI_Comm_dup(comm, &copy), &of);
  CHECK(of == class); /* what the attribute's function returned */
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
