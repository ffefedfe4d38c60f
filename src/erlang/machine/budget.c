// SPDX-License-Identifier: Apache-2.0
#include "erlang/machine/budget.h"

#include <string.h>

#include "base/clock.h"
#include "erlang/machine/endless.h"

enum { HEAVY_BETWEEN_CHECKS = 32, VISITS_FOR_A_STEP = 16 };

bool budget_memory_and_time(struct interp *ip) {
    static const double LONG = 0.01;
    const struct run_limits *l = &ip->limits;
    double now = clock_now();
    uint32_t most = now - ip->looked_at > LONG ? 1 : 2 * ip->heavy_between;
    ip->heavy_left = ip->heavy_between = most < HEAVY_BETWEEN_CHECKS ? most : HEAVY_BETWEEN_CHECKS;
    ip->looked_at = now;
    if (term_visits_left < 0 || arena_used(&ip->heap) >= l->memory) return false;
    ip->late = stop_is_set(l->stop) || (l->deadline > 0 && now >= l->deadline);
    return !ip->late;
}

static bool walks_on(void *interp) {
    struct interp *ip = interp;
    const uint64_t at[2] = {ip->steps_left, arena_used(&ip->heap)};
    ip->walks = memcmp(at, ip->walked_at, sizeof at) == 0 ? ip->walks + 1 : 0;
    memcpy(ip->walked_at, at, sizeof at);
    return budget_memory_and_time(ip);
}

void budget_begin(struct interp *ip, bool looking) {
    uint64_t steps = ip->limits.steps, most = INT64_MAX / VISITS_FOR_A_STEP;
    term_visits_begin((int64_t)(steps < most ? steps : most) * VISITS_FOR_A_STEP, walks_on, ip);
    ip->steps_left = ip->steps_between = BUDGET_STEPS;
    ip->budget_looked_at = ip->steps;
    endless_begin(ip, looking);
}
