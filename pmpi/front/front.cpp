// SPDX-License-Identifier: Apache-2.0
// The library that `bamboo run` loads in front of a program. It needs no MPI, so it can also be
// loaded into a shell. When the program calls MPI first, it loads the library of plans for the MPI
// of the process.
//
// All programs that the job starts load it, so it uses the C library only.
#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "front/loaded_mpi.h"

namespace bamboo::plans::front {
extern "C" {
// entries.py writes them.
extern void* bamboo_front_targets[];
extern void* const bamboo_front_entries[];
extern const char* const bamboo_front_names[];
extern const std::size_t bamboo_front_count;

/// The C library's.
void* (*bamboo_front_dlsym)(void*, const char*) = nullptr;
}

namespace {

pthread_once_t once = PTHREAD_ONCE_INIT;
void* the_plans = nullptr;  ///< null: the installed MPI serves all calls

/// Constructors of other libraries may call this before the constructors of this library have run.
void find_dlsym() {
  for (const char* version : {"GLIBC_2.34", "GLIBC_2.2.5", "GLIBC_2.17"})
    if (!bamboo_front_dlsym)
      bamboo_front_dlsym =
          reinterpret_cast<decltype(bamboo_front_dlsym)>(dlvsym(RTLD_NEXT, "dlsym", version));
}

void* look_up(void* handle, const char* name) {
  find_dlsym();
  return bamboo_front_dlsym(handle, name);
}

[[noreturn]] void fail(const char* what, const char* one, const char* other) {
  char line[1024];
  const int length = std::snprintf(line, sizeof line, "bamboo: error: %s: %s%s%s\n", what, one,
                                   *other == '\0' ? "" : " and ", other);
  [[maybe_unused]] const ssize_t written =
      write(STDERR_FILENO, line, std::min(static_cast<std::size_t>(length), sizeof line - 1));
  _exit(1);
}

/// Opens a library next to this library's folder.
void* open_plans(const char* name) {
  Dl_info own{};
  dladdr(reinterpret_cast<void*>(&open_plans), &own);
  const std::string_view file(own.dli_fname);
  char path[4096];
  std::snprintf(path, sizeof path, "%.*s../%s", static_cast<int>(file.rfind('/') + 1),
                own.dli_fname, name);
  if (access(path, R_OK) != 0) return nullptr;
  void* plans = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!plans) fail("the library of plans cannot be loaded", dlerror(), "");
  return plans;
}

void* plans_for(const LoadedMpis& loaded) {
  if (loaded.count == 0 || loaded.has_virtual_ranks) return nullptr;
  const LoadedMpi& mpi = loaded.mpis[0];
  // The library may have been loaded for one library alone. This makes its functions visible for
  // plans.
  if (!dlopen(mpi.file, RTLD_LAZY | RTLD_NOLOAD | RTLD_GLOBAL)) return nullptr;
  switch (mpi.abi) {
    case Abi::OpenMpi:
      return open_plans("libbamboo-plans-openmpi.so");
    case Abi::Mpich:
      return open_plans("libbamboo-plans-mpich.so");
    case Abi::Other:
      return nullptr;
  }
  return nullptr;
}

/// Finds the function from the calling object or from its needed libraries, but not an entry of
/// this library.
void* seen_by(const void* caller, const char* name, const void* entry) {
  Dl_info object{};
  if (!dladdr(caller, &object)) return nullptr;
  void* handle = dlopen(object.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
  void* found = handle ? look_up(handle, name) : nullptr;
  return found == entry ? nullptr : found;
}

void (*the_answer)() = nullptr;  ///< null: the process has not called MPI_Init

void on_roll_call(int) {
  if (void (*const answer)() = __atomic_load_n(&the_answer, __ATOMIC_ACQUIRE)) answer();
}

/// `bamboo run` passes SIGUSR1 to all processes of the job, also to shells and to processes before
/// MPI_Init, which it must not end. A program may set a handler of its own.
[[gnu::constructor]] void accept_roll_call() {
  if (std::getenv("BAMBOO_ROLL_CALL") == nullptr) return;
  struct sigaction before{};
  if (sigaction(SIGUSR1, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) return;
  struct sigaction action{};
  action.sa_handler = on_roll_call;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, nullptr);
}

}  // namespace

extern "C" {

/// Returns the function that the entry with that number calls from now on.
void* bamboo_front_resolve(std::size_t number, const void* caller) {
  const LoadedMpis loaded = loaded_mpis();
  if (loaded.count > 1)
    fail("this process has loaded two MPIs, and can use one", loaded.mpis[0].file,
         loaded.mpis[1].file);
  pthread_once(&once, [] { the_plans = plans_for(loaded_mpis()); });
  const char* name = bamboo_front_names[number];
  void* found = the_plans ? look_up(the_plans, name) : nullptr;
  if (!found) found = look_up(RTLD_NEXT, name);
  if (!found) found = seen_by(caller, name, bamboo_front_entries[number]);
  if (!found) fail("no library of this process has the function that it calls", name, "");
  __atomic_store_n(&bamboo_front_targets[number], found, __ATOMIC_RELEASE);
  return found;
}

/// Returns the entry for a program that looks up that function in an MPI's library; null if the C
/// library's dlsym has the answer.
void* bamboo_front_entry(void* handle, const char* name) {
  find_dlsym();
  if (handle == RTLD_NEXT || handle == RTLD_DEFAULT || !name) return nullptr;
  const auto* const end = bamboo_front_names + bamboo_front_count;
  const auto* const place =
      std::lower_bound(bamboo_front_names, end, name,
                       [](const char* a, const char* b) { return std::strcmp(a, b) < 0; });
  if (place == end || std::strcmp(*place, name) != 0) return nullptr;
  void* found = look_up(handle, name);
  return found && is_of_mpi(found) ? bamboo_front_entries[place - bamboo_front_names] : nullptr;
}

/// The function that is called by the signal of a roll call from now on.
[[gnu::visibility("default")]] void bamboo_plans_answer(void (*answer)()) {
  __atomic_store_n(&the_answer, answer, __ATOMIC_RELEASE);
}

/// The function of that name in the libraries behind this one; the library of plans is not among
/// them.
[[gnu::visibility("default")]] void* bamboo_plans_next(const char* name) {
  return look_up(RTLD_NEXT, name);
}
}

}  // namespace bamboo::plans::front
