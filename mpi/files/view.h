// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

#include "files/representation.h"
#include "types/datatype.h"

namespace bamboo::mpi {

/// A rank's view of a file: the data bytes of consecutive filetypes from a displacement on. They
/// are counted from 0; holes between them are skipped.
///
/// A file is a typed buffer whose addresses are offsets of bytes in the file.
class View {
 public:
  /// All bytes of the file.
  View();
  /// Throws MpiError(MPI_ERR_ARG) for what MPI forbids.
  View(MPI_Offset displacement, DatatypeRef etype, DatatypeRef filetype,
       RepresentationRef representation = native_representation());

  /// The places in the file of `bytes` data bytes from number `first` on: the `data` of its runs
  /// are offsets. A view without data has none.
  Cursor cursor(std::uint64_t first, std::size_t bytes) const;
  /// The offset in the file of an etype.
  MPI_Offset byte_offset(MPI_Offset etypes) const;
  /// The first etype that begins at or behind the end of a file of this size.
  MPI_Offset end(MPI_Offset file_size) const;

  /// Bytes of an etype in the file.
  std::size_t etype_size() const { return file_etype_->size; }
  /// The type as represented in the file.
  DatatypeRef in_file(const DatatypeRef& type) const;
  /// Etypes in this many bytes of the file. Throws MpiError(MPI_ERR_IO) where they end inside of
  /// one.
  MPI_Offset etypes_in(std::size_t bytes) const;

  MPI_Offset displacement = 0;
  DatatypeRef etype, filetype;
  RepresentationRef representation;

 private:
  /// Filetypes of which all data lie below the end of the file.
  std::uint64_t whole_tiles(MPI_Offset file_size) const;

  DatatypeRef file_etype_, file_type_;  // as represented in the file
};

/// The offset that the data of a run mean.
inline MPI_Offset offset_of(const Cursor::Run& run) {
  return static_cast<MPI_Offset>(reinterpret_cast<std::uintptr_t>(run.data));
}

}  // namespace bamboo::mpi
