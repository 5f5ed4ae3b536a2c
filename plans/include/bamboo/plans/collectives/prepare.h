// SPDX-License-Identifier: Apache-2.0
// prepare(): a collective made ready for a plan from its arguments, which are a struct with MPI's
// names and the plans' `operation`. `Side` is who calls:
//
//     Type, prepared                 the datatype of its engine, and the result (see Prepared)
//     rank, size, peers              the process, and for how many others an exchange has blocks
//     type(), range()                of a handle; of a buffer, its count and its type
//     choose(), cuts_blocks          the algorithm that serves an operation of so many bytes
//     reduction()                    the type of a reduction's elements
//     receive_apart(), by_party()    other blocks for blocks that overlap; blocks in a plan's order
//     check_…(), refuse_in_place()   where arguments are checked here
#pragma once

#include <mpi.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "bamboo/plans/collectives/memory.h"
#include "bamboo/plans/collectives/sides.h"

namespace bamboo::plans::collectives {

using plans::Operation;

template <class Side>
using RangeOf = TypedRange<typename Side::Type>;
template <class Side>
using Ranges = std::vector<RangeOf<Side>>;

template <class Side, class Counts>
RangeOf<Side> range_of(Side& s, const Described<Counts, NoPlaces, MPI_Datatype>& of) {
  return s.range(of.buffer, of.count, s.type(of.type), of.name);
}

/// Returns block i of a buffer whose blocks have counts and places.
template <class Side, class Counts, class Places>
auto block_of(Side& s, const Described<Counts, Places, MPI_Datatype>& of) {
  return [&s, of, type = s.type(of.type)](int i) {
    return s.range(of.buffer, of.count[i], type, of.name).shifted(of.places[i]);
  };
}
template <class Side, class Counts, class Places>
auto block_of(Side& s, const Described<Counts, Places, const MPI_Datatype*>& of) {
  return [&s, of](int i) {
    const auto type = s.type_of_block(of.count[i], of.type[i]);
    return s.range(of.buffer, of.count[i], type, of.name).shifted_bytes(of.places[i]);
  };
}
/// The blocks have one size and are consecutive.
template <class Side, class Counts>
auto block_of(Side& s, const Described<Counts, NoPlaces, MPI_Datatype>& of) {
  return [first = range_of(s, of)](int i) {
    return first.shifted(static_cast<MPI_Aint>(first.count) * i);
  };
}

/// `in_place`: the buffer that may be MPI_IN_PLACE instead of this one.
template <class Side, class Of>
Ranges<Side> blocks_of(Side& s, const Of& of, int blocks, const char* in_place) {
  s.check_blocks(of, blocks, in_place);
  const auto block = block_of(s, of);
  Ranges<Side> all;
  all.reserve(static_cast<std::size_t>(blocks));
  for (int i = 0; i < blocks; ++i) all.push_back(block(i));
  return all;
}

/// Blocks of this number of bytes are units, or are cut. Irregular operations have 0 bytes.
template <class Side>
void set_problem(Side& s, Operation operation, std::size_t block_bytes, int root = 0,
                 bool in_place = false) {
  plans::Problem& problem = s.prepared.problem;
  problem.operation = operation;
  problem.rank = s.rank;
  problem.size = s.size;
  problem.root = root;
  problem.in_place = in_place;
  s.choose(block_bytes);
  problem.count = s.cuts_blocks ? block_bytes : block_bytes == 0 ? 0 : 1;
}

/// A buffer of units, which are `blocks` ranges like this one.
template <class Side>
auto units_of(Side& s, const RangeOf<Side>& unit, int blocks, bool is_read, bool is_written) {
  using Units = Buffer<typename Side::Type>;
  if (!s.cuts_blocks) return Units(unit);
  return Units::of_bytes(s.prepared.divisible(unit.times(blocks), is_read, is_written));
}

template <class Side>
void add_block(Side& s, Buffer<typename Side::Type>& buffer, const RangeOf<Side>& block,
               bool is_read, bool is_written) {
  buffer.add_block(s.cuts_blocks ? s.prepared.divisible(block, is_read, is_written) : block);
}

template <class Side>
void set_scratch(Side& s, const typename Side::Type& type, std::size_t unit) {
  s.prepared.scratch_type = type;
  s.prepared.scratch_unit = s.cuts_blocks ? 1 : unit;
}

template <class Side, class Arguments>
void broadcast(Side& s, const Arguments& a) {
  s.check_root(a.root);
  s.refuse_in_place(a.buffer, "buffer", "operations with two buffers", a.count);
  const RangeOf<Side> data = s.range(a.buffer, a.count, s.type(a.datatype), "buffer");
  // Processes may describe the data by different types and counts; the packed size is the same.
  set_problem(s, Operation::Bcast, data.bytes(), a.root);
  s.prepared.output = units_of(s, data, 1, s.rank == a.root, s.rank != a.root);
}

/// For the operations in which one side has a block for each process, at the root or everywhere,
/// and the other side is one block.
template <class Side, class Arguments>
void between_one_and_all(Side& s, const Arguments& a) {
  constexpr Operation operation = Arguments::operation;
  constexpr bool scatters = is_scatter(operation);
  constexpr bool is_rooted = plans::has_root(operation);
  const auto one = own_side(a);
  const auto all = side_of_all(a);
  auto& p = s.prepared;
  auto& of_one = scatters ? p.output : p.input;
  auto& of_all = scatters ? p.input : p.output;
  int root = 0;
  if constexpr (is_rooted) s.check_root(root = a.root);
  const bool has_all = !is_rooted || s.rank == root;
  const bool in_place = has_all && one.buffer == MPI_IN_PLACE;
  const auto check_distinct = [&](const RangeOf<Side>& own, const RangeOf<Side>& blocks) {
    scatters ? s.check_distinct(blocks, own) : s.check_distinct(own, blocks);
  };
  const auto agree = [&](const RangeOf<Side>& own, const RangeOf<Side>& block) {
    return scatters ? s.check_own_block(block.bytes(), own.bytes(), false)
                    : s.check_own_block(own.bytes(), block.bytes(), is_rooted);
  };

  if (!has_all) s.refuse_in_place(one.buffer, one.name, "the root", one.count);
  RangeOf<Side> own;
  if (!in_place) own = range_of(s, one);
  if constexpr (plans::is_irregular(operation)) {
    Ranges<Side> blocks;
    if (has_all) blocks = blocks_of(s, all, s.size, one.name);
    set_problem(s, operation, 0, root, in_place);
    if (has_all && !in_place) {
      for (const RangeOf<Side>& block : blocks) check_distinct(own, block);
      if (!agree(own, blocks[s.rank])) own.count = blocks[s.rank].count = 0;
    }
    if (has_all && !scatters) s.receive_apart(blocks, all.buffer, in_place);
    if (!in_place) {
      if (is_rooted) p.problem.count = own.bytes();
      add_block(s, of_one, own, !scatters, scatters);
    }
    auto& counts = scatters ? p.problem.input_counts : p.problem.output_counts;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      counts.push_back(blocks[i].bytes());
      // In place, the process's own block is already there.
      const bool is_there = in_place && i == static_cast<std::size_t>(s.rank);
      add_block(s, of_all, blocks[i], scatters || is_there, !scatters);
    }
  } else {
    RangeOf<Side> block;
    if (has_all) {
      s.refuse_in_place(all.buffer, all.name, one.name, all.count);
      block = range_of(s, all);
      if (!in_place) {
        agree(own, block);
        check_distinct(own, block.times(s.size));
      }
    }
    const std::size_t bytes = has_all ? block.bytes() : own.bytes();
    set_problem(s, operation, bytes, root, in_place);
    if (!in_place) of_one = units_of(s, own, 1, !scatters, scatters);
    if (has_all) of_all = units_of(s, block, s.size, scatters || in_place, !scatters);
    set_scratch(s, (in_place || (has_all && scatters) ? block : own).type.packed(), bytes);
  }
}

