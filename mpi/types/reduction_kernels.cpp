// SPDX-License-Identifier: Apache-2.0
// The predefined reduction operations: which exist for which type, and their loops.
#include <complex>
#include <type_traits>

#include "types/operation.h"

namespace bamboo::mpi {
namespace {

/// Integers wrap around; computed unsigned, and never in a type that promotes to a signed one.
template <class T>
auto wrapping(T value) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<std::common_type_t<std::make_unsigned_t<T>, unsigned>>(value);
  else
    return value;
}

struct Sum {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(wrapping(a) + wrapping(b));
  }
};
struct Product {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(wrapping(a) * wrapping(b));
  }
};
struct Maximum {
  template <class T>
  T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};
struct Minimum {
  template <class T>
  T operator()(T a, T b) const {
    return a < b ? a : b;
  }
};
struct BitAnd {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct BitOr {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct BitXor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct LogicalAnd {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a && b);
  }
};
struct LogicalOr {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(a || b);
  }
};
struct LogicalXor {
  template <class T>
  T operator()(T a, T b) const {
    return static_cast<T>(!a != !b);
  }
};

template <class Value, class Index = int>
struct Pair {
  Value value;
  Index index;
};
/// For equal values the smaller index is used.
struct MaximumPlace {
  template <class P>
  P operator()(const P& a, const P& b) const {
    if (a.value > b.value || (a.value == b.value && a.index < b.index)) return a;
    return b;
  }
};
struct MinimumPlace {
  template <class P>
  P operator()(const P& a, const P& b) const {
    if (a.value < b.value || (a.value == b.value && a.index < b.index)) return a;
    return b;
  }
};

template <class Function, class T>
void loop(const void* in, void* inout, std::size_t count) {
  const T* __restrict left = static_cast<const T*>(in);
  T* __restrict right = static_cast<T*>(inout);
  for (std::size_t i = 0; i < count; i++) right[i] = Function{}(left[i], right[i]);
}

template <class T>
ReductionKernel arithmetic(MPI_Op op) {
  if (op == MPI_SUM) return loop<Sum, T>;
  if (op == MPI_PROD) return loop<Product, T>;
  return nullptr;
}
template <class T>
ReductionKernel ordered(MPI_Op op) {
  if (op == MPI_MAX) return loop<Maximum, T>;
  if (op == MPI_MIN) return loop<Minimum, T>;
  return arithmetic<T>(op);
}
template <class T>
ReductionKernel bits(MPI_Op op) {
  if (op == MPI_BAND) return loop<BitAnd, T>;
  if (op == MPI_BOR) return loop<BitOr, T>;
  if (op == MPI_BXOR) return loop<BitXor, T>;
  return nullptr;
}
template <class T>
ReductionKernel logical(MPI_Op op) {
  if (op == MPI_LAND) return loop<LogicalAnd, T>;
  if (op == MPI_LOR) return loop<LogicalOr, T>;
  if (op == MPI_LXOR) return loop<LogicalXor, T>;
  return nullptr;
}
/// Fortran's integers.
template <class T>
ReductionKernel integer(MPI_Op op) {
  const ReductionKernel kernel = ordered<T>(op);
  return kernel ? kernel : bits<T>(op);
}
template <class T>
ReductionKernel c_integer(MPI_Op op) {
  const ReductionKernel kernel = integer<T>(op);
  return kernel ? kernel : logical<T>(op);
}
template <class P>
ReductionKernel place(MPI_Op op) {
  if (op == MPI_MAXLOC) return loop<MaximumPlace, P>;
  if (op == MPI_MINLOC) return loop<MinimumPlace, P>;
  return nullptr;
}

using Chooser = ReductionKernel (*)(MPI_Op);
struct Row {
  MPI_Datatype type;
  Chooser choose;
};

}  // namespace

