// SPDX-License-Identifier: Apache-2.0
#include "erlang/code/program.h"

#include <fnmatch.h>

#include <string.h>

#include "erlang/code/stub.h"

enum { MAX_PLACES = 1 << 21 };

struct program *program_new(struct loader *l, const struct builtins *b) {
    struct program *p = mem_zalloc(sizeof *p);
    p->loader = l;
    p->builtins = b;
    arena_init(&p->arena, 1 << 20);
    pthread_mutex_init(&p->lock, NULL);
    p->covered_cap = MAX_PLACES;
    p->covered = mem_zalloc(MAX_PLACES); // untouched pages cost nothing
    p->covered_ever = mem_zalloc(MAX_PLACES);
    p->shown = mem_zalloc(MAX_PLACES);
    p->next_site = 1;
    return p;
}

void program_free(struct program *p) {
    if (!p) return;
    loader_free(p->loader);
    arena_free(&p->arena);
    pthread_mutex_destroy(&p->lock);
    hash_map_free(&p->modules);
    vec_free(&p->module_list);
    vec_free(&p->module_diags);
    hash_map_free(&p->exports);
    vec_free(&p->export_list);
    vec_free(&p->export_next);
    vec_free(&p->assumptions);
    vec_free(&p->discards);
    vec_free(&p->opaque);
    vec_free(&p->stubs);
    hash_map_free(&p->untyped);
    vec_free(&p->places);
    mem_free(p->covered);
    mem_free(p->covered_ever);
    mem_free(p->shown);
    mem_free(p);
}

uint32_t program_add_place(struct program *p, const struct code_place *c) {
    if (p->places.n + 1 < p->covered_cap) vec_push(&p->places, *c);
    return p->places.n - 1; // past the limit (never seen) places share the last number
}

void program_make_opaque(struct program *p, const char *pattern) {
    const char *kept = arena_copy(&p->arena, pattern, strlen(pattern) + 1);
    vec_push(&p->opaque, ((struct opaque_functions){kept, false}));
}

bool program_is_opaque(struct program *p, symbol module, symbol name, uint32_t arity) {
    if (!p->opaque.n) return false;
    struct str s = {0};
    bool yes = false;
    str_addf(&s, "%s:%s/%u", symbol_text(module), symbol_text(name), arity);
    for (uint32_t i = 0; i < p->opaque.n; i++) {
        struct opaque_functions *o = &p->opaque.at[i];
        if (fnmatch(o->pattern, str_text(&s), 0) != 0) continue;
        o->used = yes = true;
    }
    str_free(&s);
    return yes;
}

bool program_is_elixir(symbol module) {
    return !strncmp(symbol_text(module), "Elixir.", strlen("Elixir."));
}

bool program_is_generated(symbol module, symbol name) {
    const char *text = symbol_text(name);
    if (!strcmp(text, "module_info")) return true;
    return program_is_elixir(module) &&
           (!strncmp(text, "__", 2) || !strncmp(text, "MACRO-", strlen("MACRO-")));
}

void program_keep_coverage(struct program *p) {
    for (uint32_t i = 0; i < p->places.n; i++) p->covered_ever[i] |= p->covered[i];
}

void program_forget_coverage(struct program *p) {
    memset(p->covered, 0, p->places.n);
}

struct export *program_export_locked(struct program *p, symbol module, symbol name, uint32_t arity) {
    uint64_t key = hash_mix(hash_mix(module, name), arity);
    uint32_t first = UINT32_MAX, i;
    if (hash_map_get(&p->exports, key, &first))
        for (i = first; i != UINT32_MAX; i = p->export_next.at[i]) {
            struct export *x = p->export_list.at[i];
            if (x->module == module && x->name == name && x->arity == arity) return x;
        }
    struct export *x = ARENA_NEW(&p->arena, struct export);
    *x = (struct export){.module = module, .name = name, .arity = arity};
    if (!stub_replaces(p, module, name, arity)) {
        x->bif = program_bif(p, module, name, arity);
        x->shortcut = p->builtins->shortcut(module, name, arity);
    }
    if (x->bif) x->state = EXPORT_BIF;
    hash_map_put(&p->exports, key, p->export_list.n);
    vec_push(&p->export_list, x);
    vec_push(&p->export_next, first);
    return x;
}

