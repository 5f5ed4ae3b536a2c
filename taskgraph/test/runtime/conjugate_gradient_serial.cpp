// SPDX-License-Identifier: Apache-2.0
// docs/reference/conjugate_gradient.cpp by plain loops over the whole mesh.
#include <cmath>
#include <cstdio>
#include <vector>

namespace {

constexpr int n = 64;

/// The cells and a layer of zeros around them.
using Mesh = std::vector<double>;

int at(int x, int y) {
  return (x + 1) * (n + 2) + y + 1;
}

template <class Visit>
void for_each(Visit visit) {
  for (int x = 0; x < n; ++x)
    for (int y = 0; y < n; ++y) visit(at(x, y));
}

double dot(const Mesh& a, const Mesh& b) {
  double sum = 0;
  for_each([&](int i) { sum += a[i] * b[i]; });
  return sum;
}

void print(int iteration, double residual) {
  if (iteration % 20 == 0) std::printf("%3d  %.17g\n", iteration, residual);
}

}  // namespace

int main() {
  Mesh x((n + 2) * (n + 2)), r = x, p = x, q = x;
  for_each([&](int i) { r[i] = p[i] = 1; });
  double old = dot(r, r);
  int iterations = 0;
  for (; std::sqrt(old) > 1e-8; ++iterations) {
    print(iterations, std::sqrt(old));
    for_each([&](int i) { q[i] = 4 * p[i] - p[i - n - 2] - p[i + n + 2] - p[i - 1] - p[i + 1]; });
    const double alpha = old / dot(p, q);
    for_each([&](int i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    });
    const double now = dot(r, r);
    for_each([&](int i) { p[i] = r[i] + now / old * p[i]; });
    old = now;
  }
  print(iterations, std::sqrt(old));
  std::printf("%d iterations, residual %.17g\n", iterations, std::sqrt(old));
}
