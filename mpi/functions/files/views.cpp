// SPDX-License-Identifier: Apache-2.0
// Views and file pointers.
#include <cstring>

#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/entry.h"
#include "objects/info.h"

namespace bamboo::mpi {

namespace {

/// The beginning of a view.
MPI_Offset displacement_of(File& file, MPI_Offset given) {
  if (!(file.amode & MPI_MODE_SEQUENTIAL)) return given;
  if (given != MPI_DISPLACEMENT_CURRENT)
    fail(MPI_ERR_ARG, "disp must be MPI_DISPLACEMENT_CURRENT in a file of MPI_MODE_SEQUENTIAL");
  return file.view.byte_offset(file.shared.get());
}

}  // namespace

void body::file_get_type_extent(Rank& rank, MPI_File fh, MPI_Datatype type, CountResult extent) {
  const File& file = rank.files.find(fh);
  check_pointer(extent, "extent");
  extent.set(file.view.in_file(datatype_ref(type))->extent);
}

extern "C" {

int MPI_File_set_view(MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
                      const char* datarep, MPI_Info info) {
  return BAMBOO_MPI_ENTER(fh, {
    File& file = rank.files.find(fh);
    check_pointer(datarep, "datarep");
    const RepresentationRef representation = rank.files.representations.find(datarep);
    datatype(etype);  // committed
    datatype(filetype);
    const auto given = hints(info);
    file.set_view(View(displacement_of(file, disp), datatype_ref(etype), datatype_ref(filetype),
                       representation));
    if (given) file.hints = given;
  });
}

int MPI_File_get_view(MPI_File fh, MPI_Offset* disp, MPI_Datatype* etype, MPI_Datatype* filetype,
                      char* datarep) {
  return BAMBOO_MPI_ENTER(fh, {
    const File& file = rank.files.find(fh);
    check_pointer(disp, "disp");
    check_pointer(etype, "etype");
    check_pointer(filetype, "filetype");
    check_pointer(datarep, "datarep");
    *disp = file.view.displacement;
    *etype = new_handle(file.view.etype);
    *filetype = new_handle(file.view.filetype);
    std::strcpy(datarep, file.view.representation->name.c_str());
  });
}

int MPI_File_seek(MPI_File fh, MPI_Offset offset, int whence) {
  return BAMBOO_MPI_ENTER(fh, {
    File& file = rank.files.find(fh);
    file.refuse_sequential("individual file pointer");
    file.seek(offset, whence);
  });
}

int MPI_File_seek_shared(MPI_File fh, MPI_Offset offset, int whence) {
  return BAMBOO_MPI_ENTER(fh, { rank.files.find(fh).seek_shared(offset, whence); });
}

int MPI_File_get_position(MPI_File fh, MPI_Offset* offset) {
  return BAMBOO_MPI_ENTER(fh, {
    const File& file = rank.files.find(fh);
    check_pointer(offset, "offset");
    file.refuse_sequential("individual file pointer");
    *offset = file.position;
  });
}

int MPI_File_get_position_shared(MPI_File fh, MPI_Offset* offset) {
  return BAMBOO_MPI_ENTER(fh, {
    File& file = rank.files.find(fh);
    check_pointer(offset, "offset");
    *offset = file.shared.get();
  });
}

int MPI_File_get_byte_offset(MPI_File fh, MPI_Offset offset, MPI_Offset* disp) {
  return BAMBOO_MPI_ENTER(fh, {
    const File& file = rank.files.find(fh);
    check_pointer(disp, "disp");
    file.refuse_sequential("explicit offsets");
    if (offset < 0) fail(MPI_ERR_ARG, "offset is %ld, must be 0 or more", offset);
    *disp = file.view.byte_offset(offset);
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
