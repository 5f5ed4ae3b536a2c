// SPDX-License-Identifier: Apache-2.0
// Explicit packing, in the form of messages and in MPI's external one.
#include <cstring>

#include "errors/checks.h"
#include "functions/bodies.h"
#include "types/external32.h"

namespace bamboo::mpi {

namespace {

struct PackedBuffer {
  const void* memory;
  MPI_Count size;
  CountResult position;
  const char* name;
  const char* size_name;
};

/// The place at which `bytes` are packed or unpacked. Checks that they fit.
std::size_t place_of(const PackedBuffer& buffer, std::size_t bytes) {
  check_pointer(buffer.position, "position");
  check_count(buffer.size, buffer.size_name);
  if (bytes) check_pointer(buffer.memory, buffer.name);
  const MPI_Count position = buffer.position.get();
  if (position < 0 || position > buffer.size)
    fail(MPI_ERR_ARG, "position is %ld, must be 0 … %s = %ld", position, buffer.size_name,
         buffer.size);
  const std::size_t place = static_cast<std::size_t>(position);
  if (bytes > static_cast<std::size_t>(buffer.size) - place)
    fail(MPI_ERR_TRUNCATE, "%s is %ld, but %zu bytes at position %zu need %zu", buffer.size_name,
         buffer.size, bytes, place, bytes + place);
  return place;
}

std::size_t elements(MPI_Count count, const char* argument = "count") {
  check_count(count, argument);
  return static_cast<std::size_t>(count);
}

void check_external(const char* datarep) {
  check_pointer(datarep, "datarep");
  if (std::strcmp(datarep, "external32") != 0)
    fail(MPI_ERR_ARG, "datarep is '%s', must be 'external32'", datarep);
}

}  // namespace

void body::pack(Rank& rank, const void* inbuf, MPI_Count incount, MPI_Datatype type, void* outbuf,
                MPI_Count outsize, CountResult position, MPI_Comm comm) {
  rank.communicator(comm);
  const Datatype& object = datatype(type);
  const std::size_t count = elements(incount), bytes = count * object.size;
  const std::size_t at = place_of({outbuf, outsize, position, "outbuf", "outsize"}, bytes);
  Packer(inbuf, count, object).read(static_cast<std::byte*>(outbuf) + at, bytes);
  position.set(static_cast<MPI_Count>(at + bytes));
}

void body::unpack(Rank& rank, const void* inbuf, MPI_Count insize, CountResult position,
                  void* outbuf, MPI_Count outcount, MPI_Datatype type, MPI_Comm comm) {
  rank.communicator(comm);
  const Datatype& object = datatype(type);
  const std::size_t count = elements(outcount), bytes = count * object.size;
  const std::size_t at = place_of({inbuf, insize, position, "inbuf", "insize"}, bytes);
  Unpacker(outbuf, count, object).write(static_cast<const std::byte*>(inbuf) + at, bytes);
  position.set(static_cast<MPI_Count>(at + bytes));
}

void body::pack_size(Rank& rank, MPI_Count incount, MPI_Datatype type, MPI_Comm comm,
                     CountResult size) {
  rank.communicator(comm);
  check_pointer(size, "size");
  size.set(static_cast<MPI_Count>(elements(incount, "incount") * datatype(type).size));
}

void body::pack_external(Rank&, const char* datarep, const void* inbuf, MPI_Count incount,
                         MPI_Datatype type, void* outbuf, MPI_Count outsize, CountResult position) {
  check_external(datarep);
  const Datatype& object = datatype(type);
  const std::size_t count = elements(incount), bytes = count * external32_size(object);
  const std::size_t at = place_of({outbuf, outsize, position, "outbuf", "outsize"}, bytes);
  pack_external32(inbuf, count, object, static_cast<std::byte*>(outbuf) + at);
  position.set(static_cast<MPI_Count>(at + bytes));
}

void body::unpack_external(Rank&, const char datarep[], const void* inbuf, MPI_Count insize,
                           CountResult position, void* outbuf, MPI_Count outcount,
                           MPI_Datatype type) {
  check_external(datarep);
  const Datatype& object = datatype(type);
  const std::size_t count = elements(outcount), bytes = count * external32_size(object);
  const std::size_t at = place_of({inbuf, insize, position, "inbuf", "insize"}, bytes);
  unpack_external32({static_cast<const std::byte*>(inbuf) + at, bytes}, outbuf, count, object);
  position.set(static_cast<MPI_Count>(at + bytes));
}

void body::pack_external_size(Rank&, const char* datarep, MPI_Count incount, MPI_Datatype type,
                              CountResult size) {
  check_external(datarep);
  check_pointer(size, "size");
  size.set(static_cast<MPI_Count>(elements(incount, "incount") * external32_size(datatype(type))));
}

}  // namespace bamboo::mpi
