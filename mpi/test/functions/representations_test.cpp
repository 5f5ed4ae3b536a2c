// SPDX-License-Identifier: Apache-2.0
// How data lie in files: types whose sizes differ there, and representations of the program's own.
// files_external32.c compares with the installed MPIs what has one size in memory and in files;
// they refuse representations of a program's own.
#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "files/temporary_folder.h"
#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(FileRepresentations, 1, 3);

std::string folder_path;  // the ranks of the process share it

/// Each rank has a file of its own.
MPI_File open_file() {
  MPI_File file;
  const std::string path = folder_path + "/data" + std::to_string(world_rank());
  EXPECT_EQ(MPI_File_open(MPI_COMM_SELF, path.c_str(),
                          MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                          &file),
            MPI_SUCCESS);
  return file;
}

/// A type that MPI's constructors make of elements.
using Make = std::function<MPI_Datatype(MPI_Datatype element)>;

template <class F>
Make make(F&& create) {
  return [=](MPI_Datatype element) {
    MPI_Datatype type;
    create(element, &type);
    MPI_Type_commit(&type);
    return type;
  };
}

const std::vector<Make>& makers() {
  using T = MPI_Datatype;
  static const int lengths[] = {2, 1, 3}, places[] = {1, 4, 7};
  static const MPI_Count large_lengths[] = {2, 1, 3}, large_places[] = {1, 4, 7};
  static const MPI_Aint bytes[] = {8, 24, 60};
  static const int sizes[] = {4, 5}, parts[] = {2, 3}, starts[] = {1, 1};
  static const MPI_Count large_sizes[] = {4, 5}, large_parts[] = {2, 3}, large_starts[] = {1, 1};
  static const int kinds[] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, grid[] = {2, 2},
                   defaults[] = {MPI_DISTRIBUTE_DFLT_DARG, MPI_DISTRIBUTE_DFLT_DARG};
  static const std::vector<Make> all = {
      make([](T e, T* t) { MPI_Type_dup(e, t); }),
      make([](T e, T* t) { MPI_Type_contiguous(3, e, t); }),
      make([](T e, T* t) { MPI_Type_vector(3, 2, 4, e, t); }),
      make([](T e, T* t) { MPI_Type_vector_c(3, 2, 4, e, t); }),
      make([](T e, T* t) { MPI_Type_create_hvector(3, 1, 20, e, t); }),
      make([](T e, T* t) { MPI_Type_create_hvector_c(3, 1, 20, e, t); }),
      make([](T e, T* t) { MPI_Type_indexed(3, lengths, places, e, t); }),
      make([](T e, T* t) { MPI_Type_indexed_c(3, large_lengths, large_places, e, t); }),
      make([](T e, T* t) { MPI_Type_create_hindexed(3, lengths, bytes, e, t); }),
      make([](T e, T* t) { MPI_Type_create_indexed_block(3, 2, places, e, t); }),
      make([](T e, T* t) { MPI_Type_create_indexed_block_c(3, 2, large_places, e, t); }),
      make([](T e, T* t) { MPI_Type_create_hindexed_block(3, 2, bytes, e, t); }),
      make([](T e, T* t) {
        const T members[] = {e, MPI_SHORT, e};
        MPI_Type_create_struct(3, lengths, bytes, members, t);
      }),
      make([](T e, T* t) { MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, e, t); }),
      make([](T e, T* t) {
        MPI_Type_create_subarray_c(2, large_sizes, large_parts, large_starts, MPI_ORDER_FORTRAN, e,
                                   t);
      }),
      make([](T e, T* t) {
        MPI_Type_create_darray(4, 2, 2, sizes, kinds, defaults, grid, MPI_ORDER_C, e, t);
      }),
      make([](T e, T* t) {
        MPI_Type_create_darray_c(4, 1, 2, large_sizes, kinds, defaults, grid, MPI_ORDER_C, e, t);
      }),
      make([](T e, T* t) { MPI_Type_create_resized(e, 0, 12, t); }),
  };
  return all;
}

/// Where the first etypes are in a view of the type.
std::vector<MPI_Offset> places_in(MPI_File file, MPI_Datatype etype, MPI_Datatype filetype,
                                  const char* representation) {
  EXPECT_EQ(MPI_File_set_view(file, 16, etype, filetype, representation, MPI_INFO_NULL),
            MPI_SUCCESS);
  std::vector<MPI_Offset> places(20);
  for (std::size_t i = 0; i < places.size(); i++)
    MPI_File_get_byte_offset(file, static_cast<MPI_Offset>(i), &places[i]);
  MPI_Aint extent = 0;
  MPI_File_get_type_extent(file, filetype, &extent);
  places.push_back(extent);
  return places;
}

