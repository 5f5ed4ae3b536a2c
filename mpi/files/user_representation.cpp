// SPDX-License-Identifier: Apache-2.0
#include "files/user_representation.h"

#include <cstring>
#include <utility>

#include "errors/checks.h"

namespace bamboo::mpi {

namespace {

void check_result(int code, const char* function) {
  if (code != MPI_SUCCESS) fail(code, "%s of the data representation returned %d", function, code);
}

std::size_t size_in_file(const Conversions& functions, MPI_Datatype basic) {
  MPI_Aint bytes = -1;
  check_result(functions.extent(basic, &bytes), "dtype_file_extent_fn");
  if (bytes < 0)
    fail(MPI_ERR_CONVERSION, "dtype_file_extent_fn gives %s the extent %td, must be 0 or more",
         predefined(basic)->name.c_str(), bytes);
  return static_cast<std::size_t>(bytes);
}

/// One of the two conversions.
struct OneWay {
  std::function<Conversions::Convert> function;
  const char* name;
  MPI_Count most_elements;

  void convert(const FileBuffer& memory, std::size_t elements, void* file) const {
    if (!elements) return;
    const auto count = static_cast<MPI_Count>(elements);
    if (count > most_elements)
      fail(MPI_ERR_CONVERSION, "%s is asked for %lld elements, it can count %lld", name,
           static_cast<long long>(count), static_cast<long long>(most_elements));
    const TypeHandle type(memory.type.shared_from_this());
    check_result(function(memory.data, type.get(), count, file), name);
  }
};

}  // namespace

Representation user_representation(const char* name, Conversions functions) {
  check_pointer(name, "datarep");
  if (std::strlen(name) >= MPI_MAX_DATAREP_STRING)
    fail(MPI_ERR_ARG, "datarep has %zu characters, must have %d at most", std::strlen(name),
         MPI_MAX_DATAREP_STRING - 1);
  Representation made{name};
  const OneWay read{functions.read, "read_conversion_fn", functions.most_elements};
  const OneWay write{functions.write, "write_conversion_fn", functions.most_elements};
  if (!read.function && !write.function) return made;  // as in memory
  made.size_of = [functions = std::move(functions)](MPI_Datatype basic) {
    return size_in_file(functions, basic);
  };
  if (write.function)
    made.write = [write](const FileBuffer& from, std::byte* to) {
      write.convert(from, from.count, to);
    };
  if (read.function)
    made.read = [read, size_of = made.size_of](std::span<const std::byte> from,
                                               const FileBuffer& to) {
      const std::size_t elements =
          from.size() / with_sizes(to.type.shared_from_this(), size_of)->size;
      read.convert(to, elements, const_cast<std::byte*>(from.data()));
      return elements * to.type.size;
    };
  return made;
}

}  // namespace bamboo::mpi
