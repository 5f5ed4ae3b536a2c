// SPDX-License-Identifier: Apache-2.0
// Buffers of communicators, and the one that MPI makes itself: MPI 4.1, which installed MPIs lack.
#include <vector>

#include "support/ring.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(AttachedBuffers, 1, 2, 5);

int class_of(int code) {
  int error_class = -1;
  MPI_Error_class(code, &error_class);
  return error_class;
}

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
