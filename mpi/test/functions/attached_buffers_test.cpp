// SPDX-License-Identifier: Apache-2.0
// Buffers of communicators, and the one that MPI makes itself: MPI 4.1, which installed MPIs lack.
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(AttachedBuffers, 1, 2, 5);

int by_communicator(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  const std::vector<int> out = values(world_rank(), 1000);
  std::vector<int> in(1000);
  std::vector<char> memory(4000 + MPI_BSEND_OVERHEAD);
  EXPECT_EQ(class_of(MPI_Bsend(out.data(), 1000, MPI_INT, next(), 0, comm)), MPI_ERR_BUFFER);
  MPI_Comm_attach_buffer(comm, memory.data(), static_cast<int>(memory.size()));
  EXPECT_EQ(class_of(MPI_Comm_attach_buffer(comm, memory.data(), 8)), MPI_ERR_BUFFER);
  EXPECT_EQ(class_of(MPI_Bsend(out.data(), 1000, MPI_INT, next(), 0, MPI_COMM_WORLD)),
            MPI_ERR_BUFFER);
  EXPECT_EQ(class_of(MPI_Bsend(out.data(), 1001, MPI_INT, next(), 0, comm)), MPI_ERR_BUFFER);
  EXPECT_EQ(MPI_Bsend(out.data(), 1000, MPI_INT, next(), 0, comm), MPI_SUCCESS);
  EXPECT_EQ(MPI_Comm_flush_buffer(comm), MPI_SUCCESS);
  MPI_Request flush;
  EXPECT_EQ(MPI_Comm_iflush_buffer(comm, &flush), MPI_SUCCESS);
  EXPECT_EQ(MPI_Wait(&flush, MPI_STATUS_IGNORE), MPI_SUCCESS);
  MPI_Recv(in.data(), 1000, MPI_INT, previous(), 0, comm, MPI_STATUS_IGNORE);
  EXPECT_EQ(in, values(previous(), 1000));
  void* address = nullptr;
  int size = -1;
  MPI_Comm_detach_buffer(comm, static_cast<void*>(&address), &size);
  EXPECT_EQ(address, memory.data());
  EXPECT_EQ(size, static_cast<int>(memory.size()));
  MPI_Count wide = -1;
  MPI_Comm_attach_buffer_c(comm, memory.data(), MPI_Count{1} << 40);
  MPI_Comm_detach_buffer_c(comm, static_cast<void*>(&address), &wide);
  EXPECT_EQ(wide, MPI_Count{1} << 40);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
TEST_P(AttachedBuffers, ServeTheirCommunicatorAlone) {
  run(by_communicator);
}

/// A communicator of the group that these ranks of the session have.
MPI_Comm of_session(MPI_Session session, const char* tag, bool made_of_ranks) {
  MPI_Group group, whole;
  MPI_Group_from_session_pset(session, "mpi://WORLD", &whole);
  int size = 0;
  MPI_Group_size(whole, &size);
  std::vector<int> ranks(size);
  for (int r = 0; r < size; r++) ranks[r] = r;
  if (made_of_ranks)
    MPI_Group_incl(whole, size, ranks.data(), &group);
  else
    MPI_Group_union(whole, MPI_GROUP_EMPTY, &group);
  MPI_Comm comm;
  MPI_Comm_create_from_group(group, tag, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  MPI_Group_free(&whole);
  return comm;
}

int send_to_self(int bytes, MPI_Comm comm) {
  int me = -1;
  MPI_Comm_rank(comm, &me);
  const std::vector<char> out(bytes, 'x');
  const int code = MPI_Bsend(out.data(), bytes, MPI_CHAR, me, 0, comm);
  std::vector<char> in(bytes);
  if (code == MPI_SUCCESS) MPI_Recv(in.data(), bytes, MPI_CHAR, me, 0, comm, MPI_STATUS_IGNORE);
  return class_of(code);
}

int by_session(int, char**) {
  MPI_Session session;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  const MPI_Comm comm = of_session(session, "one", true), other = of_session(session, "two", false);
  MPI_Comm half;
  int me = -1;
  MPI_Comm_rank(comm, &me);
  MPI_Comm_split(comm, me % 2, 0, &half);
  std::vector<char> memory(1000 + MPI_BSEND_OVERHEAD), small(10 + MPI_BSEND_OVERHEAD);
  EXPECT_EQ(send_to_self(1, comm), MPI_ERR_BUFFER);
  MPI_Session_attach_buffer(session, memory.data(), static_cast<int>(memory.size()));
  EXPECT_EQ(class_of(MPI_Session_attach_buffer(session, memory.data(), 8)), MPI_ERR_BUFFER);
  for (const MPI_Comm each : {comm, other, half}) {
    EXPECT_EQ(send_to_self(1000, each), MPI_SUCCESS);
    EXPECT_EQ(send_to_self(1001, each), MPI_ERR_BUFFER);
  }
  MPI_Comm_attach_buffer(half, small.data(), static_cast<int>(small.size()));
  EXPECT_EQ(send_to_self(11, half), MPI_ERR_BUFFER);
  EXPECT_EQ(send_to_self(10, half), MPI_SUCCESS);
  EXPECT_EQ(MPI_Session_flush_buffer(session), MPI_SUCCESS);
  MPI_Request flush;
  EXPECT_EQ(MPI_Session_iflush_buffer(session, &flush), MPI_SUCCESS);
  EXPECT_EQ(MPI_Wait(&flush, MPI_STATUS_IGNORE), MPI_SUCCESS);
  void* address = nullptr;
  MPI_Count size = -1;
  MPI_Session_detach_buffer_c(session, static_cast<void*>(&address), &size);
  EXPECT_EQ(address, memory.data());
  EXPECT_EQ(size, static_cast<MPI_Count>(memory.size()));
  EXPECT_EQ(send_to_self(1, comm), MPI_ERR_BUFFER);
  int narrow = -1;
  MPI_Session_attach_buffer_c(session, memory.data(), 64);
  MPI_Session_detach_buffer(session, static_cast<void*>(&address), &narrow);
  EXPECT_EQ(narrow, 64);
  for (MPI_Comm each : {comm, other, half}) MPI_Comm_free(&each);
  MPI_Session_finalize(&session);
  return 0;
}
TEST_P(AttachedBuffers, OfASessionServeItsMessages) {
  run(by_session);
}

int automatic(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Buffer_attach_c(MPI_BUFFER_AUTOMATIC, 0);
  const std::vector<int> out = values(world_rank(), 50000);
  std::vector<int> in(50000);
  MPI_Bsend(out.data(), 50000, MPI_INT, next(), 0, MPI_COMM_WORLD);
  MPI_Request request;
  MPI_Ibsend(out.data(), 50000, MPI_INT, next(), 1, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Buffer_flush();
  MPI_Buffer_iflush(&request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (const int tag : {0, 1}) {
    MPI_Recv(in.data(), 50000, MPI_INT, previous(), tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    EXPECT_EQ(in, values(previous(), 50000));
  }
  void* address = nullptr;
  MPI_Count size = -1;
  MPI_Buffer_detach_c(static_cast<void*>(&address), &size);
  EXPECT_EQ(address, MPI_BUFFER_AUTOMATIC);
  EXPECT_EQ(size, 0);
  MPI_Finalize();
  return 0;
}
TEST_P(AttachedBuffers, MayBeMpisOwn) {
  run(automatic);
}

}  // namespace
}  // namespace bamboo::mpi
