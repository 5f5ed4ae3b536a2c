// SPDX-License-Identifier: Apache-2.0
// All functions that read and write files, by one round trip each.
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include "files/temporary_folder.h"
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(Files, 1, 3);

std::string path;  // of the file; the ranks of the process share it

/// A function that moves integers, in whichever way. The offset is for those that take one.
using Move = std::function<int(MPI_File, MPI_Offset, int*, int, MPI_Status*)>;

template <class Data, class Count>
Move move(int (*f)(MPI_File, Data*, Count, MPI_Datatype, MPI_Status*)) {
  return [=](MPI_File file, MPI_Offset, int* data, int count, MPI_Status* status) {
    return f(file, data, count, MPI_INT, status);
  };
}
template <class Data, class Count>
Move move(int (*f)(MPI_File, MPI_Offset, Data*, Count, MPI_Datatype, MPI_Status*)) {
  return [=](MPI_File file, MPI_Offset offset, int* data, int count, MPI_Status* status) {
    return f(file, offset, data, count, MPI_INT, status);
  };
}
template <class Data, class Count>
Move move(int (*f)(MPI_File, Data*, Count, MPI_Datatype, MPI_Request*)) {
  return [=](MPI_File file, MPI_Offset, int* data, int count, MPI_Status* status) {
    MPI_Request request;
    return f(file, data, count, MPI_INT, &request) || MPI_Wait(&request, status);
  };
}
template <class Data, class Count>
Move move(int (*f)(MPI_File, MPI_Offset, Data*, Count, MPI_Datatype, MPI_Request*)) {
  return [=](MPI_File file, MPI_Offset offset, int* data, int count, MPI_Status* status) {
    MPI_Request request;
    return f(file, offset, data, count, MPI_INT, &request) || MPI_Wait(&request, status);
  };
}
template <class Data, class Count>
Move move(int (*begin)(MPI_File, Data*, Count, MPI_Datatype),
          int (*end)(MPI_File, Data*, MPI_Status*)) {
  return [=](MPI_File file, MPI_Offset, int* data, int count, MPI_Status* status) {
    return begin(file, data, count, MPI_INT) || end(file, data, status);
  };
}
template <class Data, class Count>
Move move(int (*begin)(MPI_File, MPI_Offset, Data*, Count, MPI_Datatype),
          int (*end)(MPI_File, Data*, MPI_Status*)) {
  return [=](MPI_File file, MPI_Offset offset, int* data, int count, MPI_Status* status) {
    return begin(file, offset, data, count, MPI_INT) || end(file, data, status);
  };
}

struct FileForm {
  const char* name;
  Move write, read;
};

const std::vector<FileForm>& own_place() {
  static const std::vector<FileForm> forms = {
      {"at", move(MPI_File_write_at), move(MPI_File_read_at)},
      {"at_c", move(MPI_File_write_at_c), move(MPI_File_read_at_c)},
      {"at_all", move(MPI_File_write_at_all), move(MPI_File_read_at_all)},
      {"at_all_c", move(MPI_File_write_at_all_c), move(MPI_File_read_at_all_c)},
      {"i at", move(MPI_File_iwrite_at), move(MPI_File_iread_at)},
      {"i at_c", move(MPI_File_iwrite_at_c), move(MPI_File_iread_at_c)},
      {"i at_all", move(MPI_File_iwrite_at_all), move(MPI_File_iread_at_all)},
      {"i at_all_c", move(MPI_File_iwrite_at_all_c), move(MPI_File_iread_at_all_c)},
      {"split at_all", move(MPI_File_write_at_all_begin, MPI_File_write_at_all_end),
       move(MPI_File_read_at_all_begin, MPI_File_read_at_all_end)},
      {"split at_all_c", move(MPI_File_write_at_all_begin_c, MPI_File_write_at_all_end),
       move(MPI_File_read_at_all_begin_c, MPI_File_read_at_all_end)},
      {"individual", move(MPI_File_write), move(MPI_File_read)},
      {"individual_c", move(MPI_File_write_c), move(MPI_File_read_c)},
      {"all", move(MPI_File_write_all), move(MPI_File_read_all)},
      {"all_c", move(MPI_File_write_all_c), move(MPI_File_read_all_c)},
      {"i", move(MPI_File_iwrite), move(MPI_File_iread)},
      {"i c", move(MPI_File_iwrite_c), move(MPI_File_iread_c)},
      {"i all", move(MPI_File_iwrite_all), move(MPI_File_iread_all)},
      {"i all_c", move(MPI_File_iwrite_all_c), move(MPI_File_iread_all_c)},
      {"split all", move(MPI_File_write_all_begin, MPI_File_write_all_end),
       move(MPI_File_read_all_begin, MPI_File_read_all_end)},
      {"split all_c", move(MPI_File_write_all_begin_c, MPI_File_write_all_end),
       move(MPI_File_read_all_begin_c, MPI_File_read_all_end)},
      {"ordered", move(MPI_File_write_ordered), move(MPI_File_read_ordered)},
      {"ordered_c", move(MPI_File_write_ordered_c), move(MPI_File_read_ordered_c)},
      {"split ordered", move(MPI_File_write_ordered_begin, MPI_File_write_ordered_end),
       move(MPI_File_read_ordered_begin, MPI_File_read_ordered_end)},
      {"split ordered_c", move(MPI_File_write_ordered_begin_c, MPI_File_write_ordered_end),
       move(MPI_File_read_ordered_begin_c, MPI_File_read_ordered_end)},
  };
  return forms;
}

