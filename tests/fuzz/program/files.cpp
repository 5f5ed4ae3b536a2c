// SPDX-License-Identifier: Apache-2.0
// A file that the members write in one way and read in another.
#include <algorithm>
#include <string>

#include "world.h"

namespace fuzz {

namespace {

/// Rank r has every size-th block of integers, from the r-th on.
void see_own_blocks(const Step& step, MPI_File file, int rank, int block) {
  MPI_Datatype one;
  MPI_Datatype all;
  MPI_Type_contiguous(block, MPI_INT, &one);
  const auto extent = static_cast<MPI_Aint>(sizeof(int)) * block * step.size;
  MPI_Type_create_resized(one, 0, extent, &all);
  MPI_Type_commit(&all);
  MPI_File_set_view(file, static_cast<MPI_Offset>(sizeof(int)) * block * rank, MPI_INT, all,
                    "native", MPI_INFO_NULL);
  MPI_Type_free(&all);
  MPI_Type_free(&one);
}

void write(Step& step, MPI_File file, int how, std::vector<int> values, int block) {
  const int n = static_cast<int>(values.size());
  MPI_Request request;
  MPI_Status status;
  switch (how) {
    case 0:
      see_own_blocks(step, file, step.rank, block);
      MPI_File_write_all(file, values.data(), n, MPI_INT, &status);
      break;
    case 1:
      see_own_blocks(step, file, step.rank, block);
      MPI_File_write_at(file, 0, values.data(), n, MPI_INT, &status);
      break;
    case 2:
      MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
      MPI_File_write_ordered(file, values.data(), n, MPI_INT, &status);
      break;
    case 3:
      see_own_blocks(step, file, step.rank, block);
      MPI_File_iwrite_at(file, 0, values.data(), n, MPI_INT, &request);
      MPI_Wait(&request, &status);
      break;
    case 4:
      see_own_blocks(step, file, step.rank, block);
      MPI_File_write_at_all_begin(file, 0, values.data(), n, MPI_INT);
      MPI_File_write_at_all_end(file, values.data(), &status);
      break;
    default:
      MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
      MPI_File_seek(file, MPI_Offset{n} * step.rank, MPI_SEEK_SET);
      MPI_File_write(file, values.data(), n, MPI_INT, &status);
  }
  int count = 0;
  MPI_Get_count(&status, MPI_INT, &count);
  step.digest().add(count);
}

void read(Step& step, MPI_File file, int how, int n, int block) {
  std::vector<int> values(static_cast<std::size_t>(n), -1);
  const int other = (step.rank + 1) % step.size;
  MPI_Request request;
  MPI_Status status;
  switch (how) {
    case 0:
      see_own_blocks(step, file, other, block);
      MPI_File_read_all(file, values.data(), n, MPI_INT, &status);
      break;
    case 1:
      MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
      MPI_File_read_at_all(file, MPI_Offset{n} * other, values.data(), n, MPI_INT, &status);
      break;
    case 2:
      MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
      MPI_File_read_ordered(file, values.data(), n, MPI_INT, &status);
      break;
    case 3:
      see_own_blocks(step, file, other, block);
      MPI_File_iread_at(file, 0, values.data(), n, MPI_INT, &request);
      MPI_Wait(&request, &status);
      break;
    default:
      MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
      MPI_File_seek(file, -MPI_Offset{n} * (step.rank + 1), MPI_SEEK_END);
      MPI_File_read(file, values.data(), n, MPI_INT, &status);
  }
  int count = 0;
  MPI_Get_count(&status, MPI_INT, &count);
  step.digest().add(count);
  step.digest().add(values);
}

}  // namespace

void files(Step& step) {
  if (step.slot.kind != Kind::Plain) return;  // Open MPI 4.1 crashes on topologies
  const std::string name = step.world.folder + "/" + std::to_string(step.slot.identity) + "-" +
                           std::to_string(step.number);
  const int block = 1 + step.dice.below(12);
  const int n = block * (1 + step.dice.below(6));
  const int writing = step.dice.below(6);
  const int reading = step.dice.below(5);
  const bool atomic = step.dice.chance(20);
  MPI_File file;
  MPI_File_open(step.comm(), name.c_str(), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
  MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL);
  MPI_File_set_atomicity(file, atomic ? 1 : 0);
  write(step, file, writing, numbers(step.of_rank(step.rank), static_cast<std::size_t>(n)), block);
  MPI_File_sync(file);
  MPI_Barrier(step.comm());
  MPI_File_sync(file);
  MPI_Offset size = 0;
  MPI_File_get_size(file, &size);
  step.digest().add(size);
  read(step, file, reading, n, block);
  MPI_File_close(&file);
  MPI_Barrier(step.comm());
  if (step.rank == 0) MPI_File_delete(name.c_str(), MPI_INFO_NULL);
}

}  // namespace fuzz