template <class Side, class Arguments>
void all_to_all(Side& s, const Arguments& a) {
  auto& p = s.prepared;
  s.refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.recvcount);
  const RangeOf<Side> block = range_of(s, receive_side(a)), all = block.times(s.size);
  RangeOf<Side> sent;
  if (a.sendbuf == MPI_IN_PLACE) {
    sent = p.packed(all);
    p.at_begin.push_back({all, sent});
    sent.count = block.bytes();
  } else {
    sent = range_of(s, send_side(a));
    s.check_own_block(sent.bytes(), block.bytes(), false);
    s.check_distinct(sent.times(s.size), all);
  }
  set_problem(s, Operation::Alltoall, block.bytes());
  p.input = units_of(s, sent, s.size, true, false);
  p.output = units_of(s, block, s.size, false, true);
  set_scratch(s, sent.type.packed(), block.bytes());
}

/// Each process has a block for each one, of any size: the one plan behind all data movement
/// between pairs. In place (no `sent`) the data are copied first, because arriving data replace
/// data that must still be sent. Blocks of `received` that overlap are replaced by others.
template <class Side>
void exchange(Side& s, Ranges<Side>* sent, Ranges<Side>& received, const void* recvbuf) {
  auto& p = s.prepared;
  set_problem(s, Operation::Alltoallv, 0);
  const Ranges<Side> from = sent ? std::move(*sent) : p.copies_of(received);
  if (sent) s.check_exchange(from, received);
  s.receive_apart(received, recvbuf, false);
  for (const RangeOf<Side>& block : s.by_party(from)) {
    p.problem.input_counts.push_back(block.bytes());
    add_block(s, p.input, block, true, false);
  }
  for (const RangeOf<Side>& block : s.by_party(received)) {
    p.problem.output_counts.push_back(block.bytes());
    add_block(s, p.output, block, false, true);
  }
}

