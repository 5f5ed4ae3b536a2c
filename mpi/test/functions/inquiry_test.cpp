// SPDX-License-Identifier: Apache-2.0
// Functions that ask for a version. The installed MPIs do not have these functions or get them
// wrong, so no end-to-end program can compare them.
#include <cstdint>
#include <string>

#include "support/rank_run.h"

namespace bamboo::mpi {
namespace {

FOR_RANKS_AND_WORKERS(InquiryFunctions, 1, 3, 8);

int versions(int, char**) {
  int major = -1, minor = -1;  // may be asked before MPI_Init
  MPI_Abi_get_version(&major, &minor);
  EXPECT_EQ(major, MPI_ABI_VERSION);
  EXPECT_EQ(minor, MPI_ABI_SUBVERSION);
  MPI_Init(nullptr, nullptr);
  MPI_Finalize();
  return 0;
}
TEST_P(InquiryFunctions, TheAbiHasAVersion) {
  run(versions);
}

std::string value_of(MPI_Info info, const char* key) {
  char value[MPI_MAX_INFO_VAL + 1] = "";
  int flag = 0;
  MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
  return flag ? value : "not there";
}

int types_of_the_abi(int, char**) {
  MPI_Info info = MPI_INFO_NULL, fortran = MPI_INFO_NULL;
  MPI_Abi_get_info(&info);  // may be asked before MPI_Init
  EXPECT_EQ(value_of(info, "mpi_aint_size"), "8");
  EXPECT_EQ(value_of(info, "mpi_count_size"), "8");
  EXPECT_EQ(value_of(info, "mpi_offset_size"), "8");
  MPI_Init(nullptr, nullptr);
  MPI_Abi_get_fortran_info(&fortran);
  int bytes = 0;
  MPI_Type_size(MPI_LOGICAL, &bytes);
  EXPECT_EQ(value_of(fortran, "mpi_logical_size"), std::to_string(bytes));
  MPI_Type_size(MPI_INTEGER, &bytes);
  EXPECT_EQ(value_of(fortran, "mpi_integer_size"), std::to_string(bytes));
  MPI_Type_size(MPI_REAL, &bytes);
  EXPECT_EQ(value_of(fortran, "mpi_real_size"), std::to_string(bytes));
  MPI_Type_size(MPI_DOUBLE_PRECISION, &bytes);
  EXPECT_EQ(value_of(fortran, "mpi_double_precision_size"), std::to_string(bytes));
  EXPECT_EQ(value_of(fortran, "mpi_integer16_supported"), "true");
  EXPECT_EQ(value_of(fortran, "mpi_double_complex_supported"), "true");
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  EXPECT_EQ(MPI_Abi_set_fortran_info(fortran), MPI_ERR_ABI);
  MPI_Info_free(&info);
  MPI_Info_free(&fortran);
  MPI_Finalize();
  return 0;
}
TEST_P(InquiryFunctions, TheAbiNamesItsTypes) {
  run(types_of_the_abi);
}

int values_of_logical(int, char**) {
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  std::int32_t yes = -1, no = -1;
  int is_set = 0;
  EXPECT_EQ(MPI_Abi_get_fortran_booleans(4, &yes, &no, &is_set), MPI_SUCCESS);
  EXPECT_EQ(yes, 1);
  EXPECT_EQ(no, 0);
  EXPECT_EQ(is_set, 1);
  EXPECT_EQ(MPI_Abi_get_fortran_booleans(8, &yes, &no, &is_set), MPI_ERR_ABI);
  EXPECT_EQ(MPI_Abi_set_fortran_booleans(4, &yes, &no), MPI_ERR_ABI);
  MPI_Finalize();
  return 0;
}
TEST_P(InquiryFunctions, TheValuesOfLogicalAreSet) {
  run(values_of_logical);
}

int removed_errors(int, char**) {
  int error_class = 0, code = 0;  // may be called before MPI_Init
  MPI_Add_error_class(&error_class);
  MPI_Add_error_code(error_class, &code);
  MPI_Add_error_string(code, "gone soon");
  EXPECT_EQ(MPI_Remove_error_string(code), MPI_SUCCESS);
  EXPECT_EQ(MPI_Remove_error_code(code), MPI_SUCCESS);
  EXPECT_EQ(MPI_Remove_error_class(error_class), MPI_SUCCESS);
  MPI_Init(nullptr, nullptr);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  EXPECT_EQ(MPI_Error_class(code, &error_class), MPI_ERR_ARG);
  MPI_Finalize();
  return 0;
}
TEST_P(InquiryFunctions, AProgramRemovesTheErrorsThatItAdded) {
  run(removed_errors);
}

}  // namespace
}  // namespace bamboo::mpi
