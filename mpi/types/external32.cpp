// SPDX-License-Identifier: Apache-2.0
#include "types/external32.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <vector>

#include "errors/errors.h"

namespace bamboo::mpi {
namespace {

__extension__ typedef __float128 Binary128;

/// The conversion of one number of a basic type.
enum class Conversion { None, Signed, Unsigned, LongDouble };

/// A basic type consists of this many `numbers`.
struct Format {
  std::size_t native = 0, external = 0, numbers = 1;
  Conversion conversion = Conversion::None;
};

Format format_of(MPI_Datatype basic) {
  const std::size_t size = predefined(basic)->size;
  const auto same = [](std::size_t bytes, std::size_t numbers = 1) {
    return Format{bytes, bytes, numbers, Conversion::None};
  };
  // The handles of the ABI are pointers, which a switch cannot compare.
  if (basic == MPI_LONG) return {size, 4, 1, Conversion::Signed};
  if (basic == MPI_UNSIGNED_LONG) return {size, 4, 1, Conversion::Unsigned};
  if (basic == MPI_WCHAR) return {size, 2, 1, Conversion::Unsigned};
  if (basic == MPI_LONG_DOUBLE) return {size, 16, 1, Conversion::LongDouble};
  if (basic == MPI_C_LONG_DOUBLE_COMPLEX || basic == MPI_CXX_LONG_DOUBLE_COMPLEX)
    return {size / 2, 16, 2, Conversion::LongDouble};
  for (const MPI_Datatype complex :
       {MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_CXX_FLOAT_COMPLEX, MPI_CXX_DOUBLE_COMPLEX,
        MPI_COMPLEX, MPI_DOUBLE_COMPLEX, MPI_COMPLEX4, MPI_COMPLEX8, MPI_COMPLEX16, MPI_COMPLEX32})
    if (basic == complex) return same(size / 2, 2);
  return same(size);
}

bool is_basic(const Datatype& type) {
  return type.parts.empty();
}

/// Calls f(basic type, how many in a row) for `count` elements, in the order of the type map.
template <class F>
void for_each_basic(const Datatype& type, std::size_t count, F&& f) {
  if (!type.leaves || !count) return;
  const DatatypeRef& all = predefined(type.uniform);
  if (all && is_basic(*all)) return f(type.uniform, count * type.leaves);
  for (std::size_t i = 0; i < count; ++i)
    for (const Datatype::Part& part : type.parts) for_each_basic(*part.type, part.count, f);
}

template <class T>
T load(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

void copy_reversed(const std::byte* from, std::size_t bytes, std::byte* to) {
  if constexpr (std::endian::native == std::endian::little)
    std::reverse_copy(from, from + bytes, to);
  else
    std::memcpy(to, from, bytes);
}

/// A native integer of n bytes, with its sign or with zeros in front.
std::int64_t load_integer(const std::byte* from, std::size_t n, Conversion conversion) {
  if (n == 8) return load<std::int64_t>(from);
  return conversion == Conversion::Signed ? load<std::int32_t>(from) : load<std::uint32_t>(from);
}

void narrow(const std::byte* from, const Format& f, std::byte* to) {
  const std::int64_t value = load_integer(from, f.native, f.conversion);
  const std::size_t bits = 8 * f.external;
  const bool fits = f.conversion == Conversion::Signed
                        ? value >> (bits - 1) == 0 || value >> (bits - 1) == -1
                        : static_cast<std::uint64_t>(value) >> bits == 0;
  if (!fits)
    fail(MPI_ERR_CONVERSION, "the value %lld does not fit into the %zu bytes of external32",
         static_cast<long long>(value), f.external);
  for (std::size_t i = 0; i < f.external; ++i)
    to[i] = static_cast<std::byte>(value >> 8 * (f.external - 1 - i));
}

void widen(const std::byte* from, const Format& f, std::byte* to) {
  const bool negative =
      f.conversion == Conversion::Signed && (from[0] & std::byte{0x80}) != std::byte{};
  std::uint64_t value = negative ? ~std::uint64_t{0} : 0;
  for (std::size_t i = 0; i < f.external; ++i)
    value = value << 8 | std::to_integer<std::uint64_t>(from[i]);
  std::byte bytes[8];
  std::memcpy(bytes, &value, 8);
  const std::size_t begin = std::endian::native == std::endian::little ? 0 : 8 - f.native;
  std::memcpy(to, bytes + begin, f.native);
}

void write_number(const std::byte* from, const Format& f, std::byte* to) {
  switch (f.conversion) {
    case Conversion::None:
      return copy_reversed(from, f.native, to);
    case Conversion::Signed:
    case Conversion::Unsigned:
      return narrow(from, f, to);
    case Conversion::LongDouble: {
      const Binary128 value = load<long double>(from);
      std::byte bytes[sizeof value];
      std::memcpy(bytes, &value, sizeof value);
      return copy_reversed(bytes, sizeof value, to);
    }
  }
}

void read_number(const std::byte* from, const Format& f, std::byte* to) {
  switch (f.conversion) {
    case Conversion::None:
      return copy_reversed(from, f.native, to);
    case Conversion::Signed:
    case Conversion::Unsigned:
      return widen(from, f, to);
    case Conversion::LongDouble: {
      std::byte bytes[sizeof(Binary128)];
      copy_reversed(from, sizeof bytes, bytes);
      const long double value = static_cast<long double>(load<Binary128>(bytes));
      std::memset(to, 0, f.native);  // padding
      std::memcpy(to, &value, sizeof value);
    }
  }
}

}  // namespace

std::size_t external32_size(const Datatype& type) {
  std::size_t bytes = 0;
  for_each_basic(type, 1, [&](MPI_Datatype basic, std::size_t count) {
    const Format f = format_of(basic);
    bytes += count * f.numbers * f.external;
  });
  return bytes;
}

void pack_external32(const void* buffer, std::size_t count, const Datatype& type, std::byte* out) {
  std::vector<std::byte> packed(count * type.size);
  Packer(buffer, count, type).read(packed.data(), packed.size());
  const std::byte* in = packed.data();
  for_each_basic(type, count, [&](MPI_Datatype basic, std::size_t n) {
    const Format f = format_of(basic);
    for (n *= f.numbers; n > 0; --n, in += f.native, out += f.external) write_number(in, f, out);
  });
}

std::size_t unpack_external32(std::span<const std::byte> in, void* buffer, std::size_t count,
                              const Datatype& type) {
  std::vector<std::byte> packed(count * type.size);
  std::byte* out = packed.data();
  for_each_basic(type, count, [&](MPI_Datatype basic, std::size_t n) {
    const Format f = format_of(basic);
    const std::size_t there = std::min(n * f.numbers, in.size() / f.external);
    for (std::size_t i = 0; i < there; ++i, out += f.native)
      read_number(in.data() + i * f.external, f, out);
    in = there < n * f.numbers ? std::span<const std::byte>() : in.subspan(there * f.external);
  });
  const auto bytes = static_cast<std::size_t>(out - packed.data());
  Unpacker(buffer, count, type).write(packed.data(), bytes);
  return bytes;
}

}  // namespace bamboo::mpi
