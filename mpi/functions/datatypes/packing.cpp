// SPDX-License-Identifier: Apache-2.0
// Explicit packing.
#include <climits>

#include "errors/checks.h"
#include "functions/entry.h"
#include "types/datatype.h"

using namespace bamboo::mpi;

namespace {

/// How many bytes are to be packed or unpacked at `position`, which must fit.
std::size_t packed_bytes(int count, const Datatype& type, const void* packed, int size,
                         const int* position, const char* buffer_name, const char* size_name) {
  check_count(count);
  check_pointer(position, "position");
  check_count(size, size_name);
  const std::size_t bytes = count * type.size;
  if (bytes) check_pointer(packed, buffer_name);
  if (*position < 0 || *position > size)
    fail(MPI_ERR_ARG, "position is %d, must be 0 … %s = %d", *position, size_name, size);
  if (bytes > static_cast<std::size_t>(size - *position))
    fail(MPI_ERR_TRUNCATE, "%s is %d, but %zu bytes at position %d need %zu", size_name, size,
         bytes, *position, bytes + *position);
  return bytes;
}

}  // namespace

int MPI_Pack(const void* inbuf, int incount, MPI_Datatype type, void* outbuf, int outsize,
             int* position, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    rank.communicator(comm);
    const Datatype& object = datatype(type);
    const std::size_t bytes =
        packed_bytes(incount, object, outbuf, outsize, position, "outbuf", "outsize");
    Packer(inbuf, incount, object).read(static_cast<std::byte*>(outbuf) + *position, bytes);
    *position += static_cast<int>(bytes);
  });
}

int MPI_Unpack(const void* inbuf, int insize, int* position, void* outbuf, int outcount,
               MPI_Datatype type, MPI_Comm comm) {
  return BAMBOO_MPI_ENTER(comm, {
    rank.communicator(comm);
    const Datatype& object = datatype(type);
    const std::size_t bytes =
        packed_bytes(outcount, object, inbuf, insize, position, "inbuf", "insize");
    Unpacker(outbuf, outcount, object)
        .write(static_cast<const std::byte*>(inbuf) + *position, bytes);
    *position += static_cast<int>(bytes);
  });
}

int MPI_Pack_size(int incount, MPI_Datatype type, MPI_Comm comm, int* size) {
  return BAMBOO_MPI_ENTER(comm, {
    rank.communicator(comm);
    check_count(incount, "incount");
    check_pointer(size, "size");
    const std::size_t bytes = incount * datatype(type).size;
    *size = bytes > INT_MAX ? MPI_UNDEFINED : static_cast<int>(bytes);
  });
}
