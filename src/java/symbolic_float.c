// SPDX-License-Identifier: Apache-2.0
// float and double: see symbolic.h.
#include "java/interp_loop.h"
#include "java/symbolic.h"

expr_id symbolic_floating(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                          union word result) {
    (void)op, (void)b, (void)c, (void)result;
    java_lost(t, "arithmetic of floats");
    return EXPR_NONE;
}
expr_id symbolic_float_unary(struct java_thread *t, enum insn_op op, struct sym b) {
    (void)op, (void)b;
    java_lost(t, "conversion of floats");
    return EXPR_NONE;
}
void symbolic_float_compare(struct java_thread *t, enum insn_op op, struct sym b, struct sym c,
                            int32_t result) {
    (void)op, (void)b, (void)c, (void)result;
    java_lost(t, "comparison of floats");
}
void symbolic_if_float(struct java_thread *t, enum java_condition condition, bool nan_takes, bool is_double,
                       struct sym b, struct sym c, bool taken) {
    (void)condition, (void)nan_takes, (void)is_double, (void)b, (void)c, (void)taken;
    java_lost(t, "comparison of floats");
}
