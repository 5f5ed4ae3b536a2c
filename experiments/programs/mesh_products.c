/* SPDX-License-Identifier: Apache-2.0 */
/* Products of a sparse matrix and several vectors. The matrix is that of an irregular mesh: points
 * at random places of a square, joined where they are near to each other, numbered along a curve
 * that fills the square. Each process has consecutive rows. A process gets the other processes'
 * values for its columns by MPI_Neighbor_alltoallv on a distributed graph, whose halos have all
 * sizes.
 *
 *   mesh_products POINTS VECTORS CALLS WARM_UP     points of a process
 *
 * All MPI calls but the exchange go by PMPI_, so that a library in front sees nothing else. */
#include <math.h>

#include "collective_bench.h"

enum { KEY_BITS = 10 };

typedef struct {
  uint64_t key;
  double x, y;
} point;

static int rank, size;
static int points, vectors; /* points: of all processes */
static point* mesh;

/* Compressed rows of this process; columns of others follow its own ones. */
static int rows, first_row;
static int *begin, *column;
/* Neighbours, and by neighbour the rows that it gets and the columns that it has. */
static int neighbours;
static int *neighbour, *sent_counts, *sent_places, *received_counts, *received_places, *sent_rows;
static MPI_Comm graph;

static int first_of(int process) {
  return (int)((long)points * process / size);
}

static int owner_of(int at) {
  int owner = (int)((long)at * size / points);
  while (first_of(owner) > at) --owner;
  while (first_of(owner + 1) <= at) ++owner;
  return owner;
}

static double drawn(uint64_t number) {
  return (double)(mix_bits(number) >> 11) * 0x1p-53;
}

static int by_key(const void* a, const void* b) {
  const point *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return p->x < q->x ? -1 : p->x > q->x;
}

/* A Morton curve. */
static uint64_t key_of(double x, double y) {
  const unsigned across = (unsigned)(x * (1 << KEY_BITS)), up = (unsigned)(y * (1 << KEY_BITS));
  uint64_t key = 0;
  for (int bit = 0; bit < KEY_BITS; ++bit)
    key |= (uint64_t)(across >> bit & 1) << (2 * bit) | (uint64_t)(up >> bit & 1) << (2 * bit + 1);
  return key;
}

static void make_mesh(void) {
  mesh = new_memory(sizeof *mesh * (size_t)points);
  for (int i = 0; i < points; ++i) {
    mesh[i].x = drawn(2 * (uint64_t)i + 1);
    mesh[i].y = drawn(2 * (uint64_t)i + 2);
    mesh[i].key = key_of(mesh[i].x, mesh[i].y);
  }
  qsort(mesh, (size_t)points, sizeof *mesh, by_key);
}

/* Cells as wide as points may be apart, with lists of their points. */
static int cells;
static int *cell_head, *next_in_cell;

static int cell_at(double x) {
  const int at = (int)(x * cells);
  return at < cells ? at : cells - 1;
}

static void fill_cells(double reach) {
  cells = (int)(1 / reach);
  cell_head = new_memory(sizeof(int) * (size_t)cells * (size_t)cells);
  next_in_cell = new_memory(sizeof(int) * (size_t)points);
  for (int c = 0; c < cells * cells; ++c) cell_head[c] = -1;
  for (int i = points - 1; i >= 0; --i) {
    int* head = &cell_head[cell_at(mesh[i].y) * cells + cell_at(mesh[i].x)];
    next_in_cell[i] = *head;
    *head = i;
  }
}

/* The points near to one, at `out`; their number. */
static int points_near(int i, double reach, int* out, int most) {
  const int across = cell_at(mesh[i].x), up = cell_at(mesh[i].y);
  int n = 0;
  for (int y = up > 0 ? up - 1 : 0; y <= up + 1 && y < cells; ++y)
    for (int x = across > 0 ? across - 1 : 0; x <= across + 1 && x < cells; ++x)
      for (int k = cell_head[y * cells + x]; k >= 0 && n < most; k = next_in_cell[k])
        if (hypot(mesh[k].x - mesh[i].x, mesh[k].y - mesh[i].y) < reach) out[n++] = k;
  return n;
}

