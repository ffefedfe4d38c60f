// SPDX-License-Identifier: Apache-2.0
// The functions of StrictMath against the JVM's, bit for bit, on random and special arguments. Needs a JDK.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "java/classpath/jimage.h"
#include "java/machine/strict_math.h"

static const struct {
    const char *name;
    double (*f)(double);
} functions[] = {
    {"sin", strict_sin},     {"cos", strict_cos},     {"tan", strict_tan},     {"asin", strict_asin},
    {"acos", strict_acos},   {"atan", strict_atan},   {"exp", strict_exp},     {"log", strict_log},
    {"log10", strict_log10}, {"log1p", strict_log1p}, {"expm1", strict_expm1}, {"sinh", strict_sinh},
    {"cosh", strict_cosh},   {"tanh", strict_tanh},
};

static double call(const char *name, double x, double y) {
    if (strcmp(name, "atan2") == 0) return strict_atan2(x, y);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name) == 0) return functions[i].f(x);
    fail_msg("the oracle asks for %s", name);
    return 0;
}

static void as_the_jvm(void **state) {
    struct diag d = {0};
    char *home = java_home_find(&d), command[500], name[20];
    if (!home) fail_msg("%s", d.text);
    const char *calls = getenv("FRISK_DIFFERENTIAL_CALLS");
    snprintf(command, sizeof command, "%s/bin/java -XX:TieredStopAtLevel=1 tests/java/MathOracle.java %d",
             home, calls ? atoi(calls) / 4 : 1000);
    free(home);
    FILE *java = popen(command, "r");
    assert_non_null(java);
    uint64_t bits[3];
    double v[3];
    unsigned n = 0;
    while (fscanf(java, "%19s %" SCNx64 " %" SCNx64 " %" SCNx64, name, &bits[0], &bits[1], &bits[2]) == 4) {
        memcpy(v, bits, sizeof v);
        double got = call(name, v[0], v[1]);
        if (memcmp(&got, &v[2], 8) != 0 && !(isnan(got) && isnan(v[2])))
            fail_msg("%s(%a, %a) is %a, not %a", name, v[0], v[1], v[2], got);
        n++;
    }
    assert_int_equal(pclose(java), 0);
    assert_true(n >= 15 * 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_jvm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
