# SPDX-License-Identifier: Apache-2.0
# The MPIs of this machine, for targets that are compiled against each of them. The flags come from
# the compiler wrappers: find_package(MPI) supports only one MPI at a time.
# As bamboocc: the compiler that the environment names or the first mpicc in PATH comes before
# mpicc.openmpi and mpicc.mpich.
if(DEFINED ENV{BAMBOO_MPICC})
  find_program(BAMBOO_MPICC NAMES $ENV{BAMBOO_MPICC})
endif()
find_program(BAMBOO_MPICC NAMES mpicc DOC "Compiler wrapper of the MPI that comes first")
if(BAMBOO_MPICC)
  execute_process(COMMAND ${BAMBOO_MPICC} --showme:version
                  OUTPUT_VARIABLE version ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(first MPICH)
  else()
    set(first OPENMPI)
  endif()
  # Messages have the name that says which MPI it is, where it has such a name, too.
  string(TOLOWER mpicc.${first} name)
  find_program(suffixed NAMES ${name} NO_CACHE)
  file(REAL_PATH ${BAMBOO_MPICC} file)
  file(REAL_PATH ${suffixed} same)
  if(NOT BAMBOO_${first}_CC AND NOT file STREQUAL same)
    get_filename_component(folder ${BAMBOO_MPICC} DIRECTORY)
    set(BAMBOO_${first}_CC ${BAMBOO_MPICC} CACHE FILEPATH "Compiler wrapper" FORCE)
    find_program(BAMBOO_${first}_RUN NAMES mpirun mpiexec HINTS ${folder})
  endif()
endif()
find_program(BAMBOO_OPENMPI_CC NAMES mpicc.openmpi DOC "Compiler wrapper of Open MPI")
find_program(BAMBOO_MPICH_CC NAMES mpicc.mpich DOC "Compiler wrapper of MPICH")
find_program(BAMBOO_OPENMPI_RUN NAMES mpirun.openmpi DOC "Launcher of Open MPI")
find_program(BAMBOO_MPICH_RUN NAMES mpirun.mpich DOC "Launcher of MPICH")

foreach(mpi IN ITEMS OPENMPI MPICH)
  string(TOLOWER ${mpi} name)
  bamboo_part(${mpi} "${BAMBOO_${mpi}_CC}" "jobs of ${name}" mpicc.${name})
  if(NOT BAMBOO_HAS_${mpi})
    set(BAMBOO_${mpi}_CC "")
    set(BAMBOO_${mpi}_RUN "")
  endif()
endforeach()

# Splits the flags of a wrapper's command line, without the compiler: -I, -D, … and -L, -l, -Wl, …
function(bamboo_wrapper_flags wrapper compile link)
  execute_process(COMMAND ${wrapper} -show OUTPUT_VARIABLE line OUTPUT_STRIP_TRAILING_WHITESPACE
                  COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(words UNIX_COMMAND "${line}")
  list(POP_FRONT words)
  set(compile_words ${words})
  list(FILTER compile_words INCLUDE REGEX "^-[IDp]")
  list(FILTER words INCLUDE REGEX "^-[Llp]|^-Wl,|^/")
  set(${compile} ${compile_words} PARENT_SCOPE)
  set(${link} ${words} PARENT_SCOPE)
endfunction()

# bamboo_mpi_program(PROGRAM WRAPPER SOURCES … [LIBRARIES …] [BUSY]): compiles against that MPI; not
# installed. The libraries precede the MPI's. Waiting processes yield; BUSY: as the MPI has it.
function(bamboo_mpi_program program wrapper)
  cmake_parse_arguments(PARSE_ARGV 2 its "BUSY" "" "SOURCES;LIBRARIES")
  bamboo_wrapper_flags(${wrapper} compile link)
  add_executable(${program} ${its_SOURCES})
  target_compile_options(${program} PRIVATE ${compile})
  target_compile_definitions(${program} PRIVATE OMPI_SKIP_MPICXX MPICH_SKIP_MPICXX)
  target_link_libraries(${program} PRIVATE ${its_LIBRARIES} ${link} bamboo_warnings
                        bamboo_mpi_sanitizers)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR})
  if(wrapper STREQUAL BAMBOO_MPICH_CC AND NOT its_BUSY)
    if(NOT TARGET bamboo_yield_while_waiting)
      add_library(bamboo_yield_while_waiting OBJECT ${PROJECT_SOURCE_DIR}/tests/yield_while_waiting.c)
    endif()
    target_sources(${program} PRIVATE $<TARGET_OBJECTS:bamboo_yield_while_waiting>)
  endif()
endfunction()
