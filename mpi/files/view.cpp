// SPDX-License-Identifier: Apache-2.0
#include "files/view.h"

#include <algorithm>
#include <utility>

#include "errors/errors.h"

namespace bamboo::mpi {

View::View() : View(0, predefined(MPI_BYTE), predefined(MPI_BYTE)) {}

View::View(MPI_Offset its_displacement, DatatypeRef its_etype, DatatypeRef its_filetype,
           RepresentationRef its_representation)
    : displacement(its_displacement),
      etype(std::move(its_etype)),
      filetype(std::move(its_filetype)),
      representation(std::move(its_representation)),
      file_etype_(in_file(etype)),
      file_type_(in_file(filetype)) {
  if (displacement < 0) fail(MPI_ERR_ARG, "disp is %ld, must be 0 or more", displacement);
  const Datatype &unit = *file_etype_, &tile = *file_type_;
  if (!tile.size) return;
  if (!unit.size || tile.size % unit.size)
    fail(MPI_ERR_ARG, "filetype has %zu bytes of data, which are not whole etypes of %zu bytes",
         tile.size, unit.size);
  if (tile.true_lb < 0)
    fail(MPI_ERR_ARG, "filetype has data at displacement %td, which is negative", tile.true_lb);
  if (tile.extent <= 0)
    fail(MPI_ERR_ARG, "filetype has the extent %td, must be more than 0", tile.extent);
}

DatatypeRef View::in_file(const DatatypeRef& type) const {
  return representation->size_of ? with_sizes(type, representation->size_of) : type;
}

Cursor View::cursor(std::uint64_t first, std::size_t bytes) const {
  if (!file_type_->size || !bytes) return {};
  const std::uint64_t tile = first / file_type_->size;
  std::size_t skipped = first % file_type_->size;
  const std::uint64_t start = displacement + tile * file_type_->extent;
  const std::size_t tiles = (skipped + bytes + file_type_->size - 1) / file_type_->size;
  Cursor cursor(reinterpret_cast<const void*>(start), tiles, *file_type_);
  while (skipped) skipped -= cursor.take(skipped).total();
  return cursor;
}

MPI_Offset View::byte_offset(MPI_Offset etypes) const {
  if (!file_type_->size) return displacement;
  return offset_of(cursor(static_cast<std::uint64_t>(etypes) * file_etype_->size, 1).take(1));
}

MPI_Offset View::etypes_in(std::size_t bytes) const {
  if (!bytes || !file_etype_->size) return 0;
  if (bytes % file_etype_->size)
    fail(MPI_ERR_IO, "%zu bytes are not whole etypes of %zu bytes", bytes, file_etype_->size);
  return static_cast<MPI_Offset>(bytes / file_etype_->size);
}

std::uint64_t View::whole_tiles(MPI_Offset file_size) const {
  const MPI_Offset room =
      file_size - displacement - (file_type_->true_lb + file_type_->true_extent);
  return room < 0 ? 0 : static_cast<std::uint64_t>(room / file_type_->extent) + 1;
}

MPI_Offset View::end(MPI_Offset file_size) const {
  if (!file_type_->size) return 0;
  const std::uint64_t tiles = whole_tiles(file_size);
  std::uint64_t below = tiles * file_type_->size;
  // The next filetypes are partly below the end: those of a long filetype overlap like combs.
  Cursor rest = cursor(below, SIZE_MAX / 2);
  for (;;) {
    const Cursor::Run run = rest.take(file_type_->size);
    for (std::size_t block = 0; block < run.count; ++block) {
      const MPI_Offset room =
          file_size - offset_of(run) - static_cast<MPI_Offset>(block) * run.stride;
      below += static_cast<std::uint64_t>(
          std::clamp<MPI_Offset>(room, 0, static_cast<MPI_Offset>(run.bytes)));
      if (room < static_cast<MPI_Offset>(run.bytes))
        return static_cast<MPI_Offset>((below + file_etype_->size - 1) / file_etype_->size);
    }
  }
}

}  // namespace bamboo::mpi
