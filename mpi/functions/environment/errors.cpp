// SPDX-License-Identifier: Apache-2.0
// Error classes, codes and texts of MPI and of the program.
#include <cstring>

#include "errors/checks.h"
#include "functions/any_time.h"

namespace bamboo::mpi {
extern "C" {

int MPI_Error_class(int code, int* error_class) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(error_class, "errorclass");
    *error_class = rank.user_errors.class_of(code);
  });
}

int MPI_Error_string(int code, char* text, int* length) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(text, "string");
    check_pointer(length, "resultlen");
    const std::string found = rank.user_errors.text_of(code);
    std::memcpy(text, found.c_str(), found.size() + 1);
    *length = static_cast<int>(found.size());
  });
}

int MPI_Add_error_class(int* error_class) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(error_class, "errorclass");
    *error_class = rank.user_errors.add_class();
  });
}

int MPI_Add_error_code(int error_class, int* code) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(code, "errorcode");
    *code = rank.user_errors.add_code(error_class);
  });
}

int MPI_Add_error_string(int code, const char* text) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(text, "string");
    rank.user_errors.set_text(code, text);
  });
}

int MPI_Remove_error_class(int error_class) {
  return BAMBOO_MPI_ANY_TIME({ rank.user_errors.remove_class(error_class); });
}

int MPI_Remove_error_code(int code) {
  return BAMBOO_MPI_ANY_TIME({ rank.user_errors.remove_code(code); });
}

int MPI_Remove_error_string(int code) {
  return BAMBOO_MPI_ANY_TIME({ rank.user_errors.remove_text(code); });
}

}  // extern "C"
}  // namespace bamboo::mpi
