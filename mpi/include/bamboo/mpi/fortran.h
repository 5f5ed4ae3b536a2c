/* SPDX-License-Identifier: Apache-2.0 */
/* Conversions between C, Fortran and integer handles.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_FORTRAN_H
#define BAMBOO_MPI_FORTRAN_H
/* clang-format off */

/* Fortran's variables MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE, in the COMMON block of those that are
 * told by their addresses. */
extern MPI_Fint bamboo_mpi_constants_[22];
#define MPI_F_STATUS_IGNORE     (bamboo_mpi_constants_ + 6)
#define MPI_F_STATUSES_IGNORE   (bamboo_mpi_constants_ + 14)
#define MPI_F08_STATUS_IGNORE   ((MPI_F08_status *)MPI_F_STATUS_IGNORE)
#define MPI_F08_STATUSES_IGNORE ((MPI_F08_status *)MPI_F_STATUSES_IGNORE)

BAMBOO_MPI(int, MPI_Abi_get_version, (int *abi_major, int *abi_minor));

BAMBOO_MPI(int, MPI_Abi_get_fortran_booleans, (int logical_size, void *logical_true, void *logical_false,
    int *is_set));
BAMBOO_MPI(int, MPI_Abi_get_fortran_info, (MPI_Info *info));
BAMBOO_MPI(int, MPI_Abi_get_info, (MPI_Info *info));
BAMBOO_MPI(int, MPI_Abi_set_fortran_booleans, (int logical_size, void *logical_true, void *logical_false));
BAMBOO_MPI(int, MPI_Abi_set_fortran_info, (MPI_Info info));
BAMBOO_MPI(int, MPI_Type_create_f90_complex, (int p, int r, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_f90_integer, (int r, MPI_Datatype *newtype));
BAMBOO_MPI(int, MPI_Type_create_f90_real, (int p, int r, MPI_Datatype *newtype));
BAMBOO_MPI(MPI_Comm, MPI_Comm_fromint, (int comm));
BAMBOO_MPI(int, MPI_Comm_toint, (MPI_Comm comm));
BAMBOO_MPI(MPI_Errhandler, MPI_Errhandler_fromint, (int errhandler));
BAMBOO_MPI(int, MPI_Errhandler_toint, (MPI_Errhandler errhandler));
BAMBOO_MPI(MPI_File, MPI_File_fromint, (int file));
BAMBOO_MPI(int, MPI_File_toint, (MPI_File file));
BAMBOO_MPI(MPI_Group, MPI_Group_fromint, (int group));
BAMBOO_MPI(int, MPI_Group_toint, (MPI_Group group));
BAMBOO_MPI(MPI_Info, MPI_Info_fromint, (int info));
BAMBOO_MPI(int, MPI_Info_toint, (MPI_Info info));
BAMBOO_MPI(MPI_Message, MPI_Message_fromint, (int message));
BAMBOO_MPI(int, MPI_Message_toint, (MPI_Message message));
BAMBOO_MPI(MPI_Op, MPI_Op_fromint, (int op));
BAMBOO_MPI(int, MPI_Op_toint, (MPI_Op op));
BAMBOO_MPI(MPI_Request, MPI_Request_fromint, (int request));
BAMBOO_MPI(int, MPI_Request_toint, (MPI_Request request));
BAMBOO_MPI(MPI_Session, MPI_Session_fromint, (int session));
BAMBOO_MPI(int, MPI_Session_toint, (MPI_Session session));
BAMBOO_MPI(MPI_Datatype, MPI_Type_fromint, (int datatype));
BAMBOO_MPI(int, MPI_Type_toint, (MPI_Datatype datatype));
BAMBOO_MPI(MPI_Win, MPI_Win_fromint, (int win));
BAMBOO_MPI(int, MPI_Win_toint, (MPI_Win win));
BAMBOO_MPI(int, MPI_Status_c2f, (const MPI_Status *c_status, MPI_Fint *f_status));
BAMBOO_MPI(int, MPI_Status_f2c, (const MPI_Fint *f_status, MPI_Status *c_status));
BAMBOO_MPI(int, MPI_Status_c2f08, (const MPI_Status *c_status, MPI_F08_status *f08_status));
BAMBOO_MPI(int, MPI_Status_f082c, (const MPI_F08_status *f08_status, MPI_Status *c_status));
BAMBOO_MPI(int, MPI_Status_f2f08, (const MPI_Fint *f_status, MPI_F08_status *f08_status));
BAMBOO_MPI(int, MPI_Status_f082f, (const MPI_F08_status *f08_status, MPI_Fint *f_status));
BAMBOO_MPI(MPI_Fint, MPI_Comm_c2f, (MPI_Comm comm));
BAMBOO_MPI(MPI_Comm, MPI_Comm_f2c, (MPI_Fint comm));
BAMBOO_MPI(MPI_Fint, MPI_Errhandler_c2f, (MPI_Errhandler errhandler));
BAMBOO_MPI(MPI_Errhandler, MPI_Errhandler_f2c, (MPI_Fint errhandler));
BAMBOO_MPI(MPI_Fint, MPI_File_c2f, (MPI_File file));
BAMBOO_MPI(MPI_File, MPI_File_f2c, (MPI_Fint file));
BAMBOO_MPI(MPI_Fint, MPI_Group_c2f, (MPI_Group group));
BAMBOO_MPI(MPI_Group, MPI_Group_f2c, (MPI_Fint group));
BAMBOO_MPI(MPI_Fint, MPI_Info_c2f, (MPI_Info info));
BAMBOO_MPI(MPI_Info, MPI_Info_f2c, (MPI_Fint info));
BAMBOO_MPI(MPI_Fint, MPI_Message_c2f, (MPI_Message message));
BAMBOO_MPI(MPI_Message, MPI_Message_f2c, (MPI_Fint message));
BAMBOO_MPI(MPI_Fint, MPI_Op_c2f, (MPI_Op op));
BAMBOO_MPI(MPI_Op, MPI_Op_f2c, (MPI_Fint op));
BAMBOO_MPI(MPI_Fint, MPI_Request_c2f, (MPI_Request request));
BAMBOO_MPI(MPI_Request, MPI_Request_f2c, (MPI_Fint request));
BAMBOO_MPI(MPI_Fint, MPI_Session_c2f, (MPI_Session session));
BAMBOO_MPI(MPI_Session, MPI_Session_f2c, (MPI_Fint session));
BAMBOO_MPI(MPI_Fint, MPI_Type_c2f, (MPI_Datatype datatype));
BAMBOO_MPI(MPI_Datatype, MPI_Type_f2c, (MPI_Fint datatype));
BAMBOO_MPI(MPI_Fint, MPI_Win_c2f, (MPI_Win win));
BAMBOO_MPI(MPI_Win, MPI_Win_f2c, (MPI_Fint win));

#endif
