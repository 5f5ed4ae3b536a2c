// SPDX-License-Identifier: Apache-2.0
#include "types/operation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <complex>
#include <vector>

#include "errors/errors.h"
#include "types/constructors.h"

namespace bamboo::mpi {
namespace {

template <class T>
T reduce(MPI_Op op, MPI_Datatype type, T left, T right) {
  const OperationRef operation = operation_ref(op);
  check_operation(*operation, datatype(type));
  apply(*operation, &left, &right, 1, datatype(type), type);
  return right;
}

TEST(Operation, Arithmetic) {
  EXPECT_EQ(reduce(MPI_SUM, MPI_INT, 40, 2), 42);
  EXPECT_EQ(reduce(MPI_PROD, MPI_LONG, 6L, 7L), 42L);
  EXPECT_EQ(reduce(MPI_MAX, MPI_DOUBLE, -1.5, -2.5), -1.5);
  EXPECT_EQ(reduce(MPI_MIN, MPI_FLOAT, 1.5f, 2.5f), 1.5f);
  EXPECT_EQ(reduce(MPI_SUM, MPI_LONG_DOUBLE, 1.0L, 2.0L), 3.0L);
  EXPECT_EQ(reduce<std::uint8_t>(MPI_MAX, MPI_UINT8_T, 200, 100), 200);
  EXPECT_EQ(reduce<signed char>(MPI_MIN, MPI_SIGNED_CHAR, -100, 100), -100);
  EXPECT_EQ(reduce<MPI_Aint>(MPI_SUM, MPI_AINT, 1, 2), 3);
}

TEST(Operation, IntegersWrapAround) {
  EXPECT_EQ(reduce(MPI_SUM, MPI_INT, INT_MAX, 1), INT_MIN);
  EXPECT_EQ(reduce<std::uint16_t>(MPI_PROD, MPI_UINT16_T, 65535, 65535), 1);
  EXPECT_EQ(reduce<long long>(MPI_PROD, MPI_LONG_LONG, LLONG_MAX, 2), -2);
}

TEST(Operation, LogicAndBits) {
  EXPECT_EQ(reduce(MPI_LAND, MPI_INT, 4, 2), 1);
  EXPECT_EQ(reduce(MPI_BAND, MPI_INT, 4, 2), 0);
  EXPECT_EQ(reduce(MPI_LOR, MPI_INT, 0, 0), 0);
  EXPECT_EQ(reduce(MPI_LXOR, MPI_INT, 4, 2), 0);
  EXPECT_EQ(reduce(MPI_BXOR, MPI_UNSIGNED, 6u, 3u), 5u);
  EXPECT_EQ(reduce(MPI_LAND, MPI_C_BOOL, true, false), false);
  EXPECT_EQ(reduce(MPI_LXOR, MPI_CXX_BOOL, true, false), true);
  EXPECT_EQ(reduce<unsigned char>(MPI_BOR, MPI_BYTE, 0xf0, 0x0f), 0xff);
}

TEST(Operation, Complex) {
  using C = std::complex<double>;
  EXPECT_EQ(reduce(MPI_PROD, MPI_C_DOUBLE_COMPLEX, C(0, 1), C(0, 1)), C(-1, 0));
  EXPECT_EQ(
      reduce(MPI_SUM, MPI_CXX_FLOAT_COMPLEX, std::complex<float>(1, 2), std::complex<float>(3, 4)),
      std::complex<float>(4, 6));
}

TEST(Operation, PlacesPreferTheSmallerIndexAmongEquals) {
  struct P {
    double value;
    int index;
  };
  EXPECT_EQ(reduce(MPI_MAXLOC, MPI_DOUBLE_INT, P{2, 7}, P{2, 3}).index, 3);
  EXPECT_EQ(reduce(MPI_MAXLOC, MPI_DOUBLE_INT, P{2, 1}, P{2, 3}).index, 1);
  EXPECT_EQ(reduce(MPI_MINLOC, MPI_DOUBLE_INT, P{1, 9}, P{2, 3}).index, 9);
  struct S {
    short value;
    int index;
  };
  EXPECT_EQ(reduce(MPI_MINLOC, MPI_SHORT_INT, S{-1, 4}, S{5, 3}).value, -1);
  struct F {
    float value, index;
  };
  EXPECT_EQ(reduce(MPI_MAXLOC, MPI_2REAL, F{1, 2}, F{3, 4}).index, 4.0f);
}

TEST(Operation, TheIncomingOperandIsTheLeftOne) {
  const MPI_Op op = new_operation({MPI_OP_NULL,
                                   [](void* in, void* inout, int* n, MPI_Datatype*) {
                                     for (int i = 0; i < *n; i++)
                                       static_cast<int*>(inout)[i] = static_cast<int*>(in)[i] * 10 +
                                                                     static_cast<int*>(inout)[i];
                                   },
                                   false});
  EXPECT_EQ(reduce(op, MPI_INT, 1, 2), 12);
  EXPECT_FALSE(operation_ref(op)->commutative);
  free_operation(op);
  EXPECT_THROW(operation_ref(op), MpiError);
}

TEST(Operation, AUsersSeesAValidDatatypeHandle) {
  const MPI_Op op = new_operation({MPI_OP_NULL,
                                   [](void*, void* inout, int* n, MPI_Datatype* type) {
                                     *static_cast<int*>(inout) =
                                         static_cast<int>(datatype(*type).size) * 100 + *n;
                                   },
                                   true});
  const NewType pair = make_contiguous(2, predefined(MPI_INT));
  pair->combiner = MPI_COMBINER_CONTIGUOUS;
  pair->committed = true;
  int in[6] = {}, inout[6] = {};
  const MPI_Datatype handle = new_handle(pair);
  apply(*operation_ref(op), in, inout, 3, *pair, handle);
  EXPECT_EQ(inout[0], 803);
  free_handle(handle);
  free_operation(op);
}

TEST(Operation, AnIllegalPairNamesBoth) {
  const auto message = [](MPI_Op op, const Datatype& type) -> std::string {
    try {
      check_operation(*operation_ref(op), type);
    } catch (const MpiError& e) {
      EXPECT_EQ(e.error_class, MPI_ERR_OP);
      return e.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message(MPI_BAND, datatype(MPI_DOUBLE)),
            "op MPI_BAND is not defined for datatype MPI_DOUBLE");
  EXPECT_EQ(message(MPI_MAX, datatype(MPI_C_DOUBLE_COMPLEX)),
            "op MPI_MAX is not defined for datatype MPI_C_DOUBLE_COMPLEX");
  EXPECT_EQ(message(MPI_SUM, datatype(MPI_WCHAR)),
            "op MPI_SUM is not defined for datatype MPI_WCHAR, which is text; MPI_SIGNED_CHAR, "
            "MPI_UNSIGNED_CHAR, MPI_INT8_T ... are numbers");
  EXPECT_EQ(message(MPI_MAXLOC, datatype(MPI_INT)),
            "op MPI_MAXLOC is not defined for datatype MPI_INT");
  EXPECT_NE(message(MPI_REPLACE, datatype(MPI_INT)).find("one-sided"), std::string::npos);
  const NewType derived = make_contiguous(2, predefined(MPI_INT));
  derived->combiner = MPI_COMBINER_CONTIGUOUS;
  EXPECT_NE(message(MPI_SUM, *derived).find("MPI_Op_create"), std::string::npos);
  EXPECT_EQ(message(MPI_MIN, datatype(MPI_INT)), "accepted");
}

/// MPI's table of operations and kinds of types (chapter "Collective Communication").
TEST(Operation, TheWholeTable) {
  struct Kind {
    std::vector<MPI_Datatype> types;
    std::vector<MPI_Op> operations;
  };
  const std::vector<MPI_Op> all{MPI_MAX,  MPI_MIN,  MPI_SUM, MPI_PROD, MPI_LAND,   MPI_LOR,
                                MPI_LXOR, MPI_BAND, MPI_BOR, MPI_BXOR, MPI_MAXLOC, MPI_MINLOC};
  const std::vector<MPI_Op> order{MPI_MAX, MPI_MIN}, sum{MPI_SUM, MPI_PROD},
      logic{MPI_LAND, MPI_LOR, MPI_LXOR}, bits{MPI_BAND, MPI_BOR, MPI_BXOR},
      place{MPI_MAXLOC, MPI_MINLOC};
  const auto join = [](const std::vector<std::vector<MPI_Op>>& lists) {
    std::vector<MPI_Op> out;
    for (const auto& l : lists) out.insert(out.end(), l.begin(), l.end());
    return out;
  };
  const Kind kinds[] = {
      {{MPI_INT, MPI_LONG, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_UNSIGNED, MPI_UNSIGNED_LONG,
        MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_INT8_T,
        MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T,
        MPI_UINT64_T,
        // Not or not all by MPI's table, but by its implementations:
        MPI_CHAR, MPI_AINT, MPI_OFFSET, MPI_COUNT},
       join({order, sum, logic, bits})},
      {{MPI_INTEGER, MPI_INTEGER1, MPI_INTEGER2, MPI_INTEGER4, MPI_INTEGER8},
       join({order, sum, bits})},
      {{MPI_FLOAT, MPI_DOUBLE, MPI_REAL, MPI_DOUBLE_PRECISION, MPI_LONG_DOUBLE, MPI_REAL4,
        MPI_REAL8},
       join({order, sum})},
      {{MPI_LOGICAL, MPI_C_BOOL, MPI_CXX_BOOL, MPI_LOGICAL1, MPI_LOGICAL4}, logic},
      {{MPI_COMPLEX, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX,
        MPI_CXX_DOUBLE_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX8, MPI_COMPLEX16},
       sum},
      {{MPI_BYTE}, bits},
      {{MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT, MPI_LONG_DOUBLE_INT,
        MPI_2REAL, MPI_2DOUBLE_PRECISION, MPI_2INTEGER},
       place},
      {{MPI_WCHAR, MPI_PACKED, MPI_CHARACTER}, {}},
  };
  for (const Kind& kind : kinds)
    for (const MPI_Datatype type : kind.types)
      for (const MPI_Op op : all) {
        const bool legal = std::ranges::count(kind.operations, op) > 0;
        EXPECT_EQ(reduction_kernel(op, type) != nullptr, legal)
            << datatype(type).name << " op " << op;
      }
}

}  // namespace
}  // namespace bamboo::mpi
