// SPDX-License-Identifier: Apache-2.0
// The tests of a module that frisk wrote before, or the user changed since: what still holds stays as it is,
// byte for byte, in the module that is written anew.
#ifndef FRISK_ERLANG_EUNIT_UPDATE_H
#define FRISK_ERLANG_EUNIT_UPDATE_H

#include "base/str.h"
#include "base/vec.h"
#include "erlang/eunit/eunit.h"

struct eunit_old_test {
    char *name;
    const char *text; // with the comment above, in the module's text; without the blank line before
    size_t n;
    char *now; // what the call does today; "": the test holds. NULL: not tried
};

struct eunit_old {
    struct str text; // of the module
    VEC(struct eunit_old_test) tests;
};

// From a file; of one that does not exist there are no tests.
void eunit_old_read(struct eunit_old *old, const char *path);
void eunit_old_free(struct eunit_old *old);
// The test that does what a test of the given text does, whatever it is called; NULL: none.
const struct eunit_old_test *eunit_old_find(const struct eunit_old *old, const char *text);
bool eunit_old_is_name(const struct eunit_old *old, const char *name); // of one that stays
// Those that do not hold are not kept any more (drop), or stay to be looked at. told: a line for each, of the
// module `path`, and the test itself.
void eunit_old_judge(struct eunit_old *old, bool drop, const char *path, struct str *told);

#endif
