// SPDX-License-Identifier: Apache-2.0
#include "objects/info.h"

#include <algorithm>
#include <cstring>

#include "comm/split_type.h"
#include "errors/checks.h"
#include "functions/any_time.h"

using namespace bamboo::mpi;

int MPI_Info_create(MPI_Info* info) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(info, "info");
    *info = new_handle(std::make_shared<Info>());
  });
}

int MPI_Info_create_env(int, char*[], MPI_Info* info) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(info, "info");
    *info = new_handle(std::make_shared<Info>(*info_ref(MPI_INFO_ENV)));
  });
}

int MPI_Get_hw_resource_info(MPI_Info* hw_info) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(hw_info, "hw_info");
    const auto resources = std::make_shared<Info>();
    resources->set(host_resource, "true");  // a process never leaves its host
    *hw_info = new_handle(resources);
  });
}

int MPI_Info_dup(MPI_Info info, MPI_Info* newinfo) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(newinfo, "newinfo");
    *newinfo = new_handle(std::make_shared<Info>(*info_ref(info)));
  });
}

int MPI_Info_free(MPI_Info* info) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(info, "info");
    if (*info == MPI_INFO_ENV) fail(MPI_ERR_INFO, "info is MPI_INFO_ENV: it cannot be freed");
    info_ref(*info);
    free_handle(*info);
    *info = MPI_INFO_NULL;
  });
}

int MPI_Info_set(MPI_Info info, const char* key, const char* value) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(key, "key");
    check_pointer(value, "value");
    if (info == MPI_INFO_ENV) fail(MPI_ERR_INFO, "info is MPI_INFO_ENV: it cannot be changed");
    info_ref(info)->set(key, value);
  });
}

int MPI_Info_delete(MPI_Info info, const char* key) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(key, "key");
    info_ref(info)->erase(key);
  });
}

int MPI_Info_get(MPI_Info info, const char* key, int valuelen, char* value, int* flag) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(key, "key");
    check_pointer(value, "value");
    check_pointer(flag, "flag");
    if (valuelen < 0) fail(MPI_ERR_ARG, "valuelen is %d, must be 0 or more", valuelen);
    const auto object = info_ref(info);
    const std::string* found = object->get(key);
    *flag = found != nullptr;
    if (!found) return;
    const std::size_t length = std::min<std::size_t>(found->size(), valuelen);
    std::memcpy(value, found->data(), length);
    value[length] = '\0';
  });
}

int MPI_Info_get_string(MPI_Info info, const char* key, int* buflen, char* value, int* flag) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(key, "key");
    check_pointer(buflen, "buflen");
    check_pointer(flag, "flag");
    if (*buflen < 0) fail(MPI_ERR_ARG, "buflen is %d, must be 0 or more", *buflen);
    if (*buflen) check_pointer(value, "value");
    const auto object = info_ref(info);
    const std::string* found = object->get(key);
    *flag = found != nullptr;
    if (!found) return;
    if (*buflen) {
      const std::size_t length = std::min<std::size_t>(found->size(), *buflen - 1);
      std::memcpy(value, found->data(), length);
      value[length] = '\0';
    }
    *buflen = static_cast<int>(found->size()) + 1;
  });
}

int MPI_Info_get_valuelen(MPI_Info info, const char* key, int* valuelen, int* flag) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(key, "key");
    check_pointer(valuelen, "valuelen");
    check_pointer(flag, "flag");
    const auto object = info_ref(info);
    const std::string* found = object->get(key);
    *flag = found != nullptr;
    if (found) *valuelen = static_cast<int>(found->size());
  });
}

int MPI_Info_get_nkeys(MPI_Info info, int* nkeys) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(nkeys, "nkeys");
    *nkeys = info_ref(info)->size();
  });
}

int MPI_Info_get_nthkey(MPI_Info info, int n, char* key) {
  return BAMBOO_MPI_ANY_TIME({
    check_pointer(key, "key");
    const auto object = info_ref(info);
    if (n < 0 || n >= object->size())
      fail(MPI_ERR_ARG, "n is %d, must be 0 … %d: the info object has %d keys", n,
           object->size() - 1, object->size());
    const std::string& text = object->key(n);
    std::memcpy(key, text.c_str(), text.size() + 1);
  });
}
