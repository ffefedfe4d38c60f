// SPDX-License-Identifier: Apache-2.0
// Names of generated modules and tests. They come from the call and what it does, and repeat from run to run.
#ifndef FRISK_ERLANG_EUNIT_NAMES_H
#define FRISK_ERLANG_EUNIT_NAMES_H

#include "base/str.h"
#include "base/symbol.h"
#include "suite/suite.h"

// "frisk_lists_nth_2_tests": any module and function give a name that needs no quotes and is a file name.
// suffix: "tests" here. mem_free.
char *eunit_module_name(symbol module, symbol function, uint32_t arity, const char *suffix);
// "nth_of_1_and_empty_list_raises_function_clause", without what says that it is a test. mem_free.
char *eunit_test_name(symbol function, const struct test_case *c);

#endif
