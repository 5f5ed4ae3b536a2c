// SPDX-License-Identifier: Apache-2.0
#include "rank/sessions.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "errors/errors.h"
#include "objects/errhandler.h"

namespace bamboo::mpi {
namespace {

using ThreadLevel = std::pair<int, const char*>;
constexpr ThreadLevel thread_levels[] = {
    {MPI_THREAD_SINGLE, "MPI_THREAD_SINGLE"},
    {MPI_THREAD_FUNNELED, "MPI_THREAD_FUNNELED"},
    {MPI_THREAD_SERIALIZED, "MPI_THREAD_SERIALIZED"},
    {MPI_THREAD_MULTIPLE, "MPI_THREAD_MULTIPLE"},
};

int wanted_thread_level(const Info* hints) {
  const std::string* name = hints ? hints->get(thread_level_key) : nullptr;
  if (!name) return MPI_THREAD_SINGLE;
  for (const auto& [level, known] : thread_levels)
    if (*name == known) return level;
  fail(MPI_ERR_ARG, "the hint thread_level is \"%s\", which is no thread level", name->c_str());
}

}  // namespace

const char* thread_level_name(int level) {
  const auto above = std::ranges::upper_bound(thread_levels, level, {}, &ThreadLevel::first);
  return std::prev(above)->second;
}

Sessions::~Sessions() {
  for (const auto& session : open_) release_errhandler(session->errhandler);
}

Session& Sessions::open(std::shared_ptr<const Info> hints, MPI_Errhandler errhandler) {
  const int level = wanted_thread_level(hints.get());
  retain_errhandler(errhandler);
  were_any_ = true;
  open_.push_back(std::make_unique<Session>(Session{std::move(hints), errhandler, level}));
  Session& session = *open_.back();
  session.handle = handles_.add(&session);
  return session;
}

void Sessions::close(Session& session) {
  handles_.remove(session.handle);
  release_errhandler(session.errhandler);
  std::erase_if(open_, [&](const auto& each) { return each.get() == &session; });
}

Session& Sessions::find(MPI_Session handle) const {
  if (Session* session = handles_.find(handle)) return *session;
  if (handle == MPI_SESSION_NULL) fail(MPI_ERR_SESSION, "session is MPI_SESSION_NULL");
  fail(MPI_ERR_SESSION, "session is the handle %p, which is no session or one that was finalized",
       static_cast<void*>(handle));
}

}  // namespace bamboo::mpi
