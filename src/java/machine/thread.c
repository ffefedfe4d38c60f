// SPDX-License-Identifier: Apache-2.0
// A worker's thread of Java: its stack, its view of the classes, calls from outside of the loop, natives.
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "java/machine/interp_loop.h"
#include "java/symbolic/compared.h"
#include "java/symbolic/endless.h"

enum {
    MAX_FRAMES = 6000,     // Java's own default stack holds some 10,000 to 20,000 frames of ordinary methods
    STACK_WORDS = 1 << 19, // 4 MiB of values, 2 MiB of expressions; touched only as deep as calls go
    SELECT_CACHE = 1024,
};

struct select_entry {
    struct java_class *class;
    struct java_method *resolved, *target;
};

struct java_thread *java_thread_new(struct java_program *p, const struct run_limits *limits) {
    struct java_thread *t = mem_zalloc(sizeof *t);
    t->program = p;
    t->limits = *limits;
    heap_init(&t->heap, limits->memory);
    arena_init(&t->arena, 0);
    t->words = mem_alloc(STACK_WORDS * sizeof *t->words);
    t->word_exprs = mem_zalloc(STACK_WORDS * sizeof *t->word_exprs);
    t->words_end = t->words + STACK_WORDS;
    t->max_frames = MAX_FRAMES;
    t->frames = mem_alloc(MAX_FRAMES * sizeof *t->frames);
    t->cache = mem_zalloc(SELECT_CACHE * sizeof(struct select_entry));
    t->endless = java_endless_new();
    return t;
}

void java_thread_free(struct java_thread *t) {
    if (!t) return;
    heap_free(&t->heap);
    arena_free(&t->arena);
    mem_free(t->classes);
    mem_free(t->words);
    mem_free(t->word_exprs);
    mem_free(t->frames);
    mem_free(t->cache);
    covered_free(&t->covered);
    vec_free(&t->fresh_places);
    str_free(&t->stop_text);
    str_free(&t->output);
    hash_map_free(&t->interned.of_text);
    hash_map_free(&t->interned.of_constant);
    vec_free(&t->interned.list);
    vec_free(&t->interned.in_run);
    vec_free(&t->touched);
    vec_free(&t->initialized);
    vec_free(&t->monitors);
    vec_free(&t->computed.list);
    vec_free(&t->messages);
    vec_free(&t->nulls.own_checks);
    vec_free(&t->nulls.met);
    vec_free(&t->unreal);
    hash_map_free(&t->input_texts);
    expr_tables_free(&t->tables);
    narrowed_free(&t->narrowed);
    hash_map_free(&t->ropes.index);
    vec_free(&t->ropes.list);
    vec_free(&t->ropes.splits);
    hash_map_free(&t->computed.index);
    hash_map_free(&t->char_functions.index);
    vec_free(&t->char_functions.list);
    concretised_free(&t->concretised);
    assumed_free(&t->assumed.texts);
    hash_map_free(&t->live.index);
    for (uint32_t i = 0; i < t->live.list.n; i++) mem_free(t->live.list.at[i]);
    vec_free(&t->live.list);
    java_endless_free(t->endless);
    vec_free(&t->stop_trace);
    mem_free(t);
}

void java_thread_begin_run(struct java_thread *t) {
    for (uint32_t i = 0; i < t->touched.n; i++) {
        t->touched.at[i]->init = INIT_NONE;
        t->touched.at[i]->statics = NULL;
        t->touched.at[i]->static_exprs = NULL;
        t->touched.at[i]->touched = NULL;
    }
    vec_clear(&t->touched);
    java_strings_begin_run(t);
    heap_begin_run(&t->heap);
    t->n_frames = t->nesting = t->started = t->initializing = 0;
    t->running = NULL;
    t->native = NULL;
    t->exception = NULL;
    t->stop = STOP_NONE;
    t->steps = t->more_steps = t->slept = 0;
    t->check_at = t->time_at = t->outside = t->calls.n = t->calls.serial = t->calls.base = 0;
    t->threads_begun = t->armed = false;
    vec_clear(&t->stop_trace);
    java_endless_begin_run(t);
    concretised_begin_run(&t->concretised);
    t->identity_hashes = 0;
    t->varies = NULL;
    vec_clear(&t->fresh_places);
    t->overflow = (struct java_overflow){0};
    t->nulls.thrown = NULL;
    t->nulls.checked_in = NULL;
    vec_clear(&t->nulls.own_checks);
    vec_clear(&t->nulls.met);
    hash_map_clear(&t->computed.index);
    vec_clear(&t->computed.list);
    vec_clear(&t->monitors);
    vec_clear(&t->messages);
    t->message = (struct java_message){0};
    vec_clear(&t->unreal);
    hash_map_clear(&t->input_texts);
    expr_tables_clear(&t->tables);
    narrowed_clear(&t->narrowed);
    t->pinned_ways = 1;
    hash_map_clear(&t->ropes.index);
    vec_clear(&t->ropes.list);
    vec_clear(&t->ropes.splits);
    str_clear(&t->stop_text);
    str_clear(&t->output);
}

