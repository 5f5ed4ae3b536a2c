// SPDX-License-Identifier: Apache-2.0
// The arguments of a call from Fortran as C's functions take them. The bindings that
// generate/fortran_entries.py writes pass temporaries of these types; what a function of C's leaves
// in them goes to Fortran's variables when the call is over.
#pragma once

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include "objects/integer_handles.h"
#include "rank/calling_rank.h"

namespace bamboo::mpi::fortran {

/// A call from Fortran: reports name its place in the program.
class Call {
 public:
  Call(const char* function, void* call_site);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

 private:
  const InMpi in_mpi_;
};

inline void give(MPI_Fint* ierror, int code) {
  if (ierror) *ierror = code;
}

/// Choice buffers, weights and similar arguments: the variables of mpif.h's COMMON block, such as
/// MPI_BOTTOM, are recognised by their addresses, which differ by rank.
void* known_value(void* address);
template <class T>
T* known_address(T* address) {
  return static_cast<T*>(known_value(const_cast<void*>(static_cast<const void*>(address))));
}

/// In the ABI a status in Fortran has the same integers in the same order.
inline MPI_Status* status_at(const MPI_Fint* integers) {
  return reinterpret_cast<MPI_Status*>(known_address(const_cast<MPI_Fint*>(integers)));
}

// The second argument determines the kind.
#define BAMBOO_HANDLE(Name, Handle)             \
  inline MPI_Fint integer_of(Handle value) {    \
    return MPI_##Name##_c2f(value);             \
  }                                             \
  inline Handle handle_of(MPI_Fint i, Handle) { \
    return MPI_##Name##_f2c(i);                 \
  }
BAMBOO_HANDLE(Comm, MPI_Comm)
BAMBOO_HANDLE(Errhandler, MPI_Errhandler)
BAMBOO_HANDLE(File, MPI_File)
BAMBOO_HANDLE(Group, MPI_Group)
BAMBOO_HANDLE(Info, MPI_Info)
BAMBOO_HANDLE(Message, MPI_Message)
BAMBOO_HANDLE(Op, MPI_Op)
BAMBOO_HANDLE(Request, MPI_Request)
BAMBOO_HANDLE(Session, MPI_Session)
BAMBOO_HANDLE(Type, MPI_Datatype)
BAMBOO_HANDLE(Win, MPI_Win)
#undef BAMBOO_HANDLE

template <class Handle>
Handle handle(const MPI_Fint* integer) {
  if (*integer >= 0 && *integer < IntegerHandles::first)
    return reinterpret_cast<Handle>(static_cast<std::intptr_t>(*integer));
  return handle_of(*integer, Handle{});
}

/// Handles that C's function reads.
template <class Handle>
class Handles {
 public:
  Handles(const MPI_Fint* integers, MPI_Count count) : handles_(std::max<MPI_Count>(count, 0)) {
    for (Handle& value : handles_) value = handle<Handle>(integers++);
  }
  operator const Handle*() const { return handles_.data(); }

 private:
  std::vector<Handle> handles_;
};

/// Handles that C's function may set. The integer of a handle that it does not set stays unchanged,
/// whatever it is.
template <class Handle>
class HandlePlaces {
 public:
  HandlePlaces(MPI_Fint* integers, MPI_Count count)
      : integers_(integers), handles_(std::max<MPI_Count>(count, 0)), before_(handles_.size()) {
    for (std::size_t i = 0; i < handles_.size(); ++i)
      handles_[i] = before_[i] = handle<Handle>(integers_ + i);
  }
  ~HandlePlaces() {
    for (std::size_t i = 0; i < handles_.size(); ++i)
      if (handles_[i] != before_[i]) integers_[i] = integer_of(handles_[i]);
  }
  HandlePlaces(const HandlePlaces&) = delete;
  HandlePlaces& operator=(const HandlePlaces&) = delete;
  operator Handle*() { return handles_.data(); }

