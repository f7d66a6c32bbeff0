# Set-up at configure time: the virtual environment and the libraries.
#
# Sets PYCC_VENV_PYTHON (in a wheel, the interpreter that builds it), PYCC_PYTHON_MINOR and, but for wheels,
# PYCC_PYTHON_INCLUDE, PYCC_NUMPY_INCLUDE and PYCC_EXT_SUFFIX; defines the target glpk and the library tree_sitter, whose headers are in PYCC_TREE_SITTER_INCLUDE.
if(PYCC_WHEEL)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  set(PYCC_VENV_PYTHON "${Python3_EXECUTABLE}")
  set(steps sources glpk)
else()
  set(PYCC_VENV_PYTHON "${PYCC_SETUP_DIR}/venv/bin/python")
  set(steps venv sources)
  set(Python3_EXECUTABLE $ENV{PYTHON})
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env "PYTHON=${Python3_EXECUTABLE}"
    "${CMAKE_SOURCE_DIR}/tools/setup.sh" "${PYCC_SETUP_DIR}" ${steps}
  RESULT_VARIABLE setup_result)
if(NOT setup_result EQUAL 0)
  message(FATAL_ERROR "tools/setup.sh failed; see above")
endif()

set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${CMAKE_SOURCE_DIR}/tools/setup.sh"
  "${CMAKE_SOURCE_DIR}/tools/requirements.txt"
  "${CMAKE_SOURCE_DIR}/tools/requirements-sources.txt")

# pycc_ask_python(VARIABLE EXPRESSION): what the environment's interpreter says.
function(pycc_ask_python variable expression)
  execute_process(
    COMMAND "${PYCC_VENV_PYTHON}" -c "import sysconfig; print(${expression})"
    OUTPUT_VARIABLE answer OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  set(${variable} "${answer}" PARENT_SCOPE)
endfunction()
pycc_ask_python(PYCC_PYTHON_MINOR "sysconfig.get_python_version().split('.')[1]")
if(NOT PYCC_WHEEL)
  pycc_ask_python(PYCC_PYTHON_INCLUDE "sysconfig.get_path('include')")
  pycc_ask_python(PYCC_NUMPY_INCLUDE "__import__('numpy').get_include()")
  pycc_ask_python(PYCC_EXT_SUFFIX "sysconfig.get_config_var('EXT_SUFFIX')")
endif()

# pycc_find(TARGET LIBRARY HEADER PACKAGE): an imported library, or the package to install.
function(pycc_find target library header package)
  find_library(${target}_LIBRARY ${library})
  find_path(${target}_INCLUDE ${header})
  if(NOT ${target}_LIBRARY OR NOT ${target}_INCLUDE)
    message(FATAL_ERROR "${library} is missing: install ${package}, or let ./dev build do it")
  endif()
  add_library(${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION "${${target}_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${${target}_INCLUDE}")
endfunction()
if(PYCC_WHEEL)
  set(glpk_INCLUDE "${PYCC_SETUP_DIR}/_glpk/scikit-glpk-0.5.0/glpk-5.0/src")
  file(GLOB glpk_sources "${glpk_INCLUDE}/*/*.c")
  list(FILTER glpk_sources EXCLUDE REGEX "/(amd|api|colamd|minisat|mpl)/|/proxy/main.c$")
  foreach(name advbas prob1 prob2 prob4 prob5 wrmip) # what ilp.c reaches
    list(APPEND glpk_sources "${glpk_INCLUDE}/api/${name}.c")
  endforeach()
  file(GLOB glpk_rooms LIST_DIRECTORIES true "${glpk_INCLUDE}/*")
  add_library(glpk STATIC ${glpk_sources})
  target_compile_options(glpk PRIVATE -w)
  target_compile_definitions(glpk PRIVATE TLS=__thread HAVE_SYS_TIME_H HAVE_GETTIMEOFDAY)
  target_include_directories(glpk PRIVATE "${glpk_INCLUDE}" ${glpk_rooms} INTERFACE "${glpk_INCLUDE}")
  install(FILES "${glpk_INCLUDE}/../COPYING" DESTINATION lib/pycc RENAME GLPK-COPYING)
else()
  pycc_find(glpk glpk glpk.h libglpk-dev)
endif()

# tree-sitter's core with its Python grammar, from the archives that setup.sh has checked; without our
# flags for warnings. The grammar's archive lacks the headers that the core has.
set(core "${PYCC_SETUP_DIR}/_deps/tree-sitter-0.23.2/tree_sitter/core/lib")
set(grammar "${PYCC_SETUP_DIR}/_deps/tree_sitter_python-0.23.6/src")
set(headers "${CMAKE_BINARY_DIR}/tree_sitter_headers/tree_sitter")
install(FILES "${core}/../../../LICENSE" DESTINATION lib/pycc RENAME tree-sitter-LICENSE)
install(FILES "${grammar}/../LICENSE" DESTINATION lib/pycc RENAME tree-sitter-python-LICENSE)
file(COPY "${core}/src/parser.h" "${core}/src/array.h" "${core}/src/alloc.h"
  "${core}/src/ts_assert.h" DESTINATION "${headers}")
add_library(tree_sitter STATIC "${core}/src/lib.c" "${grammar}/parser.c" "${grammar}/scanner.c")
target_compile_options(tree_sitter PRIVATE -std=gnu11 -w -O3 -fno-semantic-interposition)
target_compile_definitions(tree_sitter PRIVATE _GNU_SOURCE)
set(PYCC_TREE_SITTER_INCLUDE "${core}/include" "${core}/src")
target_include_directories(tree_sitter SYSTEM PRIVATE "${core}/include" "${core}/src"
  "${CMAKE_BINARY_DIR}/tree_sitter_headers")

# The run time opens OpenCL when a module runs; only its headers are needed to build.
find_path(PYCC_OPENCL_INCLUDE CL/cl.h)
if(NOT PYCC_OPENCL_INCLUDE)
  message(FATAL_ERROR "CL/cl.h is missing: install it (Debian: apt install opencl-headers; Fedora: dnf install opencl-headers; "
    "macOS: brew install opencl-headers; conda: conda install -c conda-forge opencl-headers), or let ./dev build do it")
endif()