void java_cover_first(struct java_thread *t, uint32_t place) {
    covered_add(&t->covered, place);
    vec_push(&t->fresh_places, place);
}

void java_forget_coverage(struct java_thread *t) {
    for (uint32_t i = 0; i < t->fresh_places.n; i++) t->covered.at[t->fresh_places.at[i]] = 0;
    vec_clear(&t->fresh_places);
}

bool java_out_of_time(const struct java_thread *t) {
    if (stop_is_set(t->limits.stop)) return true;
    return t->limits.deadline > 0 && clock_now() > t->limits.deadline;
}

// ---- Classes ----

struct class_state *thread_class(struct java_thread *t, const struct java_class *c) {
    if (c->number >= t->n_classes) {
        uint32_t n = c->number + 256;
        t->classes = mem_realloc(t->classes, n * sizeof *t->classes);
        memset(t->classes + t->n_classes, 0, (n - t->n_classes) * sizeof *t->classes);
        t->n_classes = n;
    }
    struct class_state **s = &t->classes[c->number];
    if (!*s) {
        *s = ARENA_NEW(&t->arena, struct class_state);
        (*s)->lasting = c->origin != ORIGIN_USER;
        (*s)->class = c;
    }
    return *s;
}

struct object *java_mirror(struct java_thread *t, struct java_class *c) {
    struct class_state *s = thread_class(t, c);
    if (s->mirror) return s->mirror;
    struct heap_mode mode = heap_make_lasting(&t->heap);
    struct object *o = heap_object(&t->heap, t->program->class);
    o->fields[java_class_field_by_name(t->program->class, "frisk$class")->slot].bits = (uint64_t)(uintptr_t)c;
    s->mirror = o;
    if (c->element)
        o->fields[java_class_field_by_name(t->program->class, "componentType")->slot] =
            word_ref(java_mirror(t, c->element));
    heap_restore_mode(&t->heap, mode);
    return o;
}

struct java_class *
java_mirrored(const struct object *class_object) { // the hidden word is the last of a Class
    return (struct java_class *)(uintptr_t)class_object->fields[class_object->class->n_slots - 1].bits;
}

// JVMS 5.5 step 6, and room for the static fields.
static void prepare_statics(struct java_thread *t, struct java_class *c, struct class_state *s) {
    s->statics = arena_zalloc(s->lasting ? &t->arena : &t->heap.run, (c->n_statics + 1) * sizeof *s->statics);
    s->static_exprs = NULL;
    s->touched = t->statics && !s->lasting ? arena_zalloc(&t->heap.run, c->n_statics + 1) : NULL;
    for (uint32_t i = 0; i < c->n_fields; i++) {
        const struct java_field *f = &c->fields[i];
        if (!(f->access & ACC_STATIC) || !f->info || !f->info->constant) continue;
        const struct class_constant *k = &c->file->constants[f->info->constant];
        union word *w = &s->statics[f->slot];
        switch (k->tag) {
        case CONSTANT_INTEGER: *w = word_int(k->int_value); break;
        case CONSTANT_LONG: *w = word_long(k->long_value); break;
        case CONSTANT_FLOAT: *w = word_float(k->float_value); break;
        case CONSTANT_DOUBLE: *w = word_double(k->double_value); break;
        default: *w = word_ref(java_string_constant_of(t, k));
        }
    }
}

static bool has_default_methods(const struct java_class *interface) {
    for (uint32_t i = 0; i < interface->n_methods; i++)
        if (!(interface->methods[i].access & (ACC_ABSTRACT | ACC_STATIC))) return true;
    return false;
}

static enum java_end initialize_supers(struct java_thread *t, struct java_class *c) {
    if (class_is_interface(c)) return JAVA_RETURNED;
    enum java_end end = c->super ? java_initialize(t, c->super) : JAVA_RETURNED;
    for (uint32_t i = 0; i < c->n_all_interfaces && end == JAVA_RETURNED; i++)
        if (has_default_methods(c->all_interfaces[i])) end = java_initialize(t, c->all_interfaces[i]);
    return end;
}

