// SPDX-License-Identifier: Apache-2.0
#include "java/program/code.h"

#include <string.h>

#include "java/classfile/verify.h"
#include "java/program/compile.h"

static struct java_code *compile(struct java_program *p, struct java_method *m, struct diag *d) {
    const struct class_code *info = m->info->code;
    bool trusted = m->class->origin == ORIGIN_JDK; // the JDK verified its own classes when it was built
    if (!trusted && !java_verify_method(m->class->file, m->info, NULL, d)) return NULL;
    struct compiler c = {
        .program = p, .method = m, .file = m->class->file, .info = info, .bytes = info->bytes};
    arena_init(&c.scratch, 0);
    c.pcs = ARENA_ARRAY(&c.scratch, struct pc_info, info->n_bytes + 1);
    for (uint32_t pc = 0; pc <= info->n_bytes; pc++) c.pcs[pc].insn = -1;
    java_compile_shapes(&c);
    struct java_code *out = ARENA_NEW(&p->arena, struct java_code);
    out->method = m;
    bool done = java_emit(&c, out, d);
    arena_free(&c.scratch);
    if (!done) return NULL;
    out->first_site = p->n_sites;
    p->n_sites += out->n;
    return out;
}

struct java_code *java_code_of(struct java_program *p, struct java_method *m, struct diag *d) {
    struct java_code *code = atomic_load_explicit(&m->code, memory_order_acquire);
    if (code) return code;
    pthread_mutex_lock(&p->lock);
    code = atomic_load_explicit(&m->code, memory_order_acquire);
    if (!code) {
        code = compile(p, m, d);
        atomic_store_explicit(&m->code, code, memory_order_release);
    }
    pthread_mutex_unlock(&p->lock);
    return code;
}

uint32_t java_code_line_of(const struct java_code *code, uint32_t insn) {
    return (uint32_t)java_code_line(code->method->info->code, code->pcs[insn]);
}

bool java_is_polymorphic(const char *owner, const char *name) { // JVMS 2.9.3
    if (strcmp(owner, "java/lang/invoke/MethodHandle") == 0)
        return strcmp(name, "invoke") == 0 || strcmp(name, "invokeExact") == 0;
    if (strcmp(owner, "java/lang/invoke/VarHandle") != 0) return false;
    static const char *const access[] = {"get", "set", "compareAnd", "weakCompareAnd"};
    static const char *const not_access[] = {"getClass"};
    for (size_t i = 0; i < sizeof not_access / sizeof *not_access; i++)
        if (strcmp(name, not_access[i]) == 0) return false;
    for (size_t i = 0; i < sizeof access / sizeof *access; i++)
        if (strncmp(name, access[i], strlen(access[i])) == 0) return true;
    return false;
}
