/* SPDX-License-Identifier: Apache-2.0 */
/* Bamboo's mpi.h for programs in tasks mode: the handle types and constants of the MPI 5.0 standard
 * ABI, and its functions under symbols of their own, so that an object compiled with this header
 * depends on no installed MPI and can never be linked with one by mistake.
 *
 * Every function of MPI is declared, by one of two macros that tools may read:
 *   BAMBOO_MPI          supported: MPI_Send is the symbol bamboo_MPI_Send, PMPI_Send is
 * bamboo_PMPI_Send; BAMBOO_MPI_MISSING  not supported: a call does not compile, and where the
 * compiler lets a use pass (a pointer to the function), the link fails on a symbol whose name says
 * the same. */
#ifndef BAMBOO_MPI_H
#define BAMBOO_MPI_H
#ifndef __ASSEMBLER__

#include <bamboo/mode_note.h>
#include <stdint.h>

BAMBOO_MODE_NOTE(1);

#ifdef __cplusplus
extern "C" {
#endif

#define MPI_VERSION 4
#define MPI_SUBVERSION 1
#define MPI_ABI_VERSION 1
#define MPI_ABI_SUBVERSION 0

typedef intptr_t MPI_Aint;
typedef int64_t MPI_Offset;
typedef int64_t MPI_Count;
typedef int MPI_Fint;

typedef struct MPI_Status {
  int MPI_SOURCE;
  int MPI_TAG;
  int MPI_ERROR;
  int MPI_internal[5];
} MPI_Status;

typedef struct MPI_F08_status {
  MPI_Fint MPI_SOURCE;
  MPI_Fint MPI_TAG;
  MPI_Fint MPI_ERROR;
  MPI_Fint MPI_internal[5];
} MPI_F08_status;

/* In this order: each needs the ones before it. */
/* clang-format off */
#include <bamboo/mpi/handles.h>
#include <bamboo/mpi/error_classes.h>
#include <bamboo/mpi/constants.h>
#include <bamboo/mpi/callbacks.h>
#include <bamboo/mpi/tool_types.h>
/* clang-format on */

#define BAMBOO_MPI(result, name, parameters)       \
  result name parameters __asm__("bamboo_" #name); \
  result P##name parameters __asm__("bamboo_P" #name)

#ifdef __has_attribute
#if __has_attribute(error)
#define BAMBOO_MPI_REFUSE(name)                                                                 \
  __attribute__((error(#name " is not supported by Bamboo's tasks mode yet; --bamboo-mode=off " \
                             "uses the installed MPI's")))
#endif
#endif
#ifndef BAMBOO_MPI_REFUSE /* an old compiler: the link will say it */
#define BAMBOO_MPI_REFUSE(name)
#endif
#define BAMBOO_MPI_MISSING(result, name, parameters)                                           \
  result name parameters __asm__(#name "_is_not_supported_by_bamboo") BAMBOO_MPI_REFUSE(name); \
  result P##name parameters __asm__(#name "_is_not_supported_by_bamboo") BAMBOO_MPI_REFUSE(name)

/* Names that MPI 3.0 removed: the error for a program that uses one names its successor. */
#ifdef __has_attribute
#if __has_attribute(unavailable)
extern MPI_Datatype MPI_LB
    __attribute__((unavailable("MPI 3.0 removed it; use MPI_Type_create_resized")));
extern MPI_Datatype MPI_UB
    __attribute__((unavailable("MPI 3.0 removed it; use MPI_Type_create_resized")));
#endif
#endif

#include <bamboo/mpi/collectives.h>
#include <bamboo/mpi/communicators.h>
#include <bamboo/mpi/datatypes.h>
#include <bamboo/mpi/environment.h>
#include <bamboo/mpi/files.h>
#include <bamboo/mpi/fortran.h>
#include <bamboo/mpi/large_count.h>
#include <bamboo/mpi/one_sided.h>
#include <bamboo/mpi/point_to_point.h>
#include <bamboo/mpi/processes.h>
#include <bamboo/mpi/tools.h>
#include <bamboo/mpi/topologies.h>

#ifdef __cplusplus
}
#endif

#endif
#endif
