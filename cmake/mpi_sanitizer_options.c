/* SPDX-License-Identifier: Apache-2.0 */
/* Options of the sanitizers in programs that run with an installed MPI. The MPI is compiled without
 * a sanitizer. Only frames of the MPI's own libraries are named here. A report is suppressed where
 * one of these libraries makes the access or the allocation. Bamboo's code is in no such frame. */
const char* __lsan_default_suppressions(void);
const char* __tsan_default_suppressions(void);
int dlclose(void* library);

/* Open MPI does not free what its MPI_Init allocates. */
const char* __lsan_default_suppressions(void) {
  return "leak:libmpi.so\n"       /* its tables of operations */
         "leak:libopen-pal.so\n"  /* its parameters */
         "leak:libpmix.so\n"      /* the connection to its launcher */
         "leak:openmpi3/mca_\n"   /* its components */
         "leak:libhwloc.so\n"     /* the topology of the machine */
         "leak:vasprintf\n";      /* names; Open MPI calls it, Bamboo does not */
}

/* Open MPI orders its accesses by atomic instructions, which ThreadSanitizer does not see. So it
 * reports the copies from and to the program's buffers, and locks that a thread makes on its stack
 * while another thread completes its request. These locks are taken in the order of a list of
 * waiting threads, which ThreadSanitizer takes for two orders. */
const char* __tsan_default_suppressions(void) {
  return "race:libmpi.so\n"
         "race:libopen-pal.so\n"
         "race:openmpi3/mca_\n"
         "deadlock:libopen-pal.so\n"
         "deadlock:openmpi3/mca_\n";
}

/* The MPIs unload their components in MPI_Finalize. The sanitizer would not know the library of a
 * frame afterwards. */
int dlclose(void* library) {
  (void)library;
  return 0;
}
