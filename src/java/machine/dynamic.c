// SPDX-License-Identifier: Apache-2.0
// invokedynamic and calls of method handles.
#include "java/machine/dynamic.h"

#include <string.h>

#include "java/machine/handle.h"

static enum native_status not_known(struct java_thread *t, const struct class_constant *k) {
    struct str s = {0};
    str_addf(&s, "method handles (%s)", symbol_text(k->name));
    enum native_status status = java_no_model(t, s.at);
    str_free(&s);
    return status;
}

// ---- Values ----

enum java_kind java_parameter_kind(const char *descriptor, uint32_t i) {
    const char *d = descriptor + 1;
    for (; *d != ')'; d++) {
        enum java_kind k = java_kind_of(*d);
        if (i-- == 0) return k;
        while (*d == '[') d++;
        if (*d == 'L') d = strchr(d, ';');
    }
    return JAVA_VOID;
}

enum native_status java_call_sym(struct java_thread *t, struct java_method *m, const struct sym *args,
                                 uint32_t n, struct sym *result) {
    union word words[DYNAMIC_MAX_ARGUMENTS + 1];
    expr_id exprs[DYNAMIC_MAX_ARGUMENTS + 1];
    for (uint32_t i = 0; i < n; i++) words[i] = args[i].w, exprs[i] = args[i].e;
    return (enum native_status)java_call(t, m, words, exprs, &result->w, &result->e);
}

// ---- Call sites ----

static bool is_handle_to(const struct class_file *f, const struct class_bootstrap *b, const char *class,
                         const char *name) {
    const struct class_constant *m = &f->constants[f->constants[b->handle].index];
    return strcmp(symbol_text(m->owner), class) == 0 && strcmp(symbol_text(m->name), name) == 0;
}

static bool link_site(struct java_thread *t, struct call_site *s) {
    const struct class_file *f = s->class->file;
    static const struct {
        const char *class, *name;
        site_invoke *invoke;
        bool (*link)(struct java_thread *t, struct call_site *s);
    } known[] = {
        {"java/lang/invoke/LambdaMetafactory", "metafactory", java_invoke_lambda_site, java_link_lambda},
        {"java/lang/invoke/LambdaMetafactory", "altMetafactory", java_invoke_lambda_site, java_link_lambda},
        {"java/lang/invoke/StringConcatFactory", "makeConcatWithConstants", java_invoke_concat, NULL},
        {"java/lang/invoke/StringConcatFactory", "makeConcat", java_invoke_concat, NULL},
        {"java/lang/runtime/ObjectMethods", "bootstrap", java_invoke_record, NULL},
        {"java/lang/runtime/SwitchBootstraps", "typeSwitch", java_invoke_type_switch, NULL},
        {"java/lang/runtime/SwitchBootstraps", "enumSwitch", java_invoke_type_switch, NULL}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (!is_handle_to(f, s->bootstrap, known[i].class, known[i].name)) continue;
        s->invoke = known[i].invoke;
        return !known[i].link || known[i].link(t, s);
    }
    return true; // the program's own
}

static const struct call_site *site_at(struct java_thread *t, struct java_class *c, uint32_t index) {
    struct call_site *s = __atomic_load_n((struct call_site **)&c->resolved[index], __ATOMIC_ACQUIRE);
    if (s) return s;
    struct java_program *p = t->program;
    pthread_mutex_lock(&p->lock);
    s = __atomic_load_n((struct call_site **)&c->resolved[index], __ATOMIC_ACQUIRE);
    if (!s) {
        s = ARENA_NEW(&p->arena, struct call_site);
        s->class = c;
        s->constant = &c->file->constants[index];
        s->bootstrap = &c->file->bootstraps[s->constant->index];
        if (link_site(t, s))
            __atomic_store_n((struct call_site **)&c->resolved[index], s, __ATOMIC_RELEASE);
        else
            s = NULL;
    }
    pthread_mutex_unlock(&p->lock);
    return s;
}

// The arguments of the instruction i, after `n` that have no place in the descriptor (a receiver).
static uint32_t take_arguments(const struct java_thread *t, const struct insn *i, const char *d, uint32_t n,
                               struct sym *args) {
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    const expr_id *e = t->word_exprs + (f->regs - t->words);
    uint32_t slot = i->b;
    for (uint32_t k = 0; k < n; k++, slot++) args[k] = (struct sym){f->regs[slot], e[slot]};
    for (uint32_t k = 0;; k++, n++) {
        enum java_kind kind = java_parameter_kind(d, k);
        if (kind == JAVA_VOID) return n;
        args[n] = (struct sym){f->regs[slot], e[slot]};
        slot += java_kind_is_wide(kind) ? 2 : 1;
    }
}

static void give_result(struct java_thread *t, const struct insn *i, struct sym result) {
    const struct java_frame *f = &t->frames[t->n_frames - 1];
    f->regs[i->a] = result.w;
    t->word_exprs[f->regs + i->a - t->words] = result.e;
}

enum native_status java_invoke_dynamic(struct java_thread *t, const struct insn *i) {
    struct java_frame *f = &t->frames[t->n_frames - 1];
    struct java_class *c = f->method->class;
    const struct class_constant *k = &c->file->constants[i->imm];
    if (i->op == X_INVOKEHANDLE) return java_invoke_handle(t, i);
    const struct call_site *s = site_at(t, c, (uint32_t)i->imm);
    if (!s) return t->stop ? NATIVE_STOP : NATIVE_THROW;
    struct sym args[DYNAMIC_MAX_ARGUMENTS + 1], result = {{0}, EXPR_NONE};
    const char *d = symbol_text(k->descriptor);
    uint32_t n = take_arguments(t, i, d, 0, args);
    enum native_status status =
        s->invoke ? s->invoke(t, s, args, n, &result) : java_invoke_computed(t, i, args, n, &result);
    if (status != NATIVE_DONE) return status;
    if (s->invoke || java_handle_result(d).at[0] != 'V') give_result(t, i, result);
    return NATIVE_DONE;
}

enum native_status java_invoke_handle(struct java_thread *t, const struct insn *i) {
    const struct class_file *file = t->frames[t->n_frames - 1].method->class->file;
    const struct class_constant *k = &file->constants[i->imm];
    struct sym args[DYNAMIC_MAX_ARGUMENTS + 2], result = {{0}, EXPR_NONE};
    const char *d = symbol_text(k->descriptor);
    uint32_t n = take_arguments(t, i, d, 1, args);
    if (args[0].e) symbolic_null(t, args[0].e, !args[0].w.r);
    if (!args[0].w.r) return java_throw_plain(t, "java/lang/NullPointerException");
    const char *name = symbol_text(k->name);
    enum native_status status;
    if (strcmp(symbol_text(k->owner), "java/lang/invoke/VarHandle") == 0)
        status = java_var_handle_access(t, name, d, args, n, &result);
    else if (java_is_method_handle(t, args[0].w.r) && strncmp(name, "invoke", 6) == 0 &&
             strcmp(name, "invokeBasic"))
        status = java_method_handle_invoke(t, name, d, args, n, &result);
    else
        return not_known(t, k);
    if (status == NATIVE_DONE && java_handle_result(d).at[0] != 'V') give_result(t, i, result);
    return status;
}
