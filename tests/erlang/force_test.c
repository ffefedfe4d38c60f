// SPDX-License-Identifier: Apache-2.0
// Orders of events forced on the real VM (share/frisk/frisk_force.erl): each gives what the reference manual
// says, every time; an order that cannot be kept is told from one that was; the VM is left as it was.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "oracles/drive.h"

static void orders_hold(void **state) {
    (void)state;
    char *scratch = drive_scratch(), command[1000];
    snprintf(command, sizeof command, "escript tests/erlang/force_cases.escript share/frisk %s 2>&1",
             scratch);
    char *argv[] = {"/bin/sh", "-c", command, NULL};
    struct output o = drive_run(argv, NULL, 600);
    if (o.status) fail_msg("status %d\n%s", o.status, o.out);
    drive_free(&o);
    drive_remove(scratch);
    free(scratch);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(orders_hold)};
    return cmocka_run_group_tests_name("force", tests, NULL, NULL);
}
