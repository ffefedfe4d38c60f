// SPDX-License-Identifier: Apache-2.0
// Conversions between local and universal time, by the C library's time zone, which is the VM's. The clocks
// themselves have no model: what they say cannot be replayed.
#include <stdio.h>
#include <time.h>

#include "erlang/bif/bif_util.h"
#include "erlang/machine/decide.h"

// {{Year, Month, Day}, {Hour, Minute, Second}}; the VM takes dates from 1902 on.
static bool read_datetime(term t, struct tm *out) {
    if (!term_is_tuple(t) || term_tuple(t)->n != 2) return false;
    int64_t v[6];
    for (int i = 0; i < 2; i++) {
        term half = term_tuple(t)->at[i];
        if (!term_is_tuple(half) || term_tuple(half)->n != 3) return false;
        for (int j = 0; j < 3; j++) {
            if (!term_is_small(term_tuple(half)->at[j])) return false;
            v[3 * i + j] = term_small_value(term_tuple(half)->at[j]);
        }
    }
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (v[0] < 1902 || v[0] > INT32_MAX - 1 || v[1] < 1 || v[1] > 12) return false;
    bool leap = (v[0] % 4 == 0 && v[0] % 100 != 0) || v[0] % 400 == 0;
    if (v[2] < 1 || v[2] > days[v[1] - 1] + (leap && v[1] == 2)) return false;
    if (v[3] < 0 || v[3] > 23 || v[4] < 0 || v[4] > 59 || v[5] < 0 || v[5] > 59) return false;
    *out = (struct tm){.tm_year = (int)v[0] - 1900,
                       .tm_mon = (int)v[1] - 1,
                       .tm_mday = (int)v[2],
                       .tm_hour = (int)v[3],
                       .tm_min = (int)v[4],
                       .tm_sec = (int)v[5]};
    return true;
}

static term datetime(struct process *p, const struct tm *t) {
    struct arena *a = p->heap;
    return term_tuple2(
        a, term_tuple3(a, term_small(t->tm_year + 1900), term_small(t->tm_mon + 1), term_small(t->tm_mday)),
        term_tuple3(a, term_small(t->tm_hour), term_small(t->tm_min), term_small(t->tm_sec)));
}

static void tell_zone(struct process *p) {
    char text[64];
    tzset();
    snprintf(text, sizeof text, "time zone %s", tzname[0]);
    decide_tell_machine(p, text);
}

BIF(universaltime_to_localtime) {
    struct tm universal, local;
    if (!read_datetime(args[0], &universal)) return raise_badarg(p);
    time_t seconds = timegm(&universal);
    tell_zone(p);
    if (!localtime_r(&seconds, &local)) return raise_badarg(p);
    return give(result, datetime(p, &local));
}

static bool to_universal(struct process *p, term t, int is_dst, term *result) {
    struct tm local, universal;
    if (!read_datetime(t, &local)) return raise_badarg(p);
    local.tm_isdst = is_dst;
    time_t seconds = mktime(&local);
    tell_zone(p);
    if (!gmtime_r(&seconds, &universal)) return raise_badarg(p);
    return give(result, datetime(p, &universal));
}

BIF(localtime_to_universaltime) {
    return to_universal(p, args[0], -1, result);
}

BIF(localtime_to_universaltime2) {
    if (args[1] == atom_true || args[1] == atom_false)
        return to_universal(p, args[0], args[1] == atom_true, result);
    if (args[1] != term_atom(symbol_of("undefined"))) return raise_badarg(p);
    return to_universal(p, args[0], -1, result);
}
