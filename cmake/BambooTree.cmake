# SPDX-License-Identifier: Apache-2.0
# The build folder holds a tree of the same shape as the installed one, so that every tool finds
# its neighbours by one rule (relative to its own path) before and after `cmake --install`.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  message(FATAL_ERROR "CMAKE_INSTALL_LIBDIR=${CMAKE_INSTALL_LIBDIR}: give a folder below the prefix, because the "
                      "tools find each other relative to their own path")
endif()
set(BAMBOO_LIBRARY_DIR ${PROJECT_BINARY_DIR}/${CMAKE_INSTALL_LIBDIR})
set(BAMBOO_PRIVATE_DIR ${BAMBOO_LIBRARY_DIR}/bamboo)  # what only our own tools look for
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${BAMBOO_LIBRARY_DIR})
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${BAMBOO_LIBRARY_DIR})
set(CMAKE_INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}:$ORIGIN")
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)

# bamboo_private(TARGET): the target lives in lib/bamboo, in the build folder and installed.
function(bamboo_private target)
  set_target_properties(${target} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${BAMBOO_PRIVATE_DIR}
    LIBRARY_OUTPUT_DIRECTORY ${BAMBOO_PRIVATE_DIR}
    ARCHIVE_OUTPUT_DIRECTORY ${BAMBOO_PRIVATE_DIR}
    INSTALL_RPATH "$ORIGIN/..:$ORIGIN")
  set(folder ${CMAKE_INSTALL_LIBDIR}/bamboo)
  install(TARGETS ${target}
    RUNTIME DESTINATION ${folder} LIBRARY DESTINATION ${folder} ARCHIVE DESTINATION ${folder})
endfunction()

# bamboo_library(TARGET DESCRIPTION [CFLAGS]): a shared library that users link, by its name, by
# pkg-config (TARGET.pc) and by CMake (Bamboo::TARGET without "bamboo-"). A program that was linked
# with another minor version does not load it. Its users compile with the C++ standard of the target's
# interface.
function(bamboo_library target description)
  set_target_properties(${target} PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  install(TARGETS ${target} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
  set_property(GLOBAL APPEND PROPERTY BAMBOO_LIBRARIES ${target})
  get_target_property(features ${target} INTERFACE_COMPILE_FEATURES)
  set(standard)
  if("cxx_std_20" IN_LIST features)
    set_property(GLOBAL APPEND PROPERTY BAMBOO_CXX_20_LIBRARIES ${target})
    set(standard -std=c++20)
  endif()
  string(JOIN " " cflags ${standard} ${ARGN} -I\${prefix}/include)
  # The relative path from the .pc file's folder to the prefix.
  string(REGEX REPLACE "[^/]+" ".." up ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  set(folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/library.pc.in ${PROJECT_BINARY_DIR}/${folder}/${target}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${folder}/${target}.pc DESTINATION ${folder})
endfunction()

# bamboo_headers(SUBDIR FILE…): public headers, visible as include/SUBDIR/NAME in both trees.
function(bamboo_headers subdir)
  foreach(header IN LISTS ARGN)
    get_filename_component(name ${header} NAME)
    file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/${subdir})
    file(CREATE_LINK ${CMAKE_CURRENT_SOURCE_DIR}/${header}
         ${PROJECT_BINARY_DIR}/include/${subdir}/${name} SYMBOLIC)
    install(FILES ${header} DESTINATION include/${subdir})
  endforeach()
endfunction()
