// SPDX-License-Identifier: Apache-2.0
#include "files/view.h"

#include <algorithm>
#include <utility>

#include "errors/errors.h"

namespace bamboo::mpi {

View::View() : etype(predefined(MPI_BYTE)), filetype(etype) {}

View::View(MPI_Offset its_displacement, DatatypeRef its_etype, DatatypeRef its_filetype)
    : displacement(its_displacement),
      etype(std::move(its_etype)),
      filetype(std::move(its_filetype)) {
  if (displacement < 0) fail(MPI_ERR_ARG, "disp is %ld, must be 0 or more", displacement);
  if (!filetype->size) return;
  if (!etype->size || filetype->size % etype->size)
    fail(MPI_ERR_ARG, "filetype has %zu bytes of data, which are not whole etypes of %zu bytes",
         filetype->size, etype->size);
  if (filetype->true_lb < 0)
    fail(MPI_ERR_ARG, "filetype has data at displacement %td, which is negative",
         filetype->true_lb);
  if (filetype->extent <= 0)
    fail(MPI_ERR_ARG, "filetype has the extent %td, must be more than 0", filetype->extent);
}

Cursor View::cursor(std::uint64_t first, std::size_t bytes) const {
  if (!filetype->size || !bytes) return {};
  const std::uint64_t tile = first / filetype->size;
  std::size_t skipped = first % filetype->size;
  const std::uint64_t start = displacement + tile * filetype->extent;
  const std::size_t tiles = (skipped + bytes + filetype->size - 1) / filetype->size;
  Cursor cursor(reinterpret_cast<const void*>(start), tiles, *filetype);
  while (skipped) skipped -= cursor.take(skipped).total();
  return cursor;
}

MPI_Offset View::byte_offset(MPI_Offset etypes) const {
  if (!filetype->size) return displacement;
  return offset_of(cursor(static_cast<std::uint64_t>(etypes) * etype->size, 1).take(1));
}

MPI_Offset View::etypes_in(std::size_t bytes) const {
  if (!bytes || !etype->size) return 0;
  if (bytes % etype->size)
    fail(MPI_ERR_IO, "%zu bytes are not whole etypes of %zu bytes", bytes, etype->size);
  return static_cast<MPI_Offset>(bytes / etype->size);
}

std::uint64_t View::whole_tiles(MPI_Offset file_size) const {
  const MPI_Offset room = file_size - displacement - (filetype->true_lb + filetype->true_extent);
  return room < 0 ? 0 : static_cast<std::uint64_t>(room / filetype->extent) + 1;
}

MPI_Offset View::end(MPI_Offset file_size) const {
  if (!filetype->size) return 0;
  const std::uint64_t tiles = whole_tiles(file_size);
  std::uint64_t below = tiles * filetype->size;
  // The next filetypes lie partly below the end: those of a long filetype overlap, as combs do.
  Cursor rest = cursor(below, SIZE_MAX / 2);
  for (;;) {
    const Cursor::Run run = rest.take(filetype->size);
    for (std::size_t block = 0; block < run.count; ++block) {
      const MPI_Offset room =
          file_size - offset_of(run) - static_cast<MPI_Offset>(block) * run.stride;
      below += static_cast<std::uint64_t>(
          std::clamp<MPI_Offset>(room, 0, static_cast<MPI_Offset>(run.bytes)));
      if (room < static_cast<MPI_Offset>(run.bytes))
        return static_cast<MPI_Offset>((below + etype->size - 1) / etype->size);
    }
  }
}

}  // namespace bamboo::mpi