ReductionKernel reduction_kernel(MPI_Op op, MPI_Datatype type) {
  static const Row rows[] = {
      {MPI_DOUBLE, ordered<double>},
      {MPI_INT, c_integer<int>},
      {MPI_FLOAT, ordered<float>},
      {MPI_LONG_DOUBLE, ordered<long double>},
      {MPI_LONG, c_integer<long>},
      {MPI_LONG_LONG, c_integer<long long>},
      {MPI_SHORT, c_integer<short>},
      {MPI_UNSIGNED, c_integer<unsigned>},
      {MPI_UNSIGNED_LONG, c_integer<unsigned long>},
      {MPI_UNSIGNED_LONG_LONG, c_integer<unsigned long long>},
      {MPI_UNSIGNED_SHORT, c_integer<unsigned short>},
      {MPI_SIGNED_CHAR, c_integer<signed char>},
      {MPI_UNSIGNED_CHAR, c_integer<unsigned char>},
      {MPI_INT8_T, c_integer<std::int8_t>},
      {MPI_INT16_T, c_integer<std::int16_t>},
      {MPI_INT32_T, c_integer<std::int32_t>},
      {MPI_INT64_T, c_integer<std::int64_t>},
      {MPI_UINT8_T, c_integer<std::uint8_t>},
      {MPI_UINT16_T, c_integer<std::uint16_t>},
      {MPI_UINT32_T, c_integer<std::uint32_t>},
      {MPI_UINT64_T, c_integer<std::uint64_t>},
      // MPI does not define the logical ones of these (reduces_addresses_logically()).
      {MPI_AINT, c_integer<MPI_Aint>},
      {MPI_COUNT, c_integer<MPI_Count>},
      {MPI_OFFSET, c_integer<MPI_Offset>},
      {MPI_CHAR, c_integer<signed char>},  // MPI forbids it, programs do it (reduces_text())
      {MPI_BYTE, bits<unsigned char>},
      {MPI_C_BOOL, logical<bool>},
      {MPI_CXX_BOOL, logical<bool>},
      {MPI_C_FLOAT_COMPLEX, arithmetic<std::complex<float>>},
      {MPI_C_DOUBLE_COMPLEX, arithmetic<std::complex<double>>},
      {MPI_C_LONG_DOUBLE_COMPLEX, arithmetic<std::complex<long double>>},
      {MPI_CXX_FLOAT_COMPLEX, arithmetic<std::complex<float>>},
      {MPI_CXX_DOUBLE_COMPLEX, arithmetic<std::complex<double>>},
      {MPI_CXX_LONG_DOUBLE_COMPLEX, arithmetic<std::complex<long double>>},
      {MPI_FLOAT_INT, place<Pair<float>>},
      {MPI_DOUBLE_INT, place<Pair<double>>},
      {MPI_LONG_INT, place<Pair<long>>},
      {MPI_2INT, place<Pair<int>>},
      {MPI_SHORT_INT, place<Pair<short>>},
      {MPI_LONG_DOUBLE_INT, place<Pair<long double>>},
      {MPI_LOGICAL, logical<std::int32_t>},
      {MPI_LOGICAL1, logical<std::int8_t>},
      {MPI_LOGICAL2, logical<std::int16_t>},
      {MPI_LOGICAL4, logical<std::int32_t>},
      {MPI_LOGICAL8, logical<std::int64_t>},
      {MPI_INTEGER, integer<std::int32_t>},
      {MPI_INTEGER1, integer<std::int8_t>},
      {MPI_INTEGER2, integer<std::int16_t>},
      {MPI_INTEGER4, integer<std::int32_t>},
      {MPI_INTEGER8, integer<std::int64_t>},
      {MPI_REAL, ordered<float>},
      {MPI_REAL4, ordered<float>},
      {MPI_REAL8, ordered<double>},
      {MPI_DOUBLE_PRECISION, ordered<double>},
      {MPI_COMPLEX, arithmetic<std::complex<float>>},
      {MPI_COMPLEX8, arithmetic<std::complex<float>>},
      {MPI_COMPLEX16, arithmetic<std::complex<double>>},
      {MPI_DOUBLE_COMPLEX, arithmetic<std::complex<double>>},
      {MPI_2REAL, place<Pair<float, float>>},
      {MPI_2DOUBLE_PRECISION, place<Pair<double, double>>},
      {MPI_2INTEGER, place<Pair<int, int>>},
  };
  for (const Row& row : rows)
    if (row.type == type) return row.choose(op);
  return nullptr;
}

}  // namespace bamboo::mpi
