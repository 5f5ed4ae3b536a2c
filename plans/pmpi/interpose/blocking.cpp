// SPDX-License-Identifier: Apache-2.0
// Calls that may block and are not planned, of every MPI-3.
#include "communicator/communicator.h"
#include "interpose/passed_on.h"

using namespace bamboo::plans::pmpi;

extern "C" {
// clang-format off
// Messages.
BLOCKING(Send, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
BLOCKING(Ssend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
BLOCKING(Rsend, (const void* b, int n, MPI_Datatype t, int to, int tag, MPI_Comm c), (b, n, t, to, tag, c))
BLOCKING(Recv, (void* b, int n, MPI_Datatype t, int from, int tag, MPI_Comm c, MPI_Status* s), (b, n, t, from, tag, c, s))
BLOCKING(Mrecv, (void* b, int n, MPI_Datatype t, MPI_Message* m, MPI_Status* s), (b, n, t, m, s))
BLOCKING(Probe, (int from, int tag, MPI_Comm c, MPI_Status* s), (from, tag, c, s))
BLOCKING(Mprobe, (int from, int tag, MPI_Comm c, MPI_Message* m, MPI_Status* s), (from, tag, c, m, s))
BLOCKING(Sendrecv, (const void* sb, int sn, MPI_Datatype st, int to, int stag, void* rb, int rn, MPI_Datatype rt, int from, int rtag, MPI_Comm c, MPI_Status* s), (sb, sn, st, to, stag, rb, rn, rt, from, rtag, c, s))
BLOCKING(Sendrecv_replace, (void* b, int n, MPI_Datatype t, int to, int stag, int from, int rtag, MPI_Comm c, MPI_Status* s), (b, n, t, to, stag, from, rtag, c, s))
BLOCKING(Buffer_detach, (void* b, int* n), (b, n))
// Communicators.
MAKING(Comm_dup, (MPI_Comm c, MPI_Comm* made), (c, made))
MAKING(Comm_create, (MPI_Comm c, MPI_Group g, MPI_Comm* made), (c, g, made))
MAKING(Comm_create_group, (MPI_Comm c, MPI_Group g, int tag, MPI_Comm* made), (c, g, tag, made))
MAKING(Comm_split, (MPI_Comm c, int color, int key, MPI_Comm* made), (c, color, key, made))
MAKING(Comm_split_type, (MPI_Comm c, int type, int key, MPI_Info i, MPI_Comm* made), (c, type, key, i, made))
BLOCKING(Comm_disconnect, (MPI_Comm* c), (c))
BLOCKING(Comm_accept, (const char* port, MPI_Info i, int root, MPI_Comm c, MPI_Comm* made), (port, i, root, c, made))
BLOCKING(Comm_connect, (const char* port, MPI_Info i, int root, MPI_Comm c, MPI_Comm* made), (port, i, root, c, made))
BLOCKING(Comm_join, (int socket, MPI_Comm* made), (socket, made))
BLOCKING(Comm_spawn, (const char* command, char* words[], int n, MPI_Info i, int root, MPI_Comm c, MPI_Comm* made, int codes[]), (command, words, n, i, root, c, made, codes))
BLOCKING(Comm_spawn_multiple, (int count, char* commands[], char** words[], const int n[], const MPI_Info i[], int root, MPI_Comm c, MPI_Comm* made, int codes[]), (count, commands, words, n, i, root, c, made, codes))
BLOCKING(Intercomm_create, (MPI_Comm mine, int leader, MPI_Comm peers, int theirs, int tag, MPI_Comm* made), (mine, leader, peers, theirs, tag, made))
MAKING(Intercomm_merge, (MPI_Comm c, int high, MPI_Comm* made), (c, high, made))
MAKING(Cart_create, (MPI_Comm c, int n, const int dims[], const int periods[], int reorder, MPI_Comm* made), (c, n, dims, periods, reorder, made))
MAKING(Cart_sub, (MPI_Comm c, const int remain[], MPI_Comm* made), (c, remain, made))
MAKING(Graph_create, (MPI_Comm c, int n, const int index[], const int edges[], int reorder, MPI_Comm* made), (c, n, index, edges, reorder, made))
MAKING(Dist_graph_create, (MPI_Comm c, int n, const int sources[], const int degrees[], const int destinations[], const int weights[], MPI_Info i, int reorder, MPI_Comm* made), (c, n, sources, degrees, destinations, weights, i, reorder, made))
MAKING(Dist_graph_create_adjacent, (MPI_Comm c, int in, const int sources[], const int sw[], int out, const int destinations[], const int dw[], MPI_Info i, int reorder, MPI_Comm* made), (c, in, sources, sw, out, destinations, dw, i, reorder, made))
// Windows.
BLOCKING(Win_create, (void* b, MPI_Aint n, int unit, MPI_Info i, MPI_Comm c, MPI_Win* made), (b, n, unit, i, c, made))
BLOCKING(Win_allocate, (MPI_Aint n, int unit, MPI_Info i, MPI_Comm c, void* b, MPI_Win* made), (n, unit, i, c, b, made))
BLOCKING(Win_allocate_shared, (MPI_Aint n, int unit, MPI_Info i, MPI_Comm c, void* b, MPI_Win* made), (n, unit, i, c, b, made))
BLOCKING(Win_create_dynamic, (MPI_Info i, MPI_Comm c, MPI_Win* made), (i, c, made))
BLOCKING(Win_free, (MPI_Win* w), (w))
BLOCKING(Win_fence, (int assertion, MPI_Win w), (assertion, w))
BLOCKING(Win_start, (MPI_Group g, int assertion, MPI_Win w), (g, assertion, w))
BLOCKING(Win_complete, (MPI_Win w), (w))
BLOCKING(Win_wait, (MPI_Win w), (w))
BLOCKING(Win_test, (MPI_Win w, int* flag), (w, flag))
BLOCKING(Win_lock, (int type, int rank, int assertion, MPI_Win w), (type, rank, assertion, w))
BLOCKING(Win_lock_all, (int assertion, MPI_Win w), (assertion, w))
BLOCKING(Win_unlock, (int rank, MPI_Win w), (rank, w))
BLOCKING(Win_unlock_all, (MPI_Win w), (w))
BLOCKING(Win_flush, (int rank, MPI_Win w), (rank, w))
BLOCKING(Win_flush_all, (MPI_Win w), (w))
BLOCKING(Win_flush_local, (int rank, MPI_Win w), (rank, w))
BLOCKING(Win_flush_local_all, (MPI_Win w), (w))
// Files.
BLOCKING(File_open, (MPI_Comm c, const char* name, int mode, MPI_Info i, MPI_File* made), (c, name, mode, i, made))
BLOCKING(File_close, (MPI_File* f), (f))
BLOCKING(File_set_size, (MPI_File f, MPI_Offset n), (f, n))
BLOCKING(File_preallocate, (MPI_File f, MPI_Offset n), (f, n))
BLOCKING(File_set_info, (MPI_File f, MPI_Info i), (f, i))
BLOCKING(File_set_view, (MPI_File f, MPI_Offset at, MPI_Datatype e, MPI_Datatype t, const char* name, MPI_Info i), (f, at, e, t, name, i))
BLOCKING(File_set_atomicity, (MPI_File f, int flag), (f, flag))
BLOCKING(File_sync, (MPI_File f), (f))
BLOCKING(File_read_all, (MPI_File f, void* b, int n, MPI_Datatype t, MPI_Status* s), (f, b, n, t, s))
BLOCKING(File_write_all, (MPI_File f, const void* b, int n, MPI_Datatype t, MPI_Status* s), (f, b, n, t, s))
BLOCKING(File_read_at_all, (MPI_File f, MPI_Offset at, void* b, int n, MPI_Datatype t, MPI_Status* s), (f, at, b, n, t, s))
BLOCKING(File_write_at_all, (MPI_File f, MPI_Offset at, const void* b, int n, MPI_Datatype t, MPI_Status* s), (f, at, b, n, t, s))
BLOCKING(File_read_ordered, (MPI_File f, void* b, int n, MPI_Datatype t, MPI_Status* s), (f, b, n, t, s))
BLOCKING(File_write_ordered, (MPI_File f, const void* b, int n, MPI_Datatype t, MPI_Status* s), (f, b, n, t, s))
BLOCKING(File_read_all_begin, (MPI_File f, void* b, int n, MPI_Datatype t), (f, b, n, t))
BLOCKING(File_read_all_end, (MPI_File f, void* b, MPI_Status* s), (f, b, s))
BLOCKING(File_write_all_begin, (MPI_File f, const void* b, int n, MPI_Datatype t), (f, b, n, t))
BLOCKING(File_write_all_end, (MPI_File f, const void* b, MPI_Status* s), (f, b, s))
BLOCKING(File_read_at_all_begin, (MPI_File f, MPI_Offset at, void* b, int n, MPI_Datatype t), (f, at, b, n, t))
BLOCKING(File_read_at_all_end, (MPI_File f, void* b, MPI_Status* s), (f, b, s))
BLOCKING(File_write_at_all_begin, (MPI_File f, MPI_Offset at, const void* b, int n, MPI_Datatype t), (f, at, b, n, t))
BLOCKING(File_write_at_all_end, (MPI_File f, const void* b, MPI_Status* s), (f, b, s))
BLOCKING(File_read_ordered_begin, (MPI_File f, void* b, int n, MPI_Datatype t), (f, b, n, t))
BLOCKING(File_read_ordered_end, (MPI_File f, void* b, MPI_Status* s), (f, b, s))
BLOCKING(File_write_ordered_begin, (MPI_File f, const void* b, int n, MPI_Datatype t), (f, b, n, t))
BLOCKING(File_write_ordered_end, (MPI_File f, const void* b, MPI_Status* s), (f, b, s))
BLOCKING(File_seek_shared, (MPI_File f, MPI_Offset at, int whence), (f, at, whence))
// clang-format on

int MPI_Comm_free(MPI_Comm* comm) {
  before_blocking();
  if (comm != nullptr) verify_before_end(*comm);
  return PMPI_Comm_free(comm);
}
}
