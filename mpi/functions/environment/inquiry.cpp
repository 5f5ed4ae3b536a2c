// SPDX-License-Identifier: Apache-2.0
// Questions that a program may ask MPI at any time.
#include <cstdlib>
#include <cstring>

#include "errors/checks.h"
#include "functions/any_time.h"

using namespace bamboo::mpi;

namespace {

int copy_text(const std::string& text, char* out) {
  std::memcpy(out, text.c_str(), text.size() + 1);
  return static_cast<int>(text.size());
}

}  // namespace

int MPI_Get_version(int* version, int* subversion) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(version, "version");
    check_pointer(subversion, "subversion");
    *version = MPI_VERSION;
    *subversion = MPI_SUBVERSION;
  });
}

int MPI_Get_library_version(char* version, int* length) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(version, "version");
    check_pointer(length, "resultlen");
    *length = copy_text("Bamboo " BAMBOO_VERSION ": MPI 5.0 for ranks that are tasks", version);
  });
}

int MPI_Alloc_mem(MPI_Aint size, MPI_Info, void* baseptr) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, {
    check_pointer(baseptr, "baseptr");
    if (size < 0)
      fail(MPI_ERR_ARG, "size is %lld, must be 0 or more", static_cast<long long>(size));
    void* memory = nullptr;
    if (posix_memalign(&memory, 64, size ? size : 1) != 0)
      fail(MPI_ERR_NO_MEM, "no memory of %lld bytes is available", static_cast<long long>(size));
    *static_cast<void**>(baseptr) = memory;
  });
}

int MPI_Free_mem(void* base) {
  return BAMBOO_MPI_ENTER(MPI_COMM_NULL, { std::free(base); });
}