static int by_number(const void* a, const void* b) {
  return (*(const int*)a > *(const int*)b) - (*(const int*)a < *(const int*)b);
}

static int without_doubles(int* list, int n) {
  int kept = 0;
  qsort(list, (size_t)n, sizeof *list, by_number);
  for (int i = 0; i < n; ++i)
    if (i == 0 || list[i] != list[i - 1]) list[kept++] = list[i];
  return kept;
}

/* The matrix is symmetric: a row goes to all processes from which it has columns. */
static void make_rows(double reach) {
  enum { MOST = 64 };
  int *others = new_memory(sizeof(int) * (size_t)rows * MOST), count = 0;
  begin = new_memory(sizeof(int) * (size_t)(rows + 1));
  column = new_memory(sizeof(int) * (size_t)rows * MOST);
  for (int row = 0; row < rows; ++row) {
    const int n = points_near(first_row + row, reach, column + begin[row], MOST);
    begin[row + 1] = begin[row] + n;
    for (int i = begin[row]; i < begin[row + 1]; ++i)
      if (owner_of(column[i]) != rank) others[count++] = column[i];
  }
  count = without_doubles(others, count);
  neighbour = new_memory(sizeof(int) * (size_t)size);
  received_counts = new_memory(sizeof(int) * (size_t)size);
  received_places = new_memory(sizeof(int) * (size_t)size);
  for (int i = 0; i < count; ++i) {
    const int owner = owner_of(others[i]);
    if (neighbours == 0 || neighbour[neighbours - 1] != owner) {
      received_places[neighbours] = (rows + i) * vectors;
      neighbour[neighbours++] = owner;
    }
    received_counts[neighbours - 1] += vectors;
  }
  sent_counts = new_memory(sizeof(int) * (size_t)size);
  sent_places = new_memory(sizeof(int) * (size_t)size);
  sent_rows = new_memory(sizeof(int) * (size_t)rows * (size_t)(neighbours + 1));
  int sent = 0;
  for (int k = 0; k < neighbours; ++k) {
    sent_places[k] = sent * vectors;
    for (int row = 0; row < rows; ++row) {
      int goes = 0;
      for (int i = begin[row]; i < begin[row + 1]; ++i) goes |= owner_of(column[i]) == neighbour[k];
      if (goes) sent_rows[sent++] = row;
    }
    sent_counts[k] = sent * vectors - sent_places[k];
  }
  for (int i = 0; i < begin[rows]; ++i) {
    const int* other = bsearch(&column[i], others, (size_t)count, sizeof *others, by_number);
    column[i] = other ? rows + (int)(other - others) : column[i] - first_row;
  }
  free(others);
}

static void pack(const double* x, double* out) {
  const int last = neighbours - 1;
  const int sent = neighbours ? (sent_places[last] + sent_counts[last]) / vectors : 0;
  for (int i = 0; i < sent; ++i)
    memcpy(out + (size_t)i * vectors, x + (size_t)sent_rows[i] * vectors,
           sizeof(double) * (size_t)vectors);
}

static void multiply(const double* x, double* y) {
  for (int row = 0; row < rows; ++row)
    for (int v = 0; v < vectors; ++v) {
      double sum = 0;
      for (int i = begin[row]; i < begin[row + 1]; ++i) sum += x[(size_t)column[i] * vectors + v];
      y[(size_t)row * vectors + v] = sum / (begin[row + 1] - begin[row]);
    }
}

/* Bytes that the busiest host sends or receives. */
static long busiest_host(void) {
  char name[MPI_MAX_PROCESSOR_NAME] = "";
  int length = 0;
  PMPI_Get_processor_name(name, &length);
  char* names = new_memory(sizeof name * (size_t)size);
  PMPI_Allgather(name, sizeof name, MPI_CHAR, names, sizeof name, MPI_CHAR, MPI_COMM_WORLD);
  int* host = new_memory(sizeof(int) * (size_t)size);
  for (int i = 0; i < size; ++i)
    while (strcmp(names + sizeof name * (size_t)host[i], names + sizeof name * (size_t)i) != 0)
      ++host[i];
  long *moved = new_memory(sizeof(long) * 2 * (size_t)size), most = 0;
  for (int k = 0; k < neighbours; ++k)
    if (host[neighbour[k]] != host[rank]) {
      moved[host[rank]] += (long)sizeof(double) * sent_counts[k];
      moved[size + host[rank]] += (long)sizeof(double) * received_counts[k];
    }
  PMPI_Allreduce(MPI_IN_PLACE, moved, 2 * size, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < 2 * size; ++i)
    if (moved[i] > most) most = moved[i];
  free(names);
  free(host);
  free(moved);
  return most;
}

