/* SPDX-License-Identifier: Apache-2.0 */
/* MPI_Info: keys, values and their lengths, copies, and info objects given to communicators. */
#include "check.h"

static int rank;

static void show(const char* what, MPI_Info info) {
  int count, length, flag;
  char key[MPI_MAX_INFO_KEY + 1], value[MPI_MAX_INFO_VAL + 1];
  MPI_Info_get_nkeys(info, &count);
  printf("rank %d: %s has %d keys\n", rank, what, count);
  for (int n = 0; n < count; n++) {
    MPI_Info_get_nthkey(info, n, key);
    MPI_Info_get_valuelen(info, key, &length, &flag);
    CHECK(flag);
    MPI_Info_get(info, key, MPI_MAX_INFO_VAL, value, &flag);
    CHECK(flag && (int)strlen(value) == length);
    /* Prints only a part: Open MPI's launcher may cut lines of more than 255 characters. */
    printf("rank %d: %s %d: %s = %.60s (%d)\n", rank, what, n, key, value, length);
  }
}

static void absent_keys(MPI_Info info) {
  int length = 17, flag = 1;
  char value[8] = "kept";
  MPI_Info_get_valuelen(info, "absent", &length, &flag);
  CHECK(!flag && length == 17);
  MPI_Info_get(info, "absent", 7, value, &flag);
  CHECK(!flag && strcmp(value, "kept") == 0);
}

static void of_communicators(MPI_Info info) {
  int sum, result;
  MPI_Comm copy;
  MPI_Info used;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &copy);
  MPI_Comm_compare(MPI_COMM_WORLD, copy, &result);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
  printf("rank %d: congruent %d, sum %d\n", rank, result == MPI_CONGRUENT, sum);
  MPI_Comm_set_info(copy, info);
  MPI_Comm_get_info(copy, &used); /* which hints are used is the MPI's own business */
  CHECK(used != MPI_INFO_NULL && used != info);
  MPI_Info_free(&used);
  MPI_Comm_free(&copy);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  rank = world_rank();
  MPI_Info info, copy;
  char key[32], value[300];
  MPI_Info_create(&info);
  show("new", info);
  for (int i = 0; i < 5; i++) {
    snprintf(key, sizeof key, "key%d", i);
    snprintf(value, sizeof value, "rank %d, value %d", rank, i * i);
    MPI_Info_set(info, key, value);
  }
  memset(value, 'x', 255);
  value[255] = '\0';
  MPI_Info_set(info, "a key of several words", value);
  MPI_Info_set(info, "key1", "another");
  show("full", info);
  absent_keys(info);

  MPI_Info_dup(info, &copy);
  MPI_Info_delete(info, "key0");
  MPI_Info_delete(info, "key3");
  MPI_Info_set(copy, "key4", "only in the copy");
  show("shortened", info);
  show("copy", copy);
  of_communicators(info);
  MPI_Info_free(&info);
  CHECK(info == MPI_INFO_NULL);
  show("copy that remains", copy);
  MPI_Info_free(&copy);

  MPI_Info_create(&info);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  printf("rank %d: deleting what is not there fails: %d\n", rank,
         MPI_Info_delete(info, "absent") != MPI_SUCCESS);
  MPI_Info_free(&info);
  MPI_Finalize();
  return 0;
}
