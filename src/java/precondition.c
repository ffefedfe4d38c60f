// SPDX-License-Identifier: Apache-2.0
#include "java/precondition.h"

#include <assert.h>
#include <string.h>

#include "java/classfile/opcode.h"
#include "java/java.h"
#include "java/machine/interp_loop.h"
#include "java/symbolic/symbolic.h"

static bool only_looks(const struct java_method *m) {
    const struct class_code *code = m->info->code;
    for (uint32_t pc = 0; code && pc < code->n_bytes;) {
        uint8_t op = code->bytes[pc];
        bool stores = (op >= OP_IASTORE && op <= OP_SASTORE) || op == OP_PUTSTATIC || op == OP_PUTFIELD;
        uint32_t size = java_instruction_size(code->bytes, code->n_bytes, pc);
        if (!size || stores || (op >= OP_INVOKEVIRTUAL && op <= OP_INVOKEDYNAMIC)) return false;
        pc += size;
    }
    return code != NULL;
}

static bool find(struct java *j, const char *text, struct precondition *out, struct diag *d) {
    const char *hash = strchr(text, '#');
    if (!hash || hash == text) return diag_set(d, DIAG_USAGE, "--assume wants CLASS#METHOD, got '%s'", text);
    struct java_class *c = java_find_class(j, text, (size_t)(hash - text), d);
    if (!c) return false;
    for (uint32_t i = 0; i < c->n_methods; i++) {
        struct java_method *m = &c->methods[i];
        if (strcmp(symbol_text(m->name), hash + 1) != 0 || m->return_kind != JAVA_BOOLEAN || !m->info)
            continue;
        if (out->method) return diag_set(d, DIAG_USAGE, "--assume %s: there are several of that name", text);
        *out = (struct precondition){text, m, only_looks(m)};
    }
    return out->method || diag_set(d, DIAG_USAGE, "--assume %s: no such method that returns boolean", text);
}

bool java_preconditions_find(struct java *j, const char *const *texts, uint32_t n, struct diag *d) {
    j->preconditions = mem_zalloc((n + 1) * sizeof *j->preconditions);
    j->n_preconditions = n;
    for (uint32_t i = 0; i < n; i++)
        if (!find(j, texts[i], &j->preconditions[i], d)) return false;
    return true;
}

// The parameters of a descriptor: "(ILjava/lang/String;)V" -> "ILjava/lang/String;".
static size_t parameters(const struct java_method *m, const char **at) {
    *at = symbol_text(m->descriptor) + 1;
    return strcspn(*at, ")");
}

static bool has_receiver(const struct java_method *m) {
    return !(m->access & ACC_STATIC) && symbol_text(m->name)[0] != '<';
}

// p takes an object of m's class, and then what m takes.
static bool takes_receiver(const struct java_method *p, const struct java_method *m) {
    const char *own, *wanted, *class = symbol_text(m->class->name);
    size_t n_own = parameters(p, &own), n = parameters(m, &wanted), n_class = strlen(class);
    if (!has_receiver(m) || n_own != n + n_class + 2 || own[0] != 'L' || own[n_class + 1] != ';')
        return false;
    return !strncmp(own + 1, class, n_class) && !strncmp(own + n_class + 2, wanted, n);
}

static bool takes_same(const struct java_method *p, const struct java_method *m) {
    const char *own, *wanted;
    size_t n_own = parameters(p, &own), n = parameters(m, &wanted);
    return n == n_own && !strncmp(own, wanted, n);
}

bool java_precondition_fits(const struct java_method *p, const struct java_method *m) {
    if (p == m) return false;
    if (p->access & ACC_STATIC) return takes_receiver(p, m) || takes_same(p, m);
    if (!has_receiver(m) || !java_class_is_subclass(m->class, p->class)) return false;
    return !p->n_params || takes_same(p, m);
}

bool java_assume_fits(const struct java *j, uint32_t i, const struct java_method *m) {
    assert(i < j->n_preconditions);
    return java_precondition_fits(j->preconditions[i].method, m);
}

// The value is a decision where it is an expression.
static bool is_true(struct java_unit *u, struct java_thread *t, union word value, expr_id e) {
    bool is = value.i != 0;
    uint32_t site = u->inputs.family_site;
    if (e && java_is_recording(t))
        trace_branch(t->trace, site, expr_not(t->x, expr_int_eq(t->x, e, expr_int(t->x, 0))), is,
                     (uint32_t[2]){4 * site, 4 * site + 1});
    return is;
}

static bool holds(struct java_unit *u, struct java_thread *t, const struct precondition *which,
                  const union word *args, const expr_id *exprs) {
    struct java_method *p = which->method;
    const struct java_method *m = u->method;
    uint32_t receiver = has_receiver(m);
    bool with = !(p->access & ACC_STATIC) || takes_receiver(p, m);
    union word value = {0};
    expr_id e = EXPR_NONE;
    enum java_end end = java_initialize(t, p->class);
    if (end == JAVA_RETURNED && !(p->access & ACC_STATIC)) p = java_class_select(args[0].r->class, p);
    if (!which->only_looks || p != which->method) java_lost(t, "what a precondition may change");
    if (end == JAVA_RETURNED)
        end = java_call(t, p, with ? args : args + receiver, with ? exprs : exprs + receiver, &value, &e);
    if (end == JAVA_THROWN || (end == JAVA_RETURNED && !is_true(u, t, value, e))) t->stop = STOP_ASSUME;
    t->exception = NULL;
    return !t->stop;
}

bool java_preconditions_hold(struct java_unit *u, struct java_thread *t, const union word *args,
                             const expr_id *exprs) {
    for (uint32_t i = 0; i < u->java->n_preconditions; i++) {
        struct java_method *p = u->java->preconditions[i].method;
        bool fits = java_precondition_fits(p, u->method);
        if (fits && !(p->access & ACC_STATIC) && !args[0].r) continue; // the unit is not called, either
        if (fits && !holds(u, t, &u->java->preconditions[i], args, exprs)) return false;
    }
    return true;
}
