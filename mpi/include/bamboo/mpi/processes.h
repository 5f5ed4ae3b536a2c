/* SPDX-License-Identifier: Apache-2.0 */
/* Dynamic processes and sessions.
 * Included by mpi.h, which explains the macros. */
#ifndef BAMBOO_MPI_PROCESSES_H
#define BAMBOO_MPI_PROCESSES_H
/* clang-format off */

BAMBOO_MPI(int, MPI_Comm_create_from_group, (MPI_Group group, const char *stringtag, MPI_Info info,
    MPI_Errhandler errhandler, MPI_Comm *newcomm));
BAMBOO_MPI(int, MPI_Comm_disconnect, (MPI_Comm *comm));
BAMBOO_MPI(int, MPI_Comm_get_parent, (MPI_Comm *parent));
BAMBOO_MPI(int, MPI_Group_from_session_pset, (MPI_Session session, const char *pset_name,
    MPI_Group *newgroup));
BAMBOO_MPI(int, MPI_Intercomm_create_from_groups, (MPI_Group local_group, int local_leader, MPI_Group remote_group,
    int remote_leader, const char *stringtag, MPI_Info info, MPI_Errhandler errhandler, MPI_Comm *newintercomm));
BAMBOO_MPI(int, MPI_Session_call_errhandler, (MPI_Session session, int errorcode));
BAMBOO_MPI(int, MPI_Session_create_errhandler, (MPI_Session_errhandler_function *session_errhandler_fn,
    MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Session_finalize, (MPI_Session *session));
BAMBOO_MPI(int, MPI_Session_get_errhandler, (MPI_Session session, MPI_Errhandler *errhandler));
BAMBOO_MPI(int, MPI_Session_get_info, (MPI_Session session, MPI_Info *info_used));
BAMBOO_MPI(int, MPI_Session_get_nth_pset, (MPI_Session session, MPI_Info info, int n, int *pset_len,
    char *pset_name));
BAMBOO_MPI(int, MPI_Session_get_num_psets, (MPI_Session session, MPI_Info info, int *npset_names));
BAMBOO_MPI(int, MPI_Session_get_pset_info, (MPI_Session session, const char *pset_name, MPI_Info *info));
BAMBOO_MPI(int, MPI_Session_init, (MPI_Info info, MPI_Errhandler errhandler, MPI_Session *session));
BAMBOO_MPI(int, MPI_Session_set_errhandler, (MPI_Session session, MPI_Errhandler errhandler));

BAMBOO_MPI_MISSING(int, MPI_Close_port, (const char *port_name));
BAMBOO_MPI_MISSING(int, MPI_Comm_accept, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
    MPI_Comm *newcomm));
BAMBOO_MPI_MISSING(int, MPI_Comm_connect, (const char *port_name, MPI_Info info, int root, MPI_Comm comm,
    MPI_Comm *newcomm));
BAMBOO_MPI_MISSING(int, MPI_Comm_join, (int fd, MPI_Comm *intercomm));
BAMBOO_MPI_MISSING(int, MPI_Comm_spawn, (const char *command, char *argv[], int maxprocs, MPI_Info info, int root,
    MPI_Comm comm, MPI_Comm *intercomm, int array_of_errcodes[]));
BAMBOO_MPI_MISSING(int, MPI_Comm_spawn_multiple, (int count, char *array_of_commands[], char **array_of_argv[],
    const int array_of_maxprocs[], const MPI_Info array_of_info[], int root, MPI_Comm comm, MPI_Comm *intercomm,
    int array_of_errcodes[]));
BAMBOO_MPI_MISSING(int, MPI_Lookup_name, (const char *service_name, MPI_Info info, char *port_name));
BAMBOO_MPI_MISSING(int, MPI_Open_port, (MPI_Info info, char *port_name));
BAMBOO_MPI_MISSING(int, MPI_Publish_name, (const char *service_name, MPI_Info info, const char *port_name));
BAMBOO_MPI_MISSING(int, MPI_Unpublish_name, (const char *service_name, MPI_Info info, const char *port_name));

#endif