const std::vector<FileForm>& any_place() {
  static const std::vector<FileForm> forms = {
      {"shared", move(MPI_File_write_shared), move(MPI_File_read_shared)},
      {"shared_c", move(MPI_File_write_shared_c), move(MPI_File_read_shared_c)},
      {"i shared", move(MPI_File_iwrite_shared), move(MPI_File_iread_shared)},
      {"i shared_c", move(MPI_File_iwrite_shared_c), move(MPI_File_iread_shared_c)},
  };
  return forms;
}

MPI_File open_shared_file() {
  MPI_File file;
  EXPECT_EQ(MPI_File_open(MPI_COMM_WORLD, path.c_str(),
                          MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                          &file),
            MPI_SUCCESS);
  EXPECT_EQ(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_SUCCESS);
  return file;
}

void rewind(MPI_File file, MPI_Offset place) {
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_File_seek(file, place, MPI_SEEK_SET);
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
}

constexpr int length = 10;

/// Writes `length` numbers of the rank, and returns what it reads.
std::vector<int> round_trip(const FileForm& form) {
  const MPI_File file = open_shared_file();
  const MPI_Offset place = world_rank() * length;
  std::vector<int> out(length), in(length, -1);
  std::iota(out.begin(), out.end(), world_rank() * 100);
  MPI_Status status;
  int count = -1;
  rewind(file, place);
  EXPECT_EQ(form.write(file, place, out.data(), length, &status), MPI_SUCCESS);
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(count, length);
  rewind(file, place);
  EXPECT_EQ(form.read(file, place, in.data(), length, &status), MPI_SUCCESS);
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(count, length);
  MPI_File copy = file;
  MPI_File_close(&copy);
  EXPECT_EQ(copy, MPI_FILE_NULL);
  return in;
}

int all_at_own_places(int, char**) {
  MPI_Init(nullptr, nullptr);
  for (const FileForm& form : own_place()) {
    std::vector<int> expected(length);
    std::iota(expected.begin(), expected.end(), world_rank() * 100);
    EXPECT_EQ(round_trip(form), expected) << form.name;
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Files, ReadWhatWasWritten) {
  const test::TemporaryFolder folder;
  path = folder.path() + "/data";
  run(all_at_own_places);
}

int all_at_any_place(int, char**) {
  MPI_Init(nullptr, nullptr);
  for (const FileForm& form : any_place()) {
    const int first = round_trip(form).front();
    int sum = 0;
    MPI_Allreduce(&first, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    EXPECT_EQ(sum, 100 * world_size() * (world_size() - 1) / 2) << form.name;
  }
  MPI_Finalize();
  return 0;
}
TEST_P(Files, GiveEachRankOneRecordByTheSharedPointer) {
  const test::TemporaryFolder folder;
  path = folder.path() + "/data";
  run(all_at_any_place);
}

int split_errors(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_File file = open_shared_file();
  int number = 0;
  EXPECT_EQ(MPI_File_write_all_end(file, &number, MPI_STATUS_IGNORE), MPI_ERR_IO);
  EXPECT_EQ(MPI_File_write_all_begin(file, &number, 1, MPI_INT), MPI_SUCCESS);
  EXPECT_EQ(MPI_File_write_all_begin(file, &number, 1, MPI_INT), MPI_ERR_IO);
  EXPECT_EQ(MPI_File_read_all_end(file, &number, MPI_STATUS_IGNORE), MPI_ERR_IO);
  EXPECT_EQ(MPI_File_close(&file), MPI_ERR_IO);
  EXPECT_NE(file, MPI_FILE_NULL);
  EXPECT_EQ(MPI_File_write_all_end(file, &number, MPI_STATUS_IGNORE), MPI_SUCCESS);
  EXPECT_EQ(MPI_File_close(&file), MPI_SUCCESS);
  MPI_Finalize();
  return 0;
}
TEST_P(Files, HaveOneSplitOperationAtATime) {
  const test::TemporaryFolder folder;
  path = folder.path() + "/data";
  run(split_errors);
}

int argument_errors(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_File file = MPI_FILE_NULL;
  EXPECT_EQ(MPI_File_close(&file), MPI_ERR_FILE);
  const int amode = world_rank() ? MPI_MODE_RDWR | MPI_MODE_CREATE : MPI_MODE_RDONLY;
  EXPECT_EQ(MPI_File_open(MPI_COMM_WORLD, path.c_str(), amode, MPI_INFO_NULL, &file),
            world_size() > 1 ? MPI_ERR_NOT_SAME : MPI_ERR_NO_SUCH_FILE);
  EXPECT_EQ(file, MPI_FILE_NULL);
  file = open_shared_file();
  int number = 0;
  char letter = 'a';
  EXPECT_EQ(MPI_File_write_at(file, -1, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
  EXPECT_EQ(MPI_File_write_at(file, 0, nullptr, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_BUFFER);
  EXPECT_EQ(MPI_File_write_at(file, 0, &letter, 1, MPI_CHAR, MPI_STATUS_IGNORE), MPI_ERR_IO);
  MPI_Aint extent = 0;
  MPI_Count large_extent = 0;
  EXPECT_EQ(MPI_File_get_type_extent(file, MPI_DOUBLE, &extent), MPI_SUCCESS);
  EXPECT_EQ(MPI_File_get_type_extent_c(file, MPI_DOUBLE, &large_extent), MPI_SUCCESS);
  EXPECT_EQ(extent, 8);
  EXPECT_EQ(large_extent, 8);
  EXPECT_EQ(MPI_File_f2c(MPI_File_c2f(file)), file);
  EXPECT_EQ(MPI_File_fromint(MPI_File_toint(file)), file);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
TEST_P(Files, SayWhatIsWrong) {
  const test::TemporaryFolder folder;
  path = folder.path() + "/data";
  run(argument_errors);
}

}  // namespace
}  // namespace bamboo::mpi
