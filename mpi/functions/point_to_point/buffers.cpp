// SPDX-License-Identifier: Apache-2.0
// The memory that a program gives to buffered sends.
#include "functions/point_to_point/buffers.h"

#include "functions/entry.h"
#include "functions/point_to_point/arguments.h"

namespace bamboo::mpi {

void check_attached(const AttachedBuffer& buffer, MPI_Count count, MPI_Datatype type, int dest) {
  if (dest == MPI_PROC_NULL) return;
  const std::size_t bytes = static_cast<std::size_t>(count < 0 ? 0 : count) * datatype(type).size;
  if (bytes + MPI_BSEND_OVERHEAD > static_cast<std::size_t>(buffer.bytes)) {
    fail(MPI_ERR_BUFFER,
         "a buffered send of %zu bytes needs %zu bytes of attached buffer, there are %d", bytes,
         bytes + MPI_BSEND_OVERHEAD, buffer.bytes);
  }
}

extern "C" {

int MPI_Buffer_attach(void* buffer, int size) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    if (size < 0) fail(MPI_ERR_ARG, "size is %d, must not be negative", size);
    if (rank.attached.address)
      fail(MPI_ERR_BUFFER, "a buffer of %d bytes is attached already", rank.attached.bytes);
    rank.attached.address = buffer;
    rank.attached.bytes = size;
  });
}

int MPI_Buffer_detach(void* buffer_addr, int* size) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(buffer_addr, "buffer_addr");
    check_pointer(size, "size");
    *static_cast<void**>(buffer_addr) = rank.attached.address;
    *size = rank.attached.bytes;
    rank.attached.address = nullptr;
    rank.attached.bytes = 0;
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
