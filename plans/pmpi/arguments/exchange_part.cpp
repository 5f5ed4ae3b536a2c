// SPDX-License-Identifier: Apache-2.0
#include "arguments/exchange_part.h"

#include "arguments/bytes_of.h"

namespace bamboo::plans::pmpi {
namespace {

/// `Types` as bytes_of() has them.
template <class Types>
ExchangePart part(const void* sendbuf, const int sendcounts[], const int sdispls[], Types sendtypes,
                  const void* recvbuf, const int recvcounts[], const int rdispls[], Types recvtypes,
                  int size) {
  const bool in_place = sendbuf == MPI_IN_PLACE;
  if (recvbuf == MPI_IN_PLACE || !rdispls || (!in_place && !sdispls)) return {};
  std::vector<std::size_t> column = row_of(recvcounts, recvtypes, size);
  std::vector<std::size_t> row = in_place ? column : row_of(sendcounts, sendtypes, size);
  if (row.empty() || column.empty()) return {};
  return {std::move(row), std::move(column)};
}

}  // namespace

std::vector<std::size_t> row_of(const int counts[], MPI_Datatype type, int size) {
  std::vector<std::size_t> row;
  if (!bytes_of(counts, size, type)) return row;
  for (int i = 0; i < size; ++i) row.push_back(*bytes_of(counts[i], type));
  return row;
}

std::vector<std::size_t> row_of(const int counts[], const MPI_Datatype types[], int size) {
  std::vector<std::size_t> row;
  if (!bytes_of(counts, size, types)) return row;
  for (int i = 0; i < size; ++i)
    row.push_back(is_left_out(counts[i], types[i]) ? 0 : *bytes_of(counts[i], types[i]));
  return row;
}

ExchangePart part_of(const AlltoallvArguments& a, int size) {
  return part(a.sendbuf, a.sendcounts, a.sdispls, a.sendtype, a.recvbuf, a.recvcounts, a.rdispls,
              a.recvtype, size);
}

ExchangePart part_of(const AlltoallwArguments& a, int size) {
  return part(a.sendbuf, a.sendcounts, a.sdispls, a.sendtypes, a.recvbuf, a.recvcounts, a.rdispls,
              a.recvtypes, size);
}

}  // namespace bamboo::plans::pmpi