// JVMS 5.5 step 10: what is no Error is wrapped.
static enum java_end failed_initializer(struct java_thread *t, struct class_state *s) {
    s->init = INIT_FAILED;
    if (s->lasting) vec_push(&t->touched, s); // for this run: the next may have more stack, say
    struct object *cause = s->failure = t->exception;
    struct java_class *error = program_class_of(t->program, "java/lang/Error");
    if (java_class_is_subclass(cause->class, error)) return JAVA_THROWN;
    t->exception = NULL;
    struct java_class *wrapper = program_class_of(t->program, "java/lang/ExceptionInInitializerError");
    enum java_end end = java_initialize(t, wrapper);
    if (end != JAVA_RETURNED) return end;
    struct object *o = java_new_object(t, wrapper);
    if (!o) return JAVA_STOPPED;
    union word args[2] = {word_ref(o), word_ref(cause)};
    end =
        java_call(t, java_class_find(wrapper, "<init>", "(Ljava/lang/Throwable;)V"), args, NULL, NULL, NULL);
    if (end == JAVA_RETURNED) t->exception = o;
    return end == JAVA_RETURNED ? JAVA_THROWN : end;
}

// Of calls and backward jumps; those of java.util.Locale's providers, which know 700 locales, are 1.3
// million.
enum { INITIALIZER_STEPS = 100000000 };

static enum java_end run_initializer(struct java_thread *t, struct java_class *c, struct class_state *s) {
    // A class of the JDK is initialised once for all runs of this worker: concretely, its objects stay, its
    // steps do not count.
    bool was_lasting = t->heap.make_lasting;
    struct trace *trace = t->trace;
    uint64_t steps = t->steps, more_steps = t->more_steps;
    bool outermost = s->lasting && !was_lasting;
    if (outermost) {
        t->more_steps += INITIALIZER_STEPS;
        heap_begin_initializer(&t->heap);
        vec_clear(&t->initialized); // what booting has initialised stays, whatever becomes of this
    }
    if (s->lasting) {
        java_outside(t); // from here on it is initialised
        t->heap.make_lasting = true;
        t->trace = NULL;
    }
    prepare_statics(t, c, s);
    t->initializing += !s->lasting;
    if (c->origin == ORIGIN_USER && java_class_find_declared(c, symbol_of("finalize"), symbol_of("()V")))
        java_lost(t, "finalizers"); // when they run, if ever, is no input
    enum java_end end = initialize_supers(t, c);
    if (end == JAVA_RETURNED && c->initializer) end = java_call(t, c->initializer, NULL, NULL, NULL, NULL);
    if (end == JAVA_RETURNED)
        s->init = INIT_DONE;
    else if (end == JAVA_THROWN)
        end = failed_initializer(t, s);
    else
        s->init = INIT_NONE;
    t->initializing -= !s->lasting;
    if (s->lasting) {
        t->heap.make_lasting = was_lasting;
        t->trace = trace;
        t->steps = steps;
        t->more_steps = more_steps;
        t->check_at = t->time_at = 0;
        if (end == JAVA_RETURNED) vec_push(&t->initialized, s);
    }
    if (outermost) {
        bool lasts = heap_end_initializer(&t->heap, end == JAVA_RETURNED);
        for (uint32_t i = 0; i < t->initialized.n && !lasts; i++) vec_push(&t->touched, t->initialized.at[i]);
        vec_clear(&t->initialized);
    }
    return end;
}

enum java_end java_initialize(struct java_thread *t, struct java_class *c) {
    struct class_state *s = thread_class(t, c);
    if (s->init == INIT_DONE || s->init == INIT_RUNNING) return JAVA_RETURNED;
    if (s->init == INIT_FAILED) {
        java_throw_uninitialized(t, c, s->failure);
        return t->stop ? JAVA_STOPPED : JAVA_THROWN;
    }
    s->init = INIT_RUNNING;
    if (!s->lasting) vec_push(&t->touched, s);
    return run_initializer(t, c, s);
}

