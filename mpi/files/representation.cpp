// SPDX-License-Identifier: Apache-2.0
#include "files/representation.h"

#include <algorithm>

#include "errors/errors.h"
#include "types/external32.h"

namespace bamboo::mpi {

namespace {

Representation external32() {
  return {"external32", [](MPI_Datatype basic) { return external32_size(*predefined(basic)); },
          [](const FileBuffer& from, std::byte* to) {
            pack_external32(from.data, from.count, from.type, to);
          },
          [](std::span<const std::byte> from, const FileBuffer& to) {
            return unpack_external32(from, to.data, to.count, to.type);
          }};
}

}  // namespace

RepresentationRef native_representation() {
  static const auto native = std::make_shared<const Representation>(Representation{"native"});
  return native;
}

Representations::Representations() {
  // "internal" may be any one that all ranks of the job read.
  static const std::vector<RepresentationRef> of_mpi = {
      native_representation(), std::make_shared<const Representation>(Representation{"internal"}),
      std::make_shared<const Representation>(external32())};
  known_ = of_mpi;
}

RepresentationRef Representations::find(const char* name) const {
  const auto found = std::ranges::find(known_, name, [](const auto& each) { return each->name; });
  if (found != known_.end()) return *found;
  fail(MPI_ERR_UNSUPPORTED_DATAREP,
       "datarep is \"%s\", must be \"native\", \"internal\", \"external32\", or registered by the "
       "rank",
       name);
}

void Representations::add(Representation representation) {
  for (const RepresentationRef& each : known_)
    if (each->name == representation.name)
      fail(MPI_ERR_DUP_DATAREP, "datarep is \"%s\", which is registered already",
           each->name.c_str());
  known_.push_back(std::make_shared<const Representation>(std::move(representation)));
}

}  // namespace bamboo::mpi
