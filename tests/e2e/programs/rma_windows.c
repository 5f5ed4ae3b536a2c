/* SPDX-License-Identifier: Apache-2.0 */
/* e2e: ranks=2,3,4,8 */
/* The properties of a window: memory of all flavours, attributes, group, name, info, keys, error
 * handlers. */
#include "check.h"

static int rank, size, handled, deleted;

static void handler(MPI_Win* win, int* code, ...) {
  int class;
  MPI_Error_class(*code, &class);
  handled = class;
}

static int delete_it(MPI_Win win, int key, void* value, void* state) {
  deleted += *(int*)value + *(int*)state;
  return MPI_SUCCESS;
}

static long attribute(MPI_Win win, int key) {
  void* value;
  int flag;
  MPI_Win_get_attr(win, key, &value, &flag);
  CHECK(flag);
  if (key == MPI_WIN_BASE) return (long)value;
  return key == MPI_WIN_SIZE ? (long)*(MPI_Aint*)value : *(int*)value;
}

static void properties(void) {
  static int words[6];
  MPI_Win win;
  MPI_Win_create(words, sizeof words, 2, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  CHECK(attribute(win, MPI_WIN_BASE) == (long)words);
  CHECK(attribute(win, MPI_WIN_SIZE) == sizeof words && attribute(win, MPI_WIN_DISP_UNIT) == 2);
  CHECK(attribute(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_CREATE);
  const long model = attribute(win, MPI_WIN_MODEL);
  CHECK(model == MPI_WIN_UNIFIED || model == MPI_WIN_SEPARATE);

  MPI_Group world, group;
  int same, length;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Win_get_group(win, &group);
  MPI_Group_compare(world, group, &same);
  CHECK(same == MPI_IDENT);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  char name[MPI_MAX_OBJECT_NAME];
  MPI_Win_set_name(win, "some words");
  MPI_Win_get_name(win, name, &length);
  CHECK(length == 10 && strcmp(name, "some words") == 0);
  MPI_Info info;
  MPI_Win_get_info(win, &info);
  MPI_Win_set_info(win, info);
  MPI_Info_free(&info);

  int key, flag, value = 5, state = 100;
  void* found;
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, delete_it, &key, &state);
  MPI_Win_get_attr(win, key, &found, &flag);
  CHECK(!flag);
  MPI_Win_set_attr(win, key, &value);
  MPI_Win_get_attr(win, key, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Win_delete_attr(win, key);
  CHECK(deleted == 105);
  MPI_Win_set_attr(win, key, &value);
  MPI_Win_free_keyval(&key);
  CHECK(key == MPI_KEYVAL_INVALID);

  MPI_Errhandler mine, got;
  MPI_Win_create_errhandler(handler, &mine);
  MPI_Win_set_errhandler(win, mine);
  MPI_Win_get_errhandler(win, &got);
  CHECK(got == mine);
  MPI_Errhandler_free(&got);
  MPI_Errhandler_free(&mine);
  MPI_Win_call_errhandler(win, MPI_ERR_OTHER);
  CHECK(handled == MPI_ERR_OTHER);
  MPI_Win_fence(0, win);
  MPI_Put(&value, 1, MPI_INT, size, 0, 1, MPI_INT, win);
  CHECK(handled == MPI_ERR_RANK);
  MPI_Win_fence(0, win);
  CHECK(MPI_Win_f2c(MPI_Win_c2f(win)) == win);
  MPI_Win_free(&win);
  CHECK(deleted == 210);
}

/* Memory that joins and leaves while the window exists; displacements are addresses. */
static void dynamic(void) {
  MPI_Win win;
  MPI_Aint mine, *all = malloc(sizeof(MPI_Aint) * size);
  int* memory = malloc(sizeof(int) * 20);
  for (int i = 0; i < 20; i++) memory[i] = 100 * rank + i;
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  CHECK(attribute(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_DYNAMIC);
  MPI_Win_attach(win, memory, sizeof(int) * 20);
  MPI_Get_address(memory, &mine);
  MPI_Allgather(&mine, 1, MPI_AINT, all, 1, MPI_AINT, MPI_COMM_WORLD);
  const int right = (rank + 1) % size, left = (rank + size - 1) % size;
  int got[3];
  MPI_Win_fence(0, win);
  MPI_Get(got, 3, MPI_INT, right, MPI_Aint_add(all[right], 4 * sizeof(int)), 3, MPI_INT, win);
  MPI_Put(&rank, 1, MPI_INT, left, MPI_Aint_add(all[left], 7 * sizeof(int)), 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  CHECK(got[0] == 100 * right + 4 && got[2] == 100 * right + 6 && memory[7] == right);
  printf("rank %d: %d %d\n", rank, got[1], memory[7]);
  MPI_Win_detach(win, memory);
  MPI_Win_free(&win);
  free(memory);
  free(all);
}

/* Loads and stores in memory of all ranks of the host. */
static void shared(void) {
  MPI_Comm host;
  MPI_Win win;
  long *mine, *theirs;
  int on_host, me, unit;
  MPI_Aint bytes;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &host);
  MPI_Comm_size(host, &on_host);
  MPI_Comm_rank(host, &me);
  MPI_Win_allocate_shared(sizeof(long) * (me + 1), sizeof(long), MPI_INFO_NULL, host, &mine, &win);
  CHECK(attribute(win, MPI_WIN_CREATE_FLAVOR) == MPI_WIN_FLAVOR_SHARED);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
  for (int i = 0; i <= me; i++) mine[i] = 10 * me + i;
  MPI_Win_sync(win);
  MPI_Barrier(host);
  MPI_Win_sync(win);
  for (int r = 0; r < on_host; r++) {
    MPI_Win_shared_query(win, r, &bytes, &unit, &theirs);
    CHECK(bytes == (MPI_Aint)sizeof(long) * (r + 1) && unit == sizeof(long));
    for (int i = 0; i <= r; i++) CHECK(theirs[i] == 10 * r + i);
    CHECK(theirs == mine + (r * (r + 1) - me * (me + 1)) / 2); /* one behind the other */
  }
  MPI_Barrier(host);
  MPI_Win_shared_query(win, (me + 1) % on_host, &bytes, &unit, &theirs);
  theirs[0] = -me;
  MPI_Win_sync(win);
  MPI_Barrier(host);
  MPI_Win_sync(win);
  CHECK(mine[0] == -((me + on_host - 1) % on_host));
  MPI_Barrier(host);
  const long one = 1; /* the same memory through the library */
  MPI_Accumulate(&one, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_SUM, win);
  MPI_Win_flush_all(win);
  MPI_Barrier(host);
  MPI_Win_shared_query(win, MPI_PROC_NULL, &bytes, &unit, &theirs);
  CHECK(theirs[0] == 1);
  MPI_Win_unlock_all(win);
  printf("rank %d: %ld\n", rank, mine[me]);
  MPI_Win_free(&win);
  MPI_Comm_free(&host);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  size = world_size();
  properties();
  dynamic();
  shared();
  MPI_Finalize();
  return 0;
}
