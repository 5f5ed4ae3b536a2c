// SPDX-License-Identifier: Apache-2.0
#include "stencil.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <stdexcept>

namespace simulator {
namespace {

int product(const Triple& t) {
  return t[0] * t[1] * t[2];
}

/// Calls visit(divisors) for each way to write `count` as a product of three.
template <class Visit>
void each_grid(int count, Visit visit) {
  for (int a = 1; a <= count; ++a) {
    if (count % a != 0) continue;
    for (int b = 1; b <= count / a; ++b)
      if (count / a % b == 0) visit(Triple{a, b, count / a / b});
  }
}

/// The grid of nodes that divides the geometry and cuts the smallest surface of the mesh.
std::optional<Triple> best_grid(const Stencil& stencil, int nodes) {
  std::optional<Triple> best;
  double least = std::numeric_limits<double>::max();
  const Triple& mesh = stencil.mesh();
  each_grid(nodes, [&](const Triple& grid) {
    double surface = 0;
    for (int d = 0; d < 3; ++d) {
      if (stencil.geometry()[d] % grid[d] != 0) return;
      surface += (grid[d] - 1.0) * mesh[(d + 1) % 3] * mesh[(d + 2) % 3];
    }
    if (surface < least || (surface == least && best && grid > *best)) {
      least = surface;
      best = grid;
    }
  });
  return best;
}

}  // namespace

Triple balanced(int count) {
  Triple best{count, 1, 1};
  each_grid(count, [&](Triple grid) {
    std::ranges::sort(grid, std::greater());
    const int spread = grid[0] - grid[2], least = best[0] - best[2];
    if (spread < least || (spread == least && grid < best)) best = grid;
  });
  return best;
}

Stencil::Stencil(const Job& job)
    : mesh_(job.mesh),
      geometry_(job.geometry.value_or(balanced(job.ranks))),
      halves_(job.form == Form::Overlapped ? 2 : 1),
      communicates_(job.communicates) {
  if (product(geometry_) != job.ranks)
    throw std::invalid_argument("job.geometry does not have job.ranks ranks");
}

Triple Stencil::at(int rank) const {
  return {rank / (geometry_[1] * geometry_[2]), rank / geometry_[2] % geometry_[1],
          rank % geometry_[2]};
}

int Stencil::cells(int axis, int place) const {
  const auto start = [&](long p) { return mesh_[axis] * p / geometry_[axis]; };
  return static_cast<int>(start(place + 1) - start(place));
}

double Stencil::rows(int task) const {
  const Triple place = at(task / halves_);
  return static_cast<double>(cells(0, place[0])) * cells(1, place[1]) / halves_;
}

double Stencil::points(int task) const {
  return rows(task) * cells(2, at(task / halves_)[2]);
}

std::vector<Face> Stencil::faces_of(int task) const {
  std::vector<Face> result;
  if (!communicates_) return result;
  const int rank = task / halves_;
  const Triple place = at(rank);
  const Triple stride{geometry_[1] * geometry_[2], geometry_[2], 1};
  for (int face = 0; face < faces; ++face) {
    const int axis = face / 2, step = face % 2 == 0 ? -1 : 1;
    const int beside = place[axis] + step;
    if (beside < 0 || beside >= geometry_[axis]) continue;
    double bytes = sizeof(double);
    for (int d = 0; d < 3; ++d)
      if (d != axis) bytes *= cells(d, place[d]);
    // A half has two of the four quarters of a face, each a message.
    result.push_back(
        {(rank + step * stride[axis]) * halves_ + task % halves_, axis, bytes / halves_, halves_});
  }
  return result;
}

Placement::Placement(const Stencil& stencil, const Machine& machine, Form form)
    : stencil_(stencil),
      nodes_(machine.nodes),
      range_(form == Form::Tasks ? 0 : machine.cores),
      grid_(form == Form::Tasks ? best_grid(stencil, machine.nodes) : std::nullopt) {
  const int ranks = stencil.tasks() / stencil.halves();
  if (range_ > 0 ? ranks > range_ * nodes_ || ranks <= range_ * (nodes_ - 1) : ranks < nodes_)
    throw std::invalid_argument("job.ranks does not suit machine.nodes and machine.cores");
}

int Placement::node_of(int task) const {
  const int rank = task / stencil_.halves();
  if (range_ > 0) return rank / range_;
  if (grid_) {
    const Triple place = stencil_.at(rank), &grid = *grid_;
    const auto part = [&](int d) { return place[d] / (stencil_.geometry()[d] / grid[d]); };
    return (part(0) * grid[1] + part(1)) * grid[2] + part(2);
  }
  return static_cast<int>((static_cast<long>(rank + 1) * nodes_ - 1) / stencil_.tasks());
}

std::vector<std::vector<int>> Placement::tasks_by_node() const {
  std::vector<std::vector<int>> result(nodes_);
  for (int task = 0; task < stencil_.tasks(); ++task) result[node_of(task)].push_back(task);
  return result;
}

}  // namespace simulator
