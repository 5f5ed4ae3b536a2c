// SPDX-License-Identifier: Apache-2.0
// Irregular all-to-alls whose patterns come again, by turns, from different lines, change and come
// no more; what arrives must be right whatever was learnt.
//
//     repeated [said]    said: it asks for it by an info key, on a communicator of its own
#include <mpi.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace {

MPI_Comm comm;
int rank, size;

void check(bool is_right, const std::string& what) {
  if (is_right) return;
  std::fprintf(stderr, "repeated: process %d: %s\n", rank, what.c_str());
  PMPI_Abort(MPI_COMM_WORLD, 1);
}

bool is_in_place(char pattern) {
  return 'A' <= pattern && pattern <= 'Z';
}

/// Pairs of ints of a message. "." nothing; a digit: as "a", but for one message; capital letters
/// are symmetric, since in place no process says what it sends.
int count(char pattern, int from, int to) {
  if (pattern == '.') return 0;
  if ('0' <= pattern && pattern <= '9')
    return from == 0 && to == size - 1 ? (pattern - '0') * 1500 : count('a', from, to);
  if (is_in_place(pattern) && from > to) std::swap(from, to);
  std::minstd_rand random(static_cast<unsigned>(pattern * 1000 + from * 30 + to));
  random.discard(3);
  const auto drawn = static_cast<int>(random() % 1000);
  return drawn < 250 ? 0 : drawn < 900 ? drawn / 10 : drawn * 9;
}

int value(char pattern, int from, int to, int i) {
  return pattern * 1'000'003 + from * 10'007 + to * 101 + i;
}

/// One side of an exchange; with gaps between the pairs and the messages, or without.
struct Side {
  static constexpr int gap = 2;
  std::vector<int> counts, places, data;
  int stride;
  MPI_Datatype type;

  Side(char pattern, bool sends, bool has_gaps) : stride(has_gaps ? 3 : 2) {
    int pairs = 0;
    for (int peer = 0; peer < size; ++peer) {
      counts.push_back(sends ? count(pattern, rank, peer) : count(pattern, peer, rank));
      places.push_back(pairs);
      pairs += counts.back() + gap;
    }
    data.assign(pairs * stride, -1);
    MPI_Type_vector(2, 1, stride - 1, MPI_INT, &type);
    MPI_Type_commit(&type);
  }
  ~Side() { MPI_Type_free(&type); }
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;

  void fill(char pattern) {
    for (int peer = 0; peer < size; ++peer)
      for (int i = 0; i < 2 * counts[peer]; ++i) at(peer, i) = value(pattern, rank, peer, i);
  }
  void check_filled(char pattern) {
    for (int peer = 0; peer < size; ++peer) {
      for (int i = 0; i < 2 * counts[peer]; ++i)
        check(at(peer, i) == value(pattern, peer, rank, i), std::string("wrong in ") + pattern);
      check(at(peer, 2 * counts[peer]) == -1, "more is written than was asked for");
    }
  }
  /// The vector's extent is that of its second int: pairs with gaps are close together.
  int& at(int peer, int i) {
    const int extent = stride;
    return data[(places[peer] + i / 2) * extent + i % 2 * (stride - 1)];
  }
};

/// Which process comes from which of the two lines changes with each call.
void run(char pattern, int call) {
  const bool has_gaps = (call + rank) % 3 == 0;
  Side in(pattern, false, has_gaps);
  const bool in_place = is_in_place(pattern);
  Side out(pattern, true, in_place ? has_gaps : call % 5 == 0);
  (in_place ? in : out).fill(pattern);
  const void* sent = in_place ? MPI_IN_PLACE : out.data.data();
  if ((call + rank) % 2)
    MPI_Alltoallv(sent, out.counts.data(), out.places.data(), out.type, in.data.data(),
                  in.counts.data(), in.places.data(), in.type, comm);
  else
    MPI_Alltoallv(sent, out.counts.data(), out.places.data(), out.type, in.data.data(),
                  in.counts.data(), in.places.data(), in.type, comm);
  in.check_filled(pattern);
}

void run_all() {
  const std::string patterns =
      "aaaaaaa"           // level 3 from the second call on
      "1a20aaa9a.a"       // a message grows, goes and comes, or all of them
      "bbbbbbbbbbbbbbbb"  // another one
      "cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdc"
      "efghijklmnopqrstuvwxyzfhjlnprtvxzgjmpsvyehloruxgkosw"  // nothing comes again
      "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"
      "ABABABABABABABABAABB"
      "AbaBAbaBAbaBAbaBAbaB.........b";
  for (std::size_t call = 0; call < patterns.size(); ++call)
    run(patterns[call], static_cast<int>(call));
}

/// The MPI finds the fault, as without plans; afterwards all is as before.
void run_with_errors() {
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  std::vector<int> counts(size, -1), places(size), data(size);
  int planned = 0, own = 0;
  MPI_Error_class(MPI_Alltoallv(data.data(), counts.data(), places.data(), MPI_INT, data.data(),
                                counts.data(), places.data(), MPI_INT, comm),
                  &planned);
  MPI_Error_class(PMPI_Alltoallv(data.data(), counts.data(), places.data(), MPI_INT, data.data(),
                                 counts.data(), places.data(), MPI_INT, comm),
                  &own);
  check(planned == own && own != MPI_SUCCESS, "a wrong count gives another error");
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  if (argc > 1 && std::strcmp(argv[1], "said") == 0) {
    MPI_Info info;
    MPI_Info_create(&info);
    MPI_Info_set(info, "bamboo_plans", "repeated");
    MPI_Comm_set_info(comm, info);
    MPI_Info_free(&info);
  }
  run_all();
  run_with_errors();
  run_all();
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
