/* SPDX-License-Identifier: Apache-2.0 */
/* Parallel files.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_FILES_H
#define BAMBOO_MPI_FILES_H
/* clang-format off */

BAMBOO_MPI(int, MPI_File_call_errhandler, (MPI_File fh, int errorcode));
BAMBOO_MPI(int, MPI_File_close, (MPI_File *fh));
BAMBOO_MPI(int, MPI_File_create_errhandler, (MPI_File_errhandler_function *file_errhandler_fn,
    MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_File_delete, (const char *filename, MPI_Info info));
BAMBOO_MPI(int, MPI_File_get_amode, (MPI_File fh, int *amode));
BAMBOO_MPI(int, MPI_File_get_atomicity, (MPI_File fh, int *flag));
BAMBOO_MPI(int, MPI_File_get_byte_offset, (MPI_File fh, MPI_Offset offset, MPI_Offset *disp));
BAMBOO_MPI(int, MPI_File_get_errhandler, (MPI_File file, MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_File_get_group, (MPI_File fh, MPI_Group *group));
BAMBOO_MPI(int, MPI_File_get_info, (MPI_File fh, MPI_Info *info_used));
BAMBOO_MPI(int, MPI_File_get_position, (MPI_File fh, MPI_Offset *offset));
BAMBOO_MPI(int, MPI_File_get_position_shared, (MPI_File fh, MPI_Offset *offset));
BAMBOO_MPI(int, MPI_File_get_size, (MPI_File fh, MPI_Offset *size));
BAMBOO_MPI(int, MPI_File_get_type_extent, (MPI_File fh, MPI_Datatype datatype, MPI_Aint *extent));
BAMBOO_MPI(int, MPI_File_get_view, (MPI_File fh, MPI_Offset *disp, MPI_Datatype *etype,
    MPI_Datatype *filetype, char *datarep));
BAMBOO_MPI(int, MPI_File_iread, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iread_all, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iread_at, (MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype, MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iread_at_all, (MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype, MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iread_shared, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iwrite, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iwrite_all, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iwrite_at, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iwrite_at_all, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Request *request));
BAMBOO_MPI(int, MPI_File_iwrite_shared, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Request *request));
BAMBOO_MPI(int, MPI_File_open, (MPI_Comm comm, const char *filename, int amode, MPI_Info info, MPI_File *fh));
BAMBOO_MPI(int, MPI_File_preallocate, (MPI_File fh, MPI_Offset size));
BAMBOO_MPI(int, MPI_File_read, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_all, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_all_begin, (MPI_File fh, void *buf, int count, MPI_Datatype datatype));
BAMBOO_MPI(int, MPI_File_read_all_end, (MPI_File fh, void *buf, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_at, (MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_at_all, (MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_at_all_begin, (MPI_File fh, MPI_Offset offset, void *buf, int count,
    MPI_Datatype datatype));
BAMBOO_MPI(int, MPI_File_read_at_all_end, (MPI_File fh, void *buf, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_ordered, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_ordered_begin, (MPI_File fh, void *buf, int count, MPI_Datatype datatype));
BAMBOO_MPI(int, MPI_File_read_ordered_end, (MPI_File fh, void *buf, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_read_shared, (MPI_File fh, void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_seek, (MPI_File fh, MPI_Offset offset, int whence));
BAMBOO_MPI(int, MPI_File_seek_shared, (MPI_File fh, MPI_Offset offset, int whence));
BAMBOO_MPI(int, MPI_File_set_atomicity, (MPI_File fh, int flag));
BAMBOO_MPI(int, MPI_File_set_errhandler, (MPI_File file, MPI_Errhandler errhandler));
BAMBOO_MPI(int, MPI_File_set_info, (MPI_File fh, MPI_Info info));
BAMBOO_MPI(int, MPI_File_set_size, (MPI_File fh, MPI_Offset size));
BAMBOO_MPI(int, MPI_File_set_view, (MPI_File fh, MPI_Offset disp, MPI_Datatype etype, MPI_Datatype filetype,
    const char *datarep, MPI_Info info));
BAMBOO_MPI(int, MPI_File_sync, (MPI_File fh));
BAMBOO_MPI(int, MPI_File_write, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_all, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_all_begin, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype));
BAMBOO_MPI(int, MPI_File_write_all_end, (MPI_File fh, const void *buf, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_at, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_at_all, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_at_all_begin, (MPI_File fh, MPI_Offset offset, const void *buf, int count,
    MPI_Datatype datatype));
BAMBOO_MPI(int, MPI_File_write_at_all_end, (MPI_File fh, const void *buf, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_ordered, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_ordered_begin, (MPI_File fh, const void *buf, int count,
    MPI_Datatype datatype));
BAMBOO_MPI(int, MPI_File_write_ordered_end, (MPI_File fh, const void *buf, MPI_Status *status));
BAMBOO_MPI(int, MPI_File_write_shared, (MPI_File fh, const void *buf, int count, MPI_Datatype datatype,
    MPI_Status *status));
BAMBOO_MPI(int, MPI_Register_datarep, (const char *datarep,
    MPI_Datarep_conversion_function *read_conversion_fn, MPI_Datarep_conversion_function *write_conversion_fn,
    MPI_Datarep_extent_function *dtype_file_extent_fn, void *extra_state));

#endif