int sizes_of_external32(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_File file = open_file();
  for (std::size_t i = 0; i < makers().size(); i++) {
    // In external32 a long has the 4 bytes of an int. Structures have two kinds of data.
    MPI_Datatype of_longs = makers()[i](MPI_LONG), of_ints = makers()[i](MPI_INT);
    const bool mixed = i == 12;
    EXPECT_EQ(places_in(file, mixed ? MPI_BYTE : MPI_LONG, of_longs, "external32"),
              places_in(file, mixed ? MPI_BYTE : MPI_INT, of_ints, "native"))
        << "type number " << i;
    MPI_Type_free(&of_longs);
    MPI_Type_free(&of_ints);
  }
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
TEST_P(FileRepresentations, TypesHaveTheSizesOfTheFile) {
  const test::TemporaryFolder folder;
  folder_path = folder.path();
  run(sizes_of_external32);
}

int longs(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_File file = open_file();
  const std::array<long, 4> out = {1, -2, 300, 70000};
  std::array<long, 6> in = {};
  in.fill(-7);
  MPI_File_set_view(file, 0, MPI_LONG, MPI_LONG, "external32", MPI_INFO_NULL);
  MPI_File_write(file, out.data(), 0, MPI_LONG, MPI_STATUS_IGNORE);
  MPI_File_write(file, out.data(), 4, MPI_LONG, MPI_STATUS_IGNORE);
  MPI_Offset bytes = 0;
  MPI_File_get_size(file, &bytes);
  EXPECT_EQ(bytes, 16);
  MPI_File_set_size(file, 14);  // in the middle of the last one
  MPI_Status status;
  MPI_File_read_at(file, 0, in.data(), 6, MPI_LONG, &status);
  int count = -1;
  MPI_Get_count(&status, MPI_LONG, &count);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(in, (std::array<long, 6>{1, -2, 300, -7, -7, -7}));
  const long large = 1L << 40;
  int error_class = 0;
  MPI_Error_class(MPI_File_write_at(file, 0, &large, 1, MPI_LONG, &status), &error_class);
  EXPECT_EQ(error_class, MPI_ERR_CONVERSION);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
TEST_P(FileRepresentations, LongsTakeFourBytesInExternal32) {
  const test::TemporaryFolder folder;
  folder_path = folder.path();
  run(longs);
}

/// A representation in which a number is a text of 8 digits.
struct Digits {
  int written = 0, got = 0;

  static int extent(MPI_Datatype type, MPI_Aint* extent, void*) {
    *extent = 8;
    return type == MPI_INT ? MPI_SUCCESS : MPI_ERR_TYPE;
  }
  template <class Count>
  static int write(void* memory, MPI_Datatype, Count count, void* file, MPI_Offset position,
                   void* state) {
    const int* const numbers = static_cast<int*>(memory) + position;
    for (Count i = 0; i < count; i++) {
      char text[9];
      std::snprintf(text, sizeof text, "%08d", numbers[i]);
      std::memcpy(static_cast<char*>(file) + i * 8, text, 8);
    }
    static_cast<Digits*>(state)->written += static_cast<int>(count);
    return MPI_SUCCESS;
  }
  template <class Count>
  static int read(void* memory, MPI_Datatype, Count count, void* file, MPI_Offset position,
                  void* state) {
    int* const numbers = static_cast<int*>(memory) + position;
    for (Count i = 0; i < count; i++)
      numbers[i] = std::stoi(std::string(static_cast<char*>(file) + i * 8, 8));
    static_cast<Digits*>(state)->got += static_cast<int>(count);
    return MPI_SUCCESS;
  }
};

void check_digits(const char* representation, const Digits& digits) {
  MPI_File file = open_file();
  const int out[] = {12, 345, 6789};
  int in[4] = {}, count = -1;
  MPI_Datatype every_other;
  MPI_Type_vector(1, 1, 2, MPI_INT, &every_other);
  MPI_Type_create_resized(every_other, 0, 16, &every_other);
  MPI_Type_commit(&every_other);
  EXPECT_EQ(MPI_File_set_view(file, 0, MPI_INT, every_other, representation, MPI_INFO_NULL),
            MPI_SUCCESS);
  MPI_File_write_all(file, out, 3, MPI_INT, MPI_STATUS_IGNORE);
  MPI_Status status;
  EXPECT_EQ(MPI_File_read_at(file, 0, in, 4, MPI_INT, &status), MPI_SUCCESS);
  MPI_Get_count(&status, MPI_INT, &count);
  EXPECT_EQ(count, 3);
  EXPECT_EQ(in[1], 345);
  EXPECT_EQ(in[2], 6789);
  EXPECT_EQ(digits.written, 3);
  EXPECT_EQ(digits.got, 3);
  char name[MPI_MAX_DATAREP_STRING], text[41] = "";
  MPI_Offset displacement;
  MPI_Datatype etype, filetype;
  MPI_File_get_view(file, &displacement, &etype, &filetype, name);
  EXPECT_STREQ(name, representation);
  MPI_Type_free(&filetype);
  MPI_File_set_view(file, 0, MPI_CHAR, MPI_CHAR, "native", MPI_INFO_NULL);
  MPI_File_read_at(file, 0, text, 40, MPI_CHAR, MPI_STATUS_IGNORE);
  EXPECT_EQ(std::string(text, 8), "00000012");
  EXPECT_EQ(std::string(text + 16, 8), "00000345");
  EXPECT_EQ(std::string(text + 32, 8), "00006789");
  MPI_File_close(&file);
}

int own_representation(int, char**) {
  Digits small, large;
  MPI_Init(nullptr, nullptr);
  EXPECT_EQ(
      MPI_Register_datarep("digits", Digits::read<int>, Digits::write<int>, Digits::extent, &small),
      MPI_SUCCESS);
  EXPECT_EQ(MPI_Register_datarep_c("digits_c", Digits::read<MPI_Count>, Digits::write<MPI_Count>,
                                   Digits::extent, &large),
            MPI_SUCCESS);
  check_digits("digits", small);
  check_digits("digits_c", large);
  MPI_Finalize();
  return 0;
}
TEST_P(FileRepresentations, AProgramConvertsByItsOwnFunctions) {
  const test::TemporaryFolder folder;
  folder_path = folder.path();
  run(own_representation);
}

int wrong_representations(int, char**) {
  Digits digits;
  MPI_Init(nullptr, nullptr);
  const auto add = [&](const char* name, MPI_Datarep_conversion_function* read) {
    return MPI_Register_datarep(name, read, MPI_CONVERSION_FN_NULL, Digits::extent, &digits);
  };
  EXPECT_EQ(add("external32", Digits::read<int>), MPI_ERR_DUP_DATAREP);
  EXPECT_EQ(add(std::string(MPI_MAX_DATAREP_STRING, 'x').c_str(), Digits::read<int>), MPI_ERR_ARG);
  EXPECT_EQ(add("half", Digits::read<int>), MPI_SUCCESS);
  EXPECT_EQ(add("half", Digits::read<int>), MPI_ERR_DUP_DATAREP);
  EXPECT_EQ(add("as in memory", MPI_CONVERSION_FN_NULL), MPI_SUCCESS);
  MPI_File file = open_file();
  const int number = 5;
  const auto view = [&](MPI_Datatype type, const char* name) {
    return MPI_File_set_view(file, 0, type, type, name, MPI_INFO_NULL);
  };
  EXPECT_EQ(view(MPI_INT, "unheard of"), MPI_ERR_UNSUPPORTED_DATAREP);
  EXPECT_EQ(view(MPI_DOUBLE, "half"), MPI_ERR_TYPE);  // of the program's function
  EXPECT_EQ(view(MPI_INT, "half"), MPI_SUCCESS);
  EXPECT_EQ(MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_CONVERSION);
  EXPECT_EQ(view(MPI_INT, "as in memory"), MPI_SUCCESS);
  EXPECT_EQ(MPI_File_write(file, &number, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_SUCCESS);
  MPI_Offset bytes = 0;
  MPI_File_get_size(file, &bytes);
  EXPECT_EQ(bytes, 4);
  MPI_File_close(&file);
  MPI_Finalize();
  return 0;
}
TEST_P(FileRepresentations, WrongOnesAreErrors) {
  const test::TemporaryFolder folder;
  folder_path = folder.path();
  run(wrong_representations);
}

}  // namespace
}  // namespace bamboo::mpi
