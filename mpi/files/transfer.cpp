// SPDX-License-Identifier: Apache-2.0
#include "files/transfer.h"

#include <algorithm>
#include <vector>

namespace bamboo::mpi {

namespace {

/// Memory that is not contiguous is packed in pieces of this size.
constexpr std::size_t piece_bytes = std::size_t{4} << 20;

/// Calls `move(offset, part)` for each block of the view until `data` is at its end, or a block was
/// not moved whole. Returns the bytes moved.
template <class Data, class Move>
std::size_t move_blocks(Cursor& view, Data data, Move&& move) {
  std::size_t done = 0;
  while (done < data.size()) {
    const Cursor::Run run = view.take(data.size() - done);
    if (!run.total()) break;
    for (std::size_t block = 0; block < run.count; ++block) {
      const MPI_Offset offset = offset_of(run) + static_cast<MPI_Offset>(block) * run.stride;
      const std::size_t moved = move(offset, data.subspan(done, run.bytes));
      done += moved;
      if (moved < run.bytes) return done;
    }
  }
  return done;
}

std::size_t read_bytes(const PosixFile& file, Cursor& view, std::span<std::byte> data) {
  return move_blocks(view, data, [&](MPI_Offset offset, std::span<std::byte> part) {
    return file.read(offset, part);
  });
}

std::size_t write_bytes(const PosixFile& file, Cursor& view, std::span<const std::byte> data) {
  return move_blocks(view, data, [&](MPI_Offset offset, std::span<const std::byte> part) {
    file.write(offset, part);
    return part.size();
  });
}

/// Calls `move(piece)` for memory of at most `piece_bytes` until all bytes are moved, or a piece
/// was not moved whole. Returns the bytes moved.
template <class Move>
std::size_t in_pieces(std::size_t bytes, Move&& move) {
  std::vector<std::byte> memory(std::min(bytes, piece_bytes));
  std::size_t done = 0;
  while (done < bytes) {
    const auto piece = std::span(memory).first(std::min(memory.size(), bytes - done));
    const std::size_t moved = move(piece);
    done += moved;
    if (moved < piece.size()) break;
  }
  return done;
}

}  // namespace

std::size_t read(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer) {
  Cursor cursor = view.cursor(first, buffer.bytes());
  if (buffer.type.contiguous)
    return read_bytes(file, cursor, {static_cast<std::byte*>(buffer.data), buffer.bytes()});
  Unpacker unpacker(buffer.data, buffer.count, buffer.type);
  return in_pieces(buffer.bytes(), [&](std::span<std::byte> piece) {
    const std::size_t got = read_bytes(file, cursor, piece);
    unpacker.write(piece.data(), got);
    return got;
  });
}

std::size_t write(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer) {
  Cursor cursor = view.cursor(first, buffer.bytes());
  if (buffer.type.contiguous)
    return write_bytes(file, cursor, {static_cast<std::byte*>(buffer.data), buffer.bytes()});
  Packer packer(buffer.data, buffer.count, buffer.type);
  return in_pieces(buffer.bytes(), [&](std::span<std::byte> piece) {
    packer.read(piece.data(), piece.size());
    return write_bytes(file, cursor, piece);
  });
}

}  // namespace bamboo::mpi