static void begin_with(double* x) {
  for (int i = 0; i < rows * vectors; ++i)
    x[i] = drawn((uint64_t)first_row * (uint64_t)vectors + (uint64_t)i);
}

static int by_value(const void* a, const void* b) {
  return (*(const double*)a > *(const double*)b) - (*(const double*)a < *(const double*)b);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &size);
  const int calls = argc == 5 ? atoi(argv[3]) : 0, warm_up = argc == 5 ? atoi(argv[4]) : 0;
  points = argc == 5 ? atoi(argv[1]) * size : 0;
  vectors = argc == 5 ? atoi(argv[2]) : 0;
  if (points <= 0 || vectors <= 0 || calls <= 0) {
    fprintf(stderr, "mesh_products POINTS VECTORS CALLS WARM_UP\n");
    PMPI_Abort(MPI_COMM_WORLD, 2);
  }
  first_row = first_of(rank);
  rows = first_of(rank + 1) - first_row;
  const double reach = sqrt(8 / (3.14159265358979 * points)); /* eight points on average */
  make_mesh();
  fill_cells(reach);
  make_rows(reach);
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, neighbours, neighbour, received_counts, neighbours,
                                 neighbour, sent_counts, MPI_INFO_NULL, 0, &graph);
  int columns = rows, packed = 1;
  for (int k = 0; k < neighbours; ++k) {
    columns += received_counts[k] / vectors;
    packed += sent_counts[k];
  }
  double* x = new_memory(sizeof(double) * (size_t)columns * (size_t)vectors);
  double* y = new_memory(sizeof(double) * (size_t)rows * (size_t)vectors);
  double *out = new_memory(sizeof(double) * (size_t)packed),
         *times = new_memory(sizeof(double) * (size_t)calls);
  const int speaks = speaks_for_host();
  long again = 0;
  for (int call = -warm_up; call < calls; ++call) {
    if (call == 0) again = retransmits_of_host();
    if (call == -warm_up || call == 0) begin_with(x); /* whatever has run to warm up */
    PMPI_Barrier(MPI_COMM_WORLD);
    const double start = PMPI_Wtime();
    pack(x, out);
    MPI_Neighbor_alltoallv(out, sent_counts, sent_places, MPI_DOUBLE, x, received_counts,
                           received_places, MPI_DOUBLE, graph);
    double seconds = PMPI_Wtime() - start;
    multiply(x, y);
    memcpy(x, y, sizeof(double) * (size_t)rows * (size_t)vectors);
    PMPI_Allreduce(MPI_IN_PLACE, &seconds, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    if (call >= 0) times[call] = seconds;
  }
  again = speaks ? retransmits_of_host() - again : 0;
  PMPI_Allreduce(MPI_IN_PLACE, &again, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  double sum = 0;
  for (int i = 0; i < rows * vectors; ++i) sum += x[i];
  double* sums = new_memory(sizeof(double) * (size_t)size);
  PMPI_Gather(&sum, 1, MPI_DOUBLE, sums, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  const long busiest = busiest_host();
  int most = neighbours;
  PMPI_Allreduce(MPI_IN_PLACE, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  if (rank == 0) {
    qsort(times, (size_t)calls, sizeof *times, by_value);
    sum = 0;
    for (int i = 0; i < size; ++i) sum += sums[i];
    printf("time: %.6f ms, %.6f ... %.6f in %d calls\n", 1e3 * times[calls / 2], 1e3 * times[0],
           1e3 * times[calls - 1], calls);
    printf("retransmits: %ld\n", again);
    printf("busiest: %ld bytes\n", busiest);
    printf("neighbours: %d at most\n", most);
    printf("checksum: %.17g\n", sum);
  }
  PMPI_Comm_free(&graph);
  MPI_Finalize();
  return 0;
}
