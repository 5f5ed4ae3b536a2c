// SPDX-License-Identifier: Apache-2.0
#include "files/transfer.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "errors/errors.h"

namespace bamboo::mpi {

namespace {

/// Memory that is not contiguous is packed in pieces of this size.
constexpr std::size_t piece_bytes = std::size_t{4} << 20;

/// Calls `move(offset, part)` for each block of the view until `data` ends, or a block was moved
/// only in part. Returns the bytes moved.
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

FileBuffer part_of(const FileBuffer& buffer, std::size_t first, std::size_t most) {
  const auto data = reinterpret_cast<std::uintptr_t>(buffer.data) +
                    first * static_cast<std::uintptr_t>(buffer.type.extent);
  return {reinterpret_cast<void*>(data), std::min(most, buffer.count - first), buffer.type};
}

/// No function converts the data, so memory and file hold the same bytes.
void check_unconverted(const View& view, const FileBuffer& buffer) {
  if (const std::size_t bytes = bytes_in_file(view, buffer); bytes != buffer.bytes())
    fail(MPI_ERR_CONVERSION,
         "the data have %zu bytes in memory and %zu in a file of the representation \"%s\", which "
         "has MPI_CONVERSION_FN_NULL for this direction",
         buffer.bytes(), bytes, view.representation->name.c_str());
}

/// Calls `move(part, bytes)` for parts of the buffer that take about `piece_bytes` of the file,
/// until all are moved, or fewer than all `bytes` of one. Returns the packed bytes of memory.
template <class Move>
std::size_t converted_in_pieces(const View& view, const FileBuffer& buffer, Move&& move) {
  const std::size_t each = view.in_file(buffer.type.shared_from_this())->size;
  if (!each || !buffer.count) return 0;
  const std::size_t at_once = std::clamp<std::size_t>(piece_bytes / each, 1, buffer.count);
  std::vector<std::byte> memory(at_once * each);
  std::size_t done = 0;
  for (std::size_t first = 0; first < buffer.count; first += at_once) {
    const FileBuffer part = part_of(buffer, first, at_once);
    const std::size_t moved = move(part, std::span(memory).first(part.count * each));
    done += moved;
    if (moved < part.bytes()) break;
  }
  return done;
}

}  // namespace

std::size_t bytes_in_file(const View& view, const FileBuffer& buffer) {
  return buffer.count * view.in_file(buffer.type.shared_from_this())->size;
}

std::size_t read(const PosixFile& file, const View& view, std::uint64_t first, FileBuffer buffer) {
  Cursor cursor = view.cursor(first, bytes_in_file(view, buffer));
  if (const auto& convert = view.representation->read)
    return converted_in_pieces(view, buffer, [&](FileBuffer part, std::span<std::byte> bytes) {
      return convert(bytes.first(read_bytes(file, cursor, bytes)), part);
    });
  check_unconverted(view, buffer);
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
  Cursor cursor = view.cursor(first, bytes_in_file(view, buffer));
  if (const auto& convert = view.representation->write)
    return converted_in_pieces(view, buffer, [&](FileBuffer part, std::span<std::byte> bytes) {
      convert(part, bytes.data());
      write_bytes(file, cursor, bytes);
      return part.bytes();
    });
  check_unconverted(view, buffer);
  if (buffer.type.contiguous)
    return write_bytes(file, cursor, {static_cast<std::byte*>(buffer.data), buffer.bytes()});
  Packer packer(buffer.data, buffer.count, buffer.type);
  return in_pieces(buffer.bytes(), [&](std::span<std::byte> piece) {
    packer.read(piece.data(), piece.size());
    return write_bytes(file, cursor, piece);
  });
}

}  // namespace bamboo::mpi
