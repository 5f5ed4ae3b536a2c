// SPDX-License-Identifier: Apache-2.0
// Making and freeing windows.
#include <climits>

#include "errors/checks.h"
#include "functions/bodies.h"
#include "functions/entry.h"
#include "objects/info.h"
#include "one_sided/shared_memory.h"

namespace bamboo::mpi {

namespace {

void check_size(MPI_Aint size) {
  if (size < 0) fail(MPI_ERR_SIZE, "size is %td, must be 0 or more", size);
}

int checked_unit(MPI_Count unit) {
  if (unit <= 0 || unit > INT_MAX)
    fail(MPI_ERR_DISP, "disp_unit is %td, must be 1 … %d", unit, INT_MAX);
  return static_cast<int>(unit);
}

/// `make` returns the new window.
template <class Make>
void make_window(MPI_Win* win, MPI_Info info, Make&& make) {
  check_pointer(win, "win");
  *win = MPI_WIN_NULL;
  const auto given = hints(info);
  Window& window = make();
  window.hints = given;
  *win = window.handle;
}

/// Whether the memory of each rank may begin at any address.
bool may_lie_apart(MPI_Info info) {
  const auto given = hints(info);
  const std::string* value = given ? given->get("alloc_shared_noncontig") : nullptr;
  return value && *value == "true";
}

}  // namespace

void body::win_create(Rank& rank, void* base, MPI_Aint size, MPI_Count disp_unit, MPI_Info info,
                      MPI_Comm comm, MPI_Win* win) {
  make_window(win, info, [&]() -> Window& {
    Communicator& parent = rank.communicator(comm);
    check_size(size);
    const int unit = checked_unit(disp_unit);
    if (size > 0) check_pointer(base, "base");
    return rank.windows.add(rank.communicators, parent, MPI_WIN_FLAVOR_CREATE, base, size, unit);
  });
}

void body::win_allocate(Rank& rank, MPI_Aint size, MPI_Count disp_unit, MPI_Info info,
                        MPI_Comm comm, void* baseptr, MPI_Win* win) {
  make_window(win, info, [&]() -> Window& {
    Communicator& parent = rank.communicator(comm);
    check_size(size);
    const int unit = checked_unit(disp_unit);
    check_pointer(baseptr, "baseptr");
    auto memory = allocate_zeroed(size);
    *static_cast<void**>(baseptr) = memory.get();
    return rank.windows.add(rank.communicators, parent, MPI_WIN_FLAVOR_ALLOCATE, memory.get(), size,
                            unit, memory);
  });
}

void body::win_allocate_shared(Rank& rank, MPI_Aint size, MPI_Count disp_unit, MPI_Info info,
                               MPI_Comm comm, void* baseptr, MPI_Win* win) {
  make_window(win, info, [&]() -> Window& {
    Communicator& parent = rank.communicator(comm);
    check_size(size);
    const int unit = checked_unit(disp_unit);
    check_pointer(baseptr, "baseptr");
    const auto shared = SharedMemory::allocate(parent, size, unit, may_lie_apart(info));
    const SharedMemory::Part mine = shared->part(parent.rank);
    *static_cast<void**>(baseptr) = mine.base;
    Window& window = rank.windows.add(rank.communicators, parent, MPI_WIN_FLAVOR_SHARED, mine.base,
                                      size, unit, shared);
    window.shared = shared.get();
    return window;
  });
}

void body::win_shared_query(Rank& rank, MPI_Win win, int target, MPI_Aint* size,
                            CountResult disp_unit, void* baseptr) {
  const Window& window = rank.windows.find(win);
  check_pointer(size, "size");
  check_pointer(disp_unit, "disp_unit");
  check_pointer(baseptr, "baseptr");
  if (!window.shared)
    fail(MPI_ERR_RMA_FLAVOR, "%s was not made by MPI_Win_allocate_shared", window.text().c_str());
  if (target != MPI_PROC_NULL && (target < 0 || target >= window.comm.size()))
    fail(MPI_ERR_RANK, "rank is %d, must be 0 … %d or MPI_PROC_NULL", target,
         window.comm.size() - 1);
  const SharedMemory::Part part =
      target == MPI_PROC_NULL ? window.shared->first() : window.shared->part(target);
  *size = part.size;
  disp_unit.set(part.unit);
  *static_cast<void**>(baseptr) = part.base;
}

extern "C" {

int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm comm, MPI_Win* win) {
  return BAMBOO_MPI_ENTER(comm, {
    make_window(win, info, [&]() -> Window& {
      return rank.windows.add(rank.communicators, rank.communicator(comm));
    });
  });
}

int MPI_Win_attach(MPI_Win win, void* base, MPI_Aint size) {
  return BAMBOO_MPI_ENTER(win, {
    Window& window = rank.windows.find(win);
    if (window.exposure.memory.flavor != MPI_WIN_FLAVOR_DYNAMIC)
      fail(MPI_ERR_RMA_FLAVOR, "%s was not made by MPI_Win_create_dynamic", window.text().c_str());
    check_size(size);
    if (size > 0) window.exposure.memory.attach(base, size);
  });
}

int MPI_Win_detach(MPI_Win win, const void* base) {
  return BAMBOO_MPI_ENTER(win, {
    Window& window = rank.windows.find(win);
    if (window.exposure.memory.flavor != MPI_WIN_FLAVOR_DYNAMIC)
      fail(MPI_ERR_RMA_FLAVOR, "%s was not made by MPI_Win_create_dynamic", window.text().c_str());
    window.exposure.memory.detach(base);
  });
}

int MPI_Win_free(MPI_Win* win) {
  return BAMBOO_MPI_ENTER(win ? *win : MPI_WIN_NULL, {
    check_pointer(win, "win");
    Window& window = rank.windows.find(*win);
    window.epoch.free();
    rank.windows.free(rank.communicators, window);
    *win = MPI_WIN_NULL;
  });
}

}  // extern "C"
}  // namespace bamboo::mpi