 private:
  MPI_Fint* integers_;
  std::vector<Handle> handles_, before_;
};

template <class Handle>
class HandlePlace {
 public:
  explicit HandlePlace(MPI_Fint* integer)
      : integer_(integer), handle_(handle<Handle>(integer)), before_(handle_) {}
  ~HandlePlace() {
    if (handle_ != before_) *integer_ = integer_of(handle_);
  }
  HandlePlace(const HandlePlace&) = delete;
  HandlePlace& operator=(const HandlePlace&) = delete;
  operator Handle*() { return &handle_; }

 private:
  MPI_Fint* integer_;
  Handle handle_, before_;
};

/// The place of a handle that C's function frees. Another handle may get its integer.
template <class Handle>
class FreedHandle {
 public:
  explicit FreedHandle(MPI_Fint* integer)
      : integer_(integer), handle_(handle<Handle>(integer)), before_(handle_) {}
  ~FreedHandle() {
    if (handle_ == before_) return;
    Rank::current().integers.forget(before_);
    *integer_ = integer_of(handle_);
  }
  FreedHandle(const FreedHandle&) = delete;
  FreedHandle& operator=(const FreedHandle&) = delete;
  operator Handle*() { return &handle_; }

 private:
  MPI_Fint* integer_;
  Handle handle_, before_;
};

/// How many datatypes an alltoallw takes; 0 where the communicator is none.
int peers_in(const MPI_Fint* comm);
/// Like above, for the values to send: in place none are read.
inline int receivers_in(const MPI_Fint* comm, const void* sendbuf) {
  return known_address(sendbuf) == MPI_IN_PLACE ? 0 : peers_in(comm);
}
/// Like above, for a neighbourhood collective.
int destinations_in(const MPI_Fint* comm);
int sources_in(const MPI_Fint* comm);

enum class Blanks { AtTheEnd, OnBothSides };

/// Text without the blanks that fill up Fortran's variable.
class Text {
 public:
  Text(const char* text, std::size_t length, Blanks blanks = Blanks::AtTheEnd);
  operator const char*() const { return text_.c_str(); }

 private:
  std::string text_;
};

/// A character variable that C's function may set. The text is cut, or filled up with blanks. A
/// variable that it does not set keeps its text.
class TextPlace {
 public:
  TextPlace(char* place, std::size_t length);
  ~TextPlace();
  TextPlace(const TextPlace&) = delete;
  TextPlace& operator=(const TextPlace&) = delete;
  operator char*() { return text_.data(); }

 private:
  char* place_;
  std::size_t length_;
  std::string text_;
};

/// Indices of an array of requests: Fortran counts from 1. `count` is the number of indices; null:
/// 1. A call that fails sets none.
class Indices {
 public:
  Indices(int* indices, int* count) : indices_(indices), count_(count) {
    *(count ? count : indices) = MPI_UNDEFINED;
  }
  ~Indices();
  Indices(const Indices&) = delete;
  Indices& operator=(const Indices&) = delete;
  operator int*() { return indices_; }

 private:
  int* indices_;
  const int* count_;
};

/// Displacements of MPI 1, which are INTEGERs.
class Widened {
 public:
  Widened(const MPI_Fint* numbers, int count) : wide_(numbers, numbers + std::max(count, 0)) {}
  operator const MPI_Aint*() const { return wide_.data(); }

 private:
  std::vector<MPI_Aint> wide_;
};

/// The place for one displacement. A value that does not fit ends the job.
class Narrowed {
 public:
  explicit Narrowed(MPI_Fint* place) : place_(place), value_(*place) {}
  ~Narrowed();
  Narrowed(const Narrowed&) = delete;
  Narrowed& operator=(const Narrowed&) = delete;
  operator MPI_Aint*() { return &value_; }

 private:
  MPI_Fint* place_;
  MPI_Aint value_;
};

}  // namespace bamboo::mpi::fortran
