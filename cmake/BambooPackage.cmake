# SPDX-License-Identifier: Apache-2.0
# What other build systems find: find_package(Bamboo) and pkg-config. Both locate the tree relative
# to themselves.
include(CMakePackageConfigHelpers)

set(package_folder lib/cmake/Bamboo)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/BambooConfig.cmake.in
  ${PROJECT_BINARY_DIR}/${package_folder}/BambooConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/${package_folder}/BambooConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
configure_file(${CMAKE_CURRENT_LIST_DIR}/bamboo.pc.in ${PROJECT_BINARY_DIR}/lib/pkgconfig/bamboo.pc
  @ONLY)

install(FILES
  ${PROJECT_BINARY_DIR}/${package_folder}/BambooConfig.cmake
  ${PROJECT_BINARY_DIR}/${package_folder}/BambooConfigVersion.cmake
  DESTINATION ${package_folder})
install(FILES ${PROJECT_BINARY_DIR}/lib/pkgconfig/bamboo.pc DESTINATION lib/pkgconfig)
