// SPDX-License-Identifier: Apache-2.0
#include "image/image.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <ranges>
#include <stdexcept>
#include <utility>

#include "image/code_owner.h"
#include "image/private_libraries.h"

namespace bamboo::mpi {

namespace {

[[noreturn]] void fail_load(TaskId rank, const std::string& what) {
  throw std::runtime_error("cannot load the program's image for rank " + std::to_string(rank) +
                           ": " + what);
}

/// Runs the image's DT_FINI_ARRAY and empties it, so that the end of the process does not run it
/// again.
void run_destructor_functions(void* handle) {
  link_map* map = nullptr;
  if (::dlinfo(handle, RTLD_DI_LINKMAP, static_cast<void*>(&map)) != 0) return;
  Elf64_Dyn* size = nullptr;
  void (**functions)() = nullptr;
  for (Elf64_Dyn* d = map->l_ld; d->d_tag != DT_NULL; ++d) {
    if (d->d_tag == DT_FINI_ARRAYSZ) size = d;
    if (d->d_tag == DT_FINI_ARRAY)
      functions = reinterpret_cast<void (**)()>(map->l_addr + d->d_un.d_ptr);
  }
  if (!size || !functions) return;
  const std::size_t count = size->d_un.d_val / sizeof functions[0];
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto start = reinterpret_cast<std::uintptr_t>(size) & ~(page - 1);
  if (::mprotect(reinterpret_cast<void*>(start), page + sizeof *size, PROT_READ | PROT_WRITE) ==
      0) {
    size->d_un.d_val = 0;
  }
  for (std::size_t i = count; i-- > 0;) functions[i]();
}

}  // namespace

std::string anonymous_file(const std::string& name, std::span<const std::byte> contents) {
  const int fd = ::memfd_create(name.c_str(), MFD_CLOEXEC);
  if (fd < 0) throw std::runtime_error("memfd_create: " + std::string(std::strerror(errno)));
  for (std::size_t done = 0; done < contents.size();) {
    const ssize_t n = ::write(fd, contents.data() + done, contents.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) throw std::runtime_error("write: " + std::string(std::strerror(errno)));
    done += static_cast<std::size_t>(n);
  }
  return "/proc/" + std::to_string(::getpid()) + "/fd/" + std::to_string(fd);
}

Image::Image(const Program& program, Task& task) {
  const TaskId rank = task.id();
  try {
    std::string path;
    if (program.private_libraries.empty()) {
      path = anonymous_file("rank" + std::to_string(rank), program.payload);
    } else {
      PrivateLibraries loaded = load_with_private_libraries(program, rank);
      path = std::move(loaded.payload);
      private_libraries_ = std::move(loaded.handles);
    }
    handle_ = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle_) throw std::runtime_error(::dlerror());
    if (!private_libraries_.empty()) call_through_tools(handle_, private_libraries_);
  } catch (const std::runtime_error& error) {
    fail_load(rank, error.what());
  }
  set_code_owner(handle_, task);
  for (void* library : private_libraries_) set_code_owner(library, task);
  main_ = reinterpret_cast<int (*)(int, char**, char**)>(symbol("bamboo_image_main"));
  finish_ = reinterpret_cast<void (*)()>(symbol("bamboo_image_finish"));
  parallel_level_ = reinterpret_cast<int (*)()>(symbol("omp_get_level"));
  team_size_ = reinterpret_cast<int (*)()>(symbol("omp_get_max_threads"));
  set_team_size_ = reinterpret_cast<void (*)(int)>(symbol("omp_set_num_threads"));
  fortran_constants_ = symbol("bamboo_mpi_constants_");
  if (!main_ || !finish_) fail_load(rank, "not linked by bamboocc");
}

int Image::run_main(int argc, char** argv, char** environment) const {
  return main_(argc, argv, environment);
}

void Image::run_exit_handlers() const {
  finish_();
  run_destructor_functions(handle_);
  for (void* library : private_libraries_ | std::views::reverse) run_destructor_functions(library);
}

void* Image::symbol(const char* name) const {
  return ::dlsym(handle_, name);
}

}  // namespace bamboo::mpi