void java_put_static(struct java_thread *t, const struct java_field *field, union word v, expr_id e) {
    struct class_state *s = t->classes[field->class->number];
    if (field->open && t->statics) java_static_written(t, field);
    if (s->lasting) heap_log(&t->heap, &s->statics[field->slot], 8);
    s->statics[field->slot] = v;
    if (e && !s->static_exprs) {
        if (s->lasting) heap_log(&t->heap, &s->static_exprs, sizeof s->static_exprs);
        s->static_exprs = arena_zalloc(&t->heap.run, (field->class->n_statics + 1) * sizeof(expr_id));
    }
    if (s->static_exprs) s->static_exprs[field->slot] = e;
}

// ---- Calls ----

struct java_method *java_select(struct java_thread *t, struct java_class *c, struct java_method *resolved) {
    uint64_t h = hash_mix((uintptr_t)c, (uintptr_t)resolved);
    struct select_entry *entry = (struct select_entry *)t->cache + (h >> 20) % SELECT_CACHE;
    if (entry->class == c && entry->resolved == resolved) return entry->target;
    struct java_method *m = java_class_select(c, resolved);
    if (!m) {
        struct str s = {0};
        java_class_name(c, &s);
        java_throw(t, "java/lang/AbstractMethodError", "%s.%s", s.at, symbol_text(resolved->name));
        str_free(&s);
        return NULL;
    }
    *entry = (struct select_entry){c, resolved, m};
    return m;
}

// Arguments lie in slots, natives want one word each.
static void gather(const struct java_thread *t, const struct java_method *m, const union word *regs,
                   union word *args, expr_id *exprs) {
    const expr_id *e = t->word_exprs + (regs - t->words);
    uint32_t at = 0, n = 0;
    if (!(m->access & ACC_STATIC)) args[n] = regs[at], exprs[n++] = e[at++];
    for (uint32_t k = 0; k < m->n_params; k++) {
        args[n] = regs[at], exprs[n++] = e[at];
        at += java_kind_is_wide((enum java_kind)m->param_kinds[k]) ? 2 : 1;
    }
}

// What it throws itself has it on top of the stack trace.
static enum native_status run_native(struct java_thread *t, struct java_method *m, union word *args,
                                     expr_id *exprs, union word *result, expr_id *result_expr) {
    const struct java_method *outer = t->native;
    uint32_t outer_depth = t->native_depth;
    t->native = m->access & ACC_NATIVE ? m : NULL;
    t->native_depth = t->n_frames;
    if (m->compares && t->trace) java_compares(t, m, args);
    enum native_status status = m->native(t, m, args, exprs, result, result_expr);
    t->native = outer;
    t->native_depth = outer_depth;
    return status;
}

static enum native_status no_body(struct java_thread *t, const struct java_method *m) {
    if (m->access & ACC_ABSTRACT) {
        struct str s = {0};
        java_class_name(m->class, &s);
        enum native_status status =
            java_throw(t, "java/lang/AbstractMethodError", "%s.%s", s.at, symbol_text(m->name));
        str_free(&s);
        return status;
    }
    struct str s = {0};
    str_addf(&s, "%s.%s%s", symbol_text(m->class->name), symbol_text(m->name), symbol_text(m->descriptor));
    enum native_status status = java_no_model(t, s.at);
    str_free(&s);
    return status;
}

static enum native_status code_for(struct java_thread *t, struct java_method *m, struct java_code **code) {
    if (!m->info || !m->info->code) return no_body(t, m);
    struct diag d = {0};
    *code = java_code_of(t->program, m, &d);
    return *code ? NATIVE_DONE : java_no_model(t, d.text);
}

enum native_status java_invoke_slow(struct java_thread *t, struct java_method *m, union word *regs,
                                    uint32_t dst, struct java_code **code) {
    *code = NULL;
    if (m->native) {
        union word args[256], result = {0};
        expr_id exprs[256], result_expr = EXPR_NONE;
        gather(t, m, regs, args, exprs);
        enum native_status status = run_native(t, m, args, exprs, &result, &result_expr);
        if (status != NATIVE_DECLINE) {
            if (status == NATIVE_DONE && m->return_kind != JAVA_VOID) {
                struct java_frame *f = &t->frames[t->n_frames - 1];
                f->regs[dst] = result;
                t->word_exprs[f->regs - t->words + dst] = result_expr;
            }
            return status;
        }
    }
    return code_for(t, m, code);
}

