// SPDX-License-Identifier: Apache-2.0
// The text of a generated suite: one module for EUnit or Common Test, without macros or headers, so that it
// compiles where erlang-eunit is installed and eunit.hrl is not. It is laid out as erlfmt does.
#ifndef FRISK_ERLANG_EUNIT_H
#define FRISK_ERLANG_EUNIT_H

#include "base/str.h"
#include "base/symbol.h"
#include "suite/suite.h"

// The kind of a failure in which nobody can go on; only in an order.
#define EUNIT_DEADLOCK "deadlock"

struct eunit_test {
    const struct test_case *of;
    const char *name; // "f_of_1_returns_ok_test"
    bool generator;   // it runs in a process of its own, and says how long it may take; named "_test_"
    const char
        *pattern; // source text that matches the value or reason; "": too big, guard is its erlang:phash2/1
    const char *guard;     // may be ""
    bool died;             // the process was ended by a signal: there is nothing to catch
    uint32_t number;       // of the case, which its order is named by
    const symbol *modules; // that take part in its order
    uint32_t n_modules;
    bool forced; // in its order
    bool fails;  // until the error is put right: nothing is caught
};

struct eunit_old;

struct eunit_suite {
    const char *name, *unit;     // of the module to write; of the unit, as shown
    bool findings;               // they are its tests
    bool common_test;            // not EUnit
    const struct eunit_old *old; // tests that stay, before the others; NULL: none
    const struct eunit_test *tests;
    uint32_t n;
    unsigned seconds;        // for one test
    const char *stubs;       // an Erlang list of {{M, F, A}, {M2, F2}}; NULL: none
    bool forced;             // a case is forced in its order
    symbol module, function; // of the unit
    bool library;            // it is OTP's, of which the compiler knows much
};
void eunit_print_test(struct str *out, const struct eunit_suite *s, const struct eunit_test *t);
// The module, with the tests in the given order. With stubs it needs share/frisk/frisk_stub.erl, with orders
// frisk_force.erl, which are to be written beside it.
void eunit_print(struct str *out, const struct eunit_suite *s);

#endif
