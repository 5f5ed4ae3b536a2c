/* SPDX-License-Identifier: Apache-2.0 */
/* Loaded into Hydra: a process that ends meanwhile has been waited for before its connections are
   looked at, as on a machine that is busy. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sys/wait.h>
#include <unistd.h>

pid_t waitpid(pid_t process, int* status, int options) {
  pid_t (*wait_for)(pid_t, int*, int) = (pid_t(*)(pid_t, int*, int))dlsym(RTLD_NEXT, "waitpid");
  if (options & WNOHANG) usleep(300000);
  return wait_for(process, status, options);
}