// Spreads arguments over slots. False: no room.
static bool spread(struct java_thread *t, const struct java_method *m, union word *regs,
                   const union word *args, const expr_id *exprs) {
    if (regs + m->arg_slots >= t->words_end) return false;
    expr_id *e = t->word_exprs + (regs - t->words);
    uint32_t n = m->n_params + (m->access & ACC_STATIC ? 0u : 1u), at = 0;
    for (uint32_t k = 0; k < n; k++) {
        regs[at] = args[k];
        e[at++] = exprs ? exprs[k] : EXPR_NONE;
        uint32_t param = m->access & ACC_STATIC ? k : k - 1; // of the receiver: none
        if (param < m->n_params && java_kind_is_wide((enum java_kind)m->param_kinds[param])) at++;
    }
    return true;
}

// A unit that is a native itself has no instruction at which a decision could stand: its body runs, or it
// runs concretely.
static enum java_end call_native(struct java_thread *t, struct java_method *m, const union word *args,
                                 const expr_id *exprs, struct java_code **code) {
    union word copy[256];
    expr_id copy_exprs[256] = {0};
    uint32_t n = m->n_params + (m->access & ACC_STATIC ? 0u : 1u);
    bool is_unit = !t->n_frames && exprs && java_is_recording(t);
    if (is_unit && m->info && m->info->code) return (enum java_end)code_for(t, m, code);
    if (is_unit) java_lost(t, "argument of a native method");
    if (n) memcpy(copy, args, n * sizeof *copy);
    if (n && exprs && !is_unit) memcpy(copy_exprs, exprs, n * sizeof *copy_exprs);
    t->returned_expr = EXPR_NONE;
    enum native_status status = run_native(t, m, copy, copy_exprs, &t->returned, &t->returned_expr);
    return status == NATIVE_DECLINE ? (enum java_end)code_for(t, m, code) : (enum java_end)status;
}

static enum java_end call(struct java_thread *t, struct java_method *m, const union word *args,
                          const expr_id *exprs) {
    struct java_code *code = NULL;
    enum java_end end =
        m->native ? call_native(t, m, args, exprs, &code) : (enum java_end)code_for(t, m, &code);
    if (!code || end != JAVA_RETURNED) return end;
    const struct java_frame *top = t->n_frames ? &t->frames[t->n_frames - 1] : NULL;
    union word *regs = top ? top->regs + top->code->n_registers : t->words;
    if (t->n_frames == t->max_frames || regs + code->n_registers + m->arg_slots > t->words_end ||
        !spread(t, m, regs, args, exprs))
        return (enum java_end)java_throw_overflow(t);
    uint32_t base = t->n_frames;
    t->frames[t->n_frames++] =
        (struct java_frame){.method = m, .code = code, .at = code->insns, .regs = regs};
    return java_run(t, base);
}

enum java_end java_call(struct java_thread *t, struct java_method *m, const union word *args,
                        const expr_id *exprs, union word *result, expr_id *result_expr) {
    if (t->nesting == JAVA_MAX_NESTING)
        return (enum java_end)java_no_model(t,
                                            "natives and class initialisers that call each other so deeply");
    uint64_t serial = t->calls.serial;
    uint32_t base = t->calls.base;
    t->nesting++;
    t->calls.serial = ++t->calls.n;
    t->calls.base = t->n_frames;
    enum java_end end = call(t, m, args, exprs);
    t->nesting--;
    t->calls.serial = serial;
    t->calls.base = base;
    if (m->return_kind == JAVA_VOID)
        t->returned = (union word){0}, t->returned_expr = EXPR_NONE; // else of a call before
    if (end == JAVA_RETURNED && result) *result = t->returned;
    if (end == JAVA_RETURNED && result_expr) *result_expr = t->returned_expr;
    return end;
}

bool java_unwind(struct java_thread *t, uint32_t base) {
    for (; t->n_frames > base; t->n_frames--) {
        struct java_frame *f = &t->frames[t->n_frames - 1];
        uint32_t at = (uint32_t)(f->at - f->code->insns);
        for (uint32_t h = 0; h < f->code->n_handlers; h++) {
            const struct java_handler *handler = &f->code->handlers[h];
            if (at < handler->start || at >= handler->end) continue;
            if (handler->type) {
                struct diag d; // a handler whose class is missing catches nothing that is here
                struct java_class *c = program_class(t->program, handler->type, &d);
                if (!c || !java_class_is_subclass(t->exception->class, c)) continue;
            }
            f->at = f->code->insns + handler->target;
            return true;
        }
    }
    return false;
}

enum native_status java_no_model(struct java_thread *t, const char *what) {
    t->stop = STOP_NO_MODEL;
    str_clear(&t->stop_text);
    str_addf(&t->stop_text, "no model for %s", what);
    return NATIVE_STOP;
}
