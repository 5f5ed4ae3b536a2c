// SPDX-License-Identifier: Apache-2.0
#include "errors/errors.h"

#include <cstdarg>
#include <cstdio>
#include <iterator>

namespace bamboo::mpi {
namespace {

struct NamedClass {
  int value;
  const char* name;
};
#define CLASS(name) {name, #name}
constexpr NamedClass classes[] = {
    CLASS(MPI_SUCCESS),
    CLASS(MPI_ERR_BUFFER),
    CLASS(MPI_ERR_COUNT),
    CLASS(MPI_ERR_TYPE),
    CLASS(MPI_ERR_TAG),
    CLASS(MPI_ERR_COMM),
    CLASS(MPI_ERR_RANK),
    CLASS(MPI_ERR_REQUEST),
    CLASS(MPI_ERR_ROOT),
    CLASS(MPI_ERR_GROUP),
    CLASS(MPI_ERR_OP),
    CLASS(MPI_ERR_TOPOLOGY),
    CLASS(MPI_ERR_DIMS),
    CLASS(MPI_ERR_ARG),
    CLASS(MPI_ERR_UNKNOWN),
    CLASS(MPI_ERR_TRUNCATE),
    CLASS(MPI_ERR_OTHER),
    CLASS(MPI_ERR_INTERN),
    CLASS(MPI_ERR_PENDING),
    CLASS(MPI_ERR_IN_STATUS),
    CLASS(MPI_ERR_ACCESS),
    CLASS(MPI_ERR_AMODE),
    CLASS(MPI_ERR_ASSERT),
    CLASS(MPI_ERR_BAD_FILE),
    CLASS(MPI_ERR_BASE),
    CLASS(MPI_ERR_CONVERSION),
    CLASS(MPI_ERR_DISP),
    CLASS(MPI_ERR_DUP_DATAREP),
    CLASS(MPI_ERR_FILE_EXISTS),
    CLASS(MPI_ERR_FILE_IN_USE),
    CLASS(MPI_ERR_FILE),
    CLASS(MPI_ERR_INFO_KEY),
    CLASS(MPI_ERR_INFO_NOKEY),
    CLASS(MPI_ERR_INFO_VALUE),
    CLASS(MPI_ERR_INFO),
    CLASS(MPI_ERR_IO),
    CLASS(MPI_ERR_KEYVAL),
    CLASS(MPI_ERR_LOCKTYPE),
    CLASS(MPI_ERR_NAME),
    CLASS(MPI_ERR_NO_MEM),
    CLASS(MPI_ERR_NOT_SAME),
    CLASS(MPI_ERR_NO_SPACE),
    CLASS(MPI_ERR_NO_SUCH_FILE),
    CLASS(MPI_ERR_PORT),
    CLASS(MPI_ERR_QUOTA),
    CLASS(MPI_ERR_READ_ONLY),
    CLASS(MPI_ERR_RMA_ATTACH),
    CLASS(MPI_ERR_RMA_CONFLICT),
    CLASS(MPI_ERR_RMA_RANGE),
    CLASS(MPI_ERR_RMA_SHARED),
    CLASS(MPI_ERR_RMA_SYNC),
    CLASS(MPI_ERR_SERVICE),
    CLASS(MPI_ERR_SIZE),
    CLASS(MPI_ERR_SPAWN),
    CLASS(MPI_ERR_UNSUPPORTED_DATAREP),
    CLASS(MPI_ERR_UNSUPPORTED_OPERATION),
    CLASS(MPI_ERR_WIN),
    CLASS(MPI_ERR_RMA_FLAVOR),
    CLASS(MPI_ERR_PROC_ABORTED),
    CLASS(MPI_ERR_VALUE_TOO_LARGE),
    CLASS(MPI_ERR_SESSION),
    CLASS(MPI_ERR_ERRHANDLER),
    CLASS(MPI_ERR_ABI),
};

}  // namespace

void fail(int error_class, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char text[MPI_MAX_ERROR_STRING];
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  throw MpiError(error_class, text);
}

const char* error_class_name(int error_class) {
  for (const NamedClass& c : classes)
    if (c.value == error_class) return c.name;
  return "(no error class of MPI)";
}

}  // namespace bamboo::mpi