template <class Side, class Arguments>
void irregular_all_to_all(Side& s, const Arguments& a) {
  Ranges<Side> received = blocks_of(s, receive_side(a), s.peers, "sendbuf");
  if (a.sendbuf == MPI_IN_PLACE)
    return exchange(s, static_cast<Ranges<Side>*>(nullptr), received, a.recvbuf);
  Ranges<Side> sent = blocks_of(s, send_side(a), s.peers, "");
  exchange(s, &sent, received, a.recvbuf);
}

/// For the reductions in which each process has one vector.
template <class Side, class Arguments>
void reduce_vectors(Side& s, const Arguments& a) {
  constexpr Operation operation = Arguments::operation;
  auto& p = s.prepared;
  int root = 0;
  bool has_result = true;
  if constexpr (plans::has_root(operation)) {
    s.check_root(root = a.root);
    has_result = s.rank == root;
  } else if constexpr (operation == Operation::Exscan) {
    // Rank 0 has no predecessor: its recvbuf has no meaning unless it contains the contribution.
    has_result = s.rank != 0 || a.sendbuf == MPI_IN_PLACE;
  }
  s.check_count(a.count, "count");
  const auto type = s.reduction(a.op, a.datatype);
  const bool in_place = has_result && a.sendbuf == MPI_IN_PLACE;
  RangeOf<Side> vector;
  if (has_result) {
    s.refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", a.count);
    vector = s.range(a.recvbuf, a.count, type, "recvbuf");
  } else {
    s.refuse_in_place(a.sendbuf, "sendbuf", "the root", a.count);
  }
  if (!in_place) {
    const RangeOf<Side> sent = s.range(a.sendbuf, a.count, type, "sendbuf");
    if (has_result) s.check_distinct(sent, vector);
    vector = sent;
  }
  set_problem(s, operation, vector.bytes(), root, in_place);
  if (s.cuts_blocks && p.problem.count != 0) p.problem.count = vector.count;
  set_scratch(s, type, vector.count);
  using Units = Buffer<typename Side::Type>;
  if (!in_place) p.input = Units({const_cast<void*>(a.sendbuf), p.scratch_unit, type});
  if (has_result) p.output = Units({a.recvbuf, p.scratch_unit, type});
}

/// For the reductions whose result is cut into a block for each process.
template <class Side, class Arguments>
void reduce_and_scatter(Side& s, const Arguments& a) {
  constexpr bool is_regular = Arguments::operation == Operation::ReduceScatterBlock;
  auto& p = s.prepared;
  const auto count_of = [&](int i) {
    if constexpr (is_regular)
      return a.recvcount;
    else
      return a.recvcounts[i];
  };
  if constexpr (!is_regular) s.check_pointer(a.recvcounts, "recvcounts");
  const auto type = s.reduction(a.op, a.datatype);
  std::size_t elements = 0;
  for (int i = 0; i < s.size; ++i) {
    const auto count = count_of(i);
    s.check_count(count, is_regular ? "recvcount" : "recvcounts");
    elements += static_cast<std::size_t>(count);
    // Elements without bytes are left out, as in every other operation.
    if (!is_regular) p.problem.output_counts.push_back(type.size ? count : 0);
  }
  const RangeOf<Side> block = s.range(a.recvbuf, count_of(s.rank), type, "recvbuf");
  const bool in_place = a.sendbuf == MPI_IN_PLACE;
  s.refuse_in_place(a.recvbuf, "recvbuf", "sendbuf", in_place ? elements : block.count);
  RangeOf<Side> sent;
  if (in_place) {  // the results will overwrite the operands
    sent = p.memory(elements, type);
    p.at_begin.push_back({{a.recvbuf, elements, type}, sent});
  } else {
    sent = s.range(a.sendbuf, elements, type, "sendbuf");
    s.check_distinct(sent, block);
  }
  set_problem(s, Arguments::operation, is_regular ? block.bytes() : 0);
  const std::size_t unit = is_regular ? block.count : 1;
  set_scratch(s, type, unit);
  using Units = Buffer<typename Side::Type>;
  p.input = Units({sent.address, unit, type});
  p.output = Units({a.recvbuf, unit, type});
}

/// All operations but those among neighbours.
template <class Side, class Arguments>
void prepare(Side& s, const Arguments& a) {
  constexpr Operation operation = Arguments::operation;
  if constexpr (operation == Operation::Barrier)
    set_problem(s, operation, 0);
  else if constexpr (operation == Operation::Bcast)
    broadcast(s, a);
  else if constexpr (operation == Operation::Alltoall)
    all_to_all(s, a);
  else if constexpr (operation == Operation::Alltoallv)
    irregular_all_to_all(s, a);
  else if constexpr (operation == Operation::ReduceScatter ||
                     operation == Operation::ReduceScatterBlock)
    reduce_and_scatter(s, a);
  else if constexpr (plans::reduces(operation))
    reduce_vectors(s, a);
  else
    between_one_and_all(s, a);
}

}  // namespace bamboo::plans::collectives