struct export *program_export(struct program *p, symbol module, symbol name, uint32_t arity) {
    pthread_mutex_lock(&p->lock);
    struct export *x = program_export_locked(p, module, name, arity);
    pthread_mutex_unlock(&p->lock);
    return x;
}

static const struct module_code *module_locked(struct program *p, symbol module, struct diag *d) {
    uint32_t i;
    if (hash_map_get(&p->modules, module, &i)) {
        if (!p->module_list.at[i]) *d = p->module_diags.at[i];
        return p->module_list.at[i];
    }
    struct core_module *core = NULL;
    struct module_code *m = NULL;
    struct diag why = {0};
    if (loader_load(p->loader, module, &p->arena, &core, &why) == LOAD_OK) {
        m = ARENA_NEW(&p->arena, struct module_code);
        m->core = core;
        m->library = loader_is_otp(p->loader, core->path);
        stub_apply(p, core);
        if (!compile_module(p, m, &why)) m = NULL;
    }
    hash_map_put(&p->modules, module, p->module_list.n);
    vec_push(&p->module_list, m);
    vec_push(&p->module_diags, why);
    *d = why;
    return m;
}

bool program_add_module(struct program *p, struct core_module *core, struct diag *d) {
    struct module_code *m = ARENA_NEW(&p->arena, struct module_code);
    m->core = core;
    if (!compile_module(p, m, d)) return false;
    hash_map_put(&p->modules, core->name, p->module_list.n);
    vec_push(&p->module_list, m);
    vec_push(&p->module_diags, ((struct diag){0}));
    return true;
}

const struct module_code *program_module(struct program *p, symbol module, struct diag *d) {
    pthread_mutex_lock(&p->lock);
    const struct module_code *m = module_locked(p, module, d);
    pthread_mutex_unlock(&p->lock);
    return m;
}

const struct core_module *program_core(void *program, symbol module) {
    struct diag d = {0};
    const struct module_code *m = program_module(program, module, &d);
    return m ? m->core : NULL;
}

static void resolve_locked(struct program *p, struct export *x) {
    struct diag d = {0};
    const struct module_code *m = module_locked(p, x->module, &d);
    int state = m ? EXPORT_UNDEFINED : d.kind == DIAG_NONE ? EXPORT_UNDEFINED : EXPORT_FAILED;
    for (uint32_t i = 0; m && i < m->core->n_functions; i++) {
        const struct core_function *f = &m->core->functions[i];
        if (f->name != x->name || f->arity != x->arity || !f->exported) continue;
        __atomic_store_n(&x->code, m->functions[i], __ATOMIC_RELEASE);
        state = EXPORT_CODE;
    }
    bool absent = false;
    if (state == EXPORT_FAILED && loader_may_apply(p->loader, x->module, x->name, x->arity, &absent))
        state = EXPORT_ON_VM;
    if (absent) state = EXPORT_UNDEFINED;
    __atomic_store_n(&x->state, state, __ATOMIC_RELEASE);
}

enum export_state program_resolve(struct program *p, struct export *x) {
    int state = __atomic_load_n(&x->state, __ATOMIC_ACQUIRE);
    if (state != EXPORT_UNKNOWN) return state;
    pthread_mutex_lock(&p->lock);
    if (__atomic_load_n(&x->state, __ATOMIC_ACQUIRE) == EXPORT_UNKNOWN) resolve_locked(p, x);
    state = x->state;
    pthread_mutex_unlock(&p->lock);
    return state;
}
