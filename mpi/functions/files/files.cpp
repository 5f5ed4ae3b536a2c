// SPDX-License-Identifier: Apache-2.0
// Opening, closing and deleting files, and what a file has besides data.
#include "errors/checks.h"
#include "files/agreed.h"
#include "functions/entry.h"
#include "objects/info.h"

namespace bamboo::mpi {

extern "C" {

int MPI_File_open(MPI_Comm comm, const char* filename, int amode, MPI_Info info, MPI_File* fh) {
  return BAMBOO_MPI_ENTER(MPI_FILE_NULL, {
    check_pointer(filename, "filename");
    check_pointer(fh, "fh");
    *fh = MPI_FILE_NULL;
    const auto given = hints(info);
    File& file = rank.files.open(rank.communicator(comm), filename, amode);
    file.hints = given;
    *fh = file.handle;
  });
}

int MPI_File_close(MPI_File* fh) {
  return BAMBOO_MPI_ENTER(fh ? *fh : MPI_FILE_NULL, {
    check_pointer(fh, "fh");
    File& file = rank.files.find(*fh);
    if (file.split) fail(MPI_ERR_IO, "a split collective operation of the file has not ended");
    *fh = MPI_FILE_NULL;
    rank.files.close(file);
  });
}

int MPI_File_delete(const char* filename, MPI_Info info) {
  return BAMBOO_MPI_ENTER(MPI_FILE_NULL, {
    check_pointer(filename, "filename");
    hints(info);
    remove_file(filename);
  });
}

int MPI_File_set_size(MPI_File fh, MPI_Offset size) {
  return BAMBOO_MPI_ENTER(fh, {
    const File& file = rank.files.find(fh);
    file.check_writable();
    if (size < 0) fail(MPI_ERR_ARG, "size is %ld, must be 0 or more", size);
    by_first(members_of(file.comm), [&] { file.posix.resize(size); });
  });
}

int MPI_File_preallocate(MPI_File fh, MPI_Offset size) {
  return BAMBOO_MPI_ENTER(fh, {
    const File& file = rank.files.find(fh);
    file.check_writable();
    if (size < 0) fail(MPI_ERR_ARG, "size is %ld, must be 0 or more", size);
    by_first(members_of(file.comm), [&] { file.posix.reserve(size); });
  });
}

int MPI_File_get_size(MPI_File fh, MPI_Offset* size) {
  return BAMBOO_MPI_ENTER(fh, {
    check_pointer(size, "size");
    *size = rank.files.find(fh).posix.size();
  });
}

int MPI_File_sync(MPI_File fh) {
  return BAMBOO_MPI_ENTER(fh, {
    const File& file = rank.files.find(fh);
    agreed(members_of(file.comm), [&] { file.posix.sync(); });
  });
}

int MPI_File_get_group(MPI_File fh, MPI_Group* group) {
  return BAMBOO_MPI_ENTER(fh, {
    check_pointer(group, "group");
    *group = new_handle(rank.files.find(fh).comm.group);
  });
}

int MPI_File_get_amode(MPI_File fh, int* amode) {
  return BAMBOO_MPI_ENTER(fh, {
    check_pointer(amode, "amode");
    *amode = rank.files.find(fh).amode;
  });
}

int MPI_File_set_info(MPI_File fh, MPI_Info info) {
  return BAMBOO_MPI_ENTER(fh, {
    File& file = rank.files.find(fh);
    const auto given = info_ref(info);
    const auto merged = file.hints ? std::make_shared<Info>(*file.hints) : std::make_shared<Info>();
    for (int n = 0; n < given->size(); n++) merged->set(given->key(n), *given->get(given->key(n)));
    file.hints = merged;
  });
}

int MPI_File_get_info(MPI_File fh, MPI_Info* info) {
  return BAMBOO_MPI_ENTER(fh, {
    check_pointer(info, "info_used");
    const auto& known = rank.files.find(fh).hints;
    *info = new_handle(known ? std::make_shared<Info>(*known) : std::make_shared<Info>());
  });
}

int MPI_File_set_atomicity(MPI_File fh, int flag) {
  return BAMBOO_MPI_ENTER(fh, {
    File& file = rank.files.find(fh);
    by_first(members_of(file.comm), [] {});
    file.atomic = flag != 0;
  });
}

int MPI_File_get_atomicity(MPI_File fh, int* flag) {
  return BAMBOO_MPI_ENTER(fh, {
    check_pointer(flag, "flag");
    *flag = rank.files.find(fh).atomic;
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
