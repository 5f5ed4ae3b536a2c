// SPDX-License-Identifier: Apache-2.0
#include "errors/errors.h"

namespace bamboo::mpi {

const char* error_class_text(int error_class) {
  switch (error_class) {
    case MPI_SUCCESS:
      return "no error";
    case MPI_ERR_BUFFER:
      return "invalid buffer";
    case MPI_ERR_COUNT:
      return "invalid count";
    case MPI_ERR_TYPE:
      return "invalid datatype";
    case MPI_ERR_TAG:
      return "invalid tag";
    case MPI_ERR_COMM:
      return "invalid communicator";
    case MPI_ERR_RANK:
      return "invalid rank";
    case MPI_ERR_REQUEST:
      return "invalid request";
    case MPI_ERR_ROOT:
      return "invalid root";
    case MPI_ERR_GROUP:
      return "invalid group";
    case MPI_ERR_OP:
      return "invalid reduction operation";
    case MPI_ERR_TOPOLOGY:
      return "invalid topology";
    case MPI_ERR_DIMS:
      return "invalid dimensions";
    case MPI_ERR_ARG:
      return "invalid argument";
    case MPI_ERR_UNKNOWN:
      return "unknown error";
    case MPI_ERR_TRUNCATE:
      return "message truncated: the receive buffer is too small";
    case MPI_ERR_OTHER:
      return "another known error";
    case MPI_ERR_INTERN:
      return "internal error";
    case MPI_ERR_PENDING:
      return "the operation is still pending";
    case MPI_ERR_IN_STATUS:
      return "the error is in the statuses";
    case MPI_ERR_INFO:
      return "invalid info object";
    case MPI_ERR_INFO_KEY:
      return "invalid info key";
    case MPI_ERR_INFO_NOKEY:
      return "the info key is not set";
    case MPI_ERR_INFO_VALUE:
      return "invalid info value";
    case MPI_ERR_KEYVAL:
      return "invalid attribute key";
    case MPI_ERR_NAME:
      return "the name is not published";
    case MPI_ERR_NO_MEM:
      return "no memory";
    case MPI_ERR_NOT_SAME:
      return "an argument differs between ranks";
    case MPI_ERR_PORT:
      return "invalid port";
    case MPI_ERR_SERVICE:
      return "invalid service";
    case MPI_ERR_SPAWN:
      return "a process could not be started";
    case MPI_ERR_UNSUPPORTED_OPERATION:
      return "unsupported operation";
    case MPI_ERR_PROC_ABORTED:
      return "a process has ended";
    case MPI_ERR_VALUE_TOO_LARGE:
      return "the value does not fit its argument's type";
    case MPI_ERR_SESSION:
      return "invalid session";
    case MPI_ERR_ERRHANDLER:
      return "invalid error handler";
    case MPI_ERR_ABI:
      return "the ABI cannot be changed now";
    case MPI_ERR_WIN:
      return "invalid window";
    case MPI_ERR_BASE:
      return "invalid base of memory";
    case MPI_ERR_SIZE:
      return "invalid size";
    case MPI_ERR_DISP:
      return "invalid displacement";
    case MPI_ERR_ASSERT:
      return "invalid assertion";
    case MPI_ERR_LOCKTYPE:
      return "invalid type of lock";
    case MPI_ERR_RMA_CONFLICT:
      return "conflicting accesses to a window";
    case MPI_ERR_RMA_SYNC:
      return "wrong synchronization of a window";
    case MPI_ERR_RMA_RANGE:
      return "the target memory is not part of the window";
    case MPI_ERR_RMA_ATTACH:
      return "memory cannot be attached";
    case MPI_ERR_RMA_SHARED:
      return "memory cannot be shared";
    case MPI_ERR_RMA_FLAVOR:
      return "wrong flavour of window";
    case MPI_ERR_FILE:
      return "invalid file handle";
    case MPI_ERR_AMODE:
      return "invalid access mode";
    case MPI_ERR_ACCESS:
      return "permission denied";
    case MPI_ERR_BAD_FILE:
      return "invalid file name";
    case MPI_ERR_FILE_EXISTS:
      return "the file exists";
    case MPI_ERR_FILE_IN_USE:
      return "the file is in use";
    case MPI_ERR_NO_SUCH_FILE:
      return "the file does not exist";
    case MPI_ERR_NO_SPACE:
      return "no space left";
    case MPI_ERR_QUOTA:
      return "quota exceeded";
    case MPI_ERR_READ_ONLY:
      return "read-only file or file system";
    case MPI_ERR_IO:
      return "another input or output error";
    case MPI_ERR_CONVERSION:
      return "a conversion of data failed";
    case MPI_ERR_DUP_DATAREP:
      return "the data representation exists";
    case MPI_ERR_UNSUPPORTED_DATAREP:
      return "unsupported data representation";
    default:
      return "no error class of MPI";
  }
}

}  // namespace bamboo::mpi
