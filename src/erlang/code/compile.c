// SPDX-License-Identifier: Apache-2.0
// Core Erlang to code: expressions, calls, funs, letrec, try. Cases and guards have files of their own.
#include "erlang/code/compile.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

uint32_t compile_emit(struct compiler *c, uint32_t word) {
    vec_push(&c->code, word);
    return c->code.n - 1;
}

struct label label_new(void) {
    return (struct label){.pc = UINT32_MAX};
}

void compile_emit_label(struct compiler *c, struct label *l) {
    if (l->pc == UINT32_MAX) vec_push(&l->uses, c->code.n);
    compile_emit(c, l->pc);
}

void label_here(struct compiler *c, struct label *l) {
    l->pc = c->code.n;
    c->covered = UINT32_MAX;
    for (uint32_t i = 0; i < l->uses.n; i++) c->code.at[l->uses.at[i]] = l->pc;
    for (uint32_t i = 0; i < l->handlers.n; i++) c->handlers.at[l->handlers.at[i]].target = l->pc;
    vec_free(&l->uses);
    vec_free(&l->handlers);
}

uint32_t compile_constant(struct compiler *c, term t) {
    enum { LOOK_BACK = 16 }; // most repetitions are near
    for (uint32_t i = c->constants.n, least = i > LOOK_BACK ? i - LOOK_BACK : 0; i-- > least;)
        if (c->constants.at[i] == t) return i;
    vec_push(&c->constants, t);
    return c->constants.n - 1;
}

uint32_t compile_new_slots(struct compiler *c, uint32_t n) {
    uint32_t first = c->next_slot;
    c->next_slot += n;
    if (c->next_slot > c->f->frame) c->f->frame = c->next_slot;
    return first;
}

void compile_bind(struct compiler *c, uint32_t var, uint32_t slot) {
    assert(var < c->n_vars);
    vec_push(&c->undo, var);
    vec_push(&c->undo, c->slot_of[var]);
    c->slot_of[var] = slot;
}

void compile_unbind_to(struct compiler *c, uint32_t mark) {
    while (c->undo.n > mark) {
        uint32_t slot = vec_pop(&c->undo), var = vec_pop(&c->undo);
        c->slot_of[var] = slot;
    }
}

void compile_note_line(struct compiler *c, const struct core *e) {
    if (e->line == 0 || e->line == c->line) return;
    c->line = e->line;
    vec_push(&c->lines, ((struct line_entry){c->code.n, e->line}));
}

void compile_note_node(struct compiler *c, const struct core *e) {
    if (c->tests) return;
    if (c->nodes.n && vec_last(&c->nodes).pc == c->code.n) c->nodes.n--;
    vec_push(&c->nodes, ((struct node_entry){c->code.n, e}));
}

void compile_cover(struct compiler *c, const struct code_place *place) {
    compile_emit(c, OP_COVER);
    compile_emit(c, program_add_place(c->program, place));
    c->covered = c->code.n;
}

// The first line of a clause's body needs no counter of its own.
void compile_reach_line(struct compiler *c, const struct core *line) {
    if (program_is_generated(c->f->home->module, c->f->home->name)) return;
    struct code_place *last = c->covered == c->code.n ? &c->program->places.at[vec_last(&c->code)] : NULL;
    if (last && !last->line)
        last->line = line->line;
    else
        compile_cover(c, &(struct code_place){c->f, .line = line->line});
}

bool compile_too_deep(struct compiler *c) {
    if (c->nesting <= MAX_NESTING) return false;
    diag_set(c->diag, DIAG_ANALYSIS,
             "%s:%u: expressions nested more than %d deep: cannot analyse this module", c->module->core->file,
             c->line, MAX_NESTING);
    return true;
}

void compile_handler(struct compiler *c, uint32_t start, uint32_t target_pc, uint32_t slot) {
    if (c->code.n > start) vec_push(&c->handlers, ((struct handler){start, c->code.n, target_pc, slot}));
}

bool compile_is_call_to(const struct core *e, const char *module, const char *name, uint32_t arity) {
    return e->tag == CORE_CALL && e->n == arity + 2 && e->kid[0]->tag == CORE_LITERAL &&
           e->kid[1]->tag == CORE_LITERAL && term_is_atom(e->kid[0]->lit) && term_is_atom(e->kid[1]->lit) &&
           strcmp(symbol_text(term_symbol(e->kid[0]->lit)), module) == 0 &&
           strcmp(symbol_text(term_symbol(e->kid[1]->lit)), name) == 0;
}

void compile_move(struct compiler *c, uint32_t slot, uint32_t from) {
    if (from == OPERAND_SLOT(slot)) return;
    compile_emit(c, OP_MOVE);
    compile_emit(c, slot);
    compile_emit(c, from);
}

// The value is in `from`: hand it to where it is wanted.
static void deliver(struct compiler *c, struct target t, uint32_t from) {
    if (t.tail) {
        compile_emit(c, OP_RETURN);
        compile_emit(c, from);
    } else if (t.n == 1) {
        compile_move(c, t.slot, from);
    }
}

static struct local_name *find_name(struct compiler *c, symbol name, uint32_t arity) {
    for (uint32_t i = c->names.n; i-- > 0;)
        if (c->names.at[i].name == name && c->names.at[i].arity == arity) return &c->names.at[i];
    return NULL;
}

// ---- Funs and lifted functions ----

static uint32_t function_index(struct compiler *c, struct function *f) {
    for (uint32_t i = 0; i < c->functions.n; i++)
        if (c->functions.at[i] == f) return i;
    vec_push(&c->functions, f);
    return c->functions.n - 1;
}

static uint32_t export_index(struct compiler *c, struct export *x) {
    for (uint32_t i = 0; i < c->exports.n; i++)
        if (c->exports.at[i] == x) return i;
    vec_push(&c->exports, x);
    return c->exports.n - 1;
}

// Adds to set the variables bound outside that e mentions, directly or through a letrec name. What a nested
// scope binds under the same number may be added needlessly; that costs a slot and nothing else.
static void add_free(struct compiler *c, const struct core *e, uint8_t *set) {
    VEC(const struct core *) todo = {0};
    vec_push(&todo, e);
    while (todo.n) {
        const struct core *x = vec_pop(&todo);
        if (x->tag == CORE_VAR && c->slot_of[x->aux] != NO_SLOT) set[x->aux] = 1;
        if (x->tag == CORE_FNAME) {
            const struct local_name *name = find_name(c, x->aux, x->arity);
            for (uint32_t i = 0; name && i < name->n_captured; i++) set[name->captured[i]] = 1;
        }
        for (uint32_t i = 0; i < x->n; i++) vec_push(&todo, x->kid[i]);
    }
    vec_free(&todo);
}

static const uint32_t *free_list(struct compiler *c, const uint8_t *set, uint32_t *n) {
    *n = 0;
    for (uint32_t v = 0; v < c->n_vars; v++) *n += set[v];
    uint32_t *list = ARENA_ARRAY(&c->program->arena, uint32_t, *n);
    for (uint32_t v = 0, i = 0; v < c->n_vars; v++)
        if (set[v]) list[i++] = v;
    return list;
}

bool compile_is_native(const struct core *fun) {
    const struct core *body = fun->kid[fun->n - 1];
    while (body->tag == CORE_CASE && body->n > 1)
        body = core_behind_lines(body->kid[1]->kid[body->kid[1]->n - 1]);
    return compile_is_call_to(body, "erlang", "nif_error", 1);
}

static void function_body(struct compiler *c, const struct core *fun, const uint32_t *captured, uint32_t n);

static struct function *new_function(struct program *p, struct module_code *m, symbol name, uint32_t arity) {
    struct function *f = ARENA_NEW(&p->arena, struct function);
    f->module = m->core->name;
    f->name = name;
    f->arity = arity;
    f->module_code = m;
    f->home = f;
    return f;
}

// "-name/arity-fun-n-", as the BEAM names funs in stack traces.
static symbol fun_name(struct compiler *c, const struct core *fun) {
    if (fun->lit != TERM_NONE && term_is_atom(fun->lit)) return term_symbol(fun->lit);
    char text[600];
    snprintf(text, sizeof text, "-%.500s/%u-fun-%u-", symbol_text(c->f->home->name), c->f->home->arity,
             c->module->n_lifted);
    return symbol_of(text);
}

static void no_model(struct compiler *c, const char *what) {
    compile_emit(c, OP_NO_MODEL);
    compile_emit(c, compile_constant(c, term_atom(symbol_of(what))));
}

static struct function *lift(struct compiler *c, symbol name, uint32_t arity, uint32_t n_captured) {
    struct function *f = new_function(c->program, c->module, name, arity);
    f->captured = n_captured;
    f->home = c->f->home;
    c->module->n_lifted++;
    return f;
}

static void emit_closure(struct compiler *c, uint32_t slot, struct function *f, const uint32_t *captured,
                         uint32_t n) {
    if (f->arity + n > MAX_PASSED) {
        no_model(c, "a fun with very many free variables");
        return;
    }
    compile_emit(c, OP_CLOSURE);
    compile_emit(c, slot);
    compile_emit(c, function_index(c, f));
    compile_emit(c, f->arity);
    compile_emit(c, n);
    for (uint32_t i = 0; i < n; i++) compile_emit(c, OPERAND_SLOT(c->slot_of[captured[i]]));
}

static void compile_lifted(struct compiler *outer, struct function *f, const struct core *fun,
                           const uint32_t *captured, uint32_t n);

static void fun_expression(struct compiler *c, const struct core *e, struct target t) {
    uint8_t *set = mem_zalloc(c->n_vars + 1);
    add_free(c, e, set);
    uint32_t n;
    const uint32_t *captured = free_list(c, set, &n);
    mem_free(set);
    struct function *f = lift(c, fun_name(c, e), e->arity, n);
    compile_lifted(c, f, e, captured, n);
    uint32_t slot = t.tail ? compile_new_slots(c, 1) : t.slot;
    emit_closure(c, slot, f, captured, n);
    if (t.tail) deliver(c, t, OPERAND_SLOT(slot));
}

// A local function as a value: letrec names become closures over what they capture, others funs of the
// module.
static void name_value(struct compiler *c, const struct core *e, struct target t) {
    const struct local_name *name = find_name(c, e->aux, e->arity);
    uint32_t slot = t.tail ? compile_new_slots(c, 1) : t.slot;
    if (name) {
        assert(name->function);
        emit_closure(c, slot, name->function, name->captured, name->n_captured);
    } else {
        struct function *f = NULL;
        for (uint32_t i = 0; i < c->module->n_functions && !f; i++)
            if (c->module->functions[i]->name == e->aux && c->module->functions[i]->arity == e->arity)
                f = c->module->functions[i];
        if (!f) {
            diag_set(c->diag, DIAG_ANALYSIS, "%s:%u: no function %s/%u", c->module->core->file, e->line,
                     symbol_text(e->aux), e->arity);
            return;
        }
        emit_closure(c, slot, f, NULL, 0);
    }
    if (t.tail) deliver(c, t, OPERAND_SLOT(slot));
}

static void letrec_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t n = e->n - 1, names_mark = c->names.n, undo_mark = c->undo.n;
    uint8_t *set = mem_zalloc(c->n_vars + 1);
    for (uint32_t i = 0; i < n; i++) add_free(c, e->kid[i], set);
    uint32_t n_captured;
    const uint32_t *captured = free_list(c, set, &n_captured);
    mem_free(set);
    for (uint32_t i = 0; i < n; i++) {
        const struct core *def = e->kid[i];
        struct function *f = lift(c, def->aux, def->arity, n_captured);
        vec_push(&c->names, ((struct local_name){def->aux, def->arity, f, captured, n_captured, NULL}));
    }
    for (uint32_t i = 0; i < n; i++)
        compile_lifted(c, c->names.at[names_mark + i].function, e->kid[i]->kid[0], captured, n_captured);
    compile_expression(c, e->kid[n], t);
    c->names.n = names_mark;
    compile_unbind_to(c, undo_mark);
}

// letrec_goto: the definitions are code that several places jump to; no argument is passed.
static void goto_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t n = e->n - 1, mark = c->names.n;
    struct label *labels = ARENA_ARRAY(&c->program->arena, struct label, n + 1);
    for (uint32_t i = 0; i <= n; i++) labels[i] = label_new();
    for (uint32_t i = 0; i < n; i++)
        vec_push(&c->names,
                 ((struct local_name){e->kid[i]->aux, e->kid[i]->arity, NULL, NULL, 0, &labels[i]}));
    compile_expression(c, e->kid[n], t);
    for (uint32_t i = 0; i < n; i++) {
        if (!t.tail) {
            compile_emit(c, OP_JUMP);
            compile_emit_label(c, &labels[n]);
        }
        label_here(c, &labels[i]);
        const struct core *fun = e->kid[i]->kid[0];
        compile_expression(c, fun->kid[fun->n - 1], t);
    }
    label_here(c, &labels[n]);
    c->names.n = mark;
}

// ---- Calls ----

void compile_operands(struct compiler *c, struct core *const *kids, uint32_t n, uint32_t *out) {
    for (uint32_t i = 0; i < n; i++) out[i] = compile_operand(c, kids[i]);
}

uint32_t compile_operand(struct compiler *c, const struct core *e) {
    if (e->tag == CORE_LITERAL) return OPERAND_CONST(compile_constant(c, e->lit));
    if (e->tag == CORE_VAR && c->slot_of[e->aux] != NO_SLOT) return OPERAND_SLOT(c->slot_of[e->aux]);
    if (e->tag == CORE_VAR) {
        const struct core *put_off = deferred_expression(c, e->aux);
        if (!put_off) {
            diag_set(c->diag, DIAG_ANALYSIS, "%s:%u: unbound variable in Core Erlang", c->module->core->file,
                     c->line);
            return OPERAND_CONST(compile_constant(c, TERM_NIL));
        }
        return compile_operand(c, put_off); // each is used once, and none mentions itself: this ends
    }
    uint32_t slot = compile_new_slots(c, 1);
    compile_expression(c, e, (struct target){false, slot, 1});
    return OPERAND_SLOT(slot);
}

// op [slot] extra.. n operands; for operations that have a tail form.
static void emit_call(struct compiler *c, enum code_op op, enum code_op tail_op, struct target t,
                      const uint32_t *extra, uint32_t n_extra, const uint32_t *args, uint32_t n) {
    if (n > MAX_PASSED) {
        no_model(c, "a call with very many arguments");
        return;
    }
    compile_emit(c, t.tail ? tail_op : op);
    if (!t.tail) compile_emit(c, t.slot);
    for (uint32_t i = 0; i < n_extra; i++) compile_emit(c, extra[i]);
    compile_emit(c, n);
    for (uint32_t i = 0; i < n; i++) compile_emit(c, args[i]);
}

// op slot extra.. [n] operands; delivered afterwards.
static void emit_value(struct compiler *c, enum code_op op, struct target t, const uint32_t *words,
                       uint32_t n) {
    uint32_t slot = t.tail ? compile_new_slots(c, 1) : t.slot;
    compile_emit(c, op);
    compile_emit(c, slot);
    for (uint32_t i = 0; i < n; i++) compile_emit(c, words[i]);
    if (t.tail) deliver(c, t, OPERAND_SLOT(slot));
}

static void bif_call(struct compiler *c, const struct bif *b, struct target t, const uint32_t *args,
                     uint32_t n) {
    uint32_t *words = mem_alloc((n + 2) * sizeof *words);
    words[0] = (uint32_t)(b - c->program->builtins->table);
    words[1] = n;
    memcpy(words + 2, args, n * sizeof *words);
    emit_value(c, OP_CALL_BIF, t, words, n + 2);
    mem_free(words);
}

// Operators that have an operation of their own: small integers are done without a call.
static bool inline_call(struct compiler *c, const struct core *e, struct target t, const uint32_t *args) {
    static const struct {
        const char *name;
        enum code_op op;
        bool swap;
    } operators[] = {{"+", OP_ADD, false},         {"-", OP_SUB, false},       {"*", OP_MUL, false},
                     {"=:=", OP_EQUAL, false},     {"<", OP_LESS, false},      {">", OP_LESS, true},
                     {"=<", OP_LESS_EQUAL, false}, {">=", OP_LESS_EQUAL, true}};
    if (e->n != 4) return false;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (compile_is_call_to(e, "erlang", operators[i].name, 2)) {
            uint32_t words[2] = {args[operators[i].swap], args[!operators[i].swap]};
            emit_value(c, operators[i].op, t, words, 2);
            return true;
        }
    return false;
}

static bool raise_call(struct compiler *c, const struct core *e, const uint32_t *args) {
    static const struct {
        const char *name;
        uint32_t arity;
        enum raise_kind kind;
    } raises[] = {{"error", 1, RAISE_ERROR},
                  {"error", 2, RAISE_ERROR},
                  {"error", 3, RAISE_ERROR},
                  {"exit", 1, RAISE_EXIT},
                  {"throw", 1, RAISE_THROW}};
    for (size_t i = 0; i < sizeof raises / sizeof *raises; i++) {
        if (!compile_is_call_to(e, "erlang", raises[i].name, raises[i].arity)) continue;
        compile_emit(c, OP_RAISE);
        compile_emit(c, raises[i].kind);
        compile_emit(c, raises[i].arity);
        for (uint32_t j = 0; j < raises[i].arity; j++) compile_emit(c, args[j]);
        return true;
    }
    return false;
}

static void call_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t n = e->n - 2, mark = c->next_slot;
    uint32_t *args = mem_alloc((n + 1) * sizeof *args);
    const struct core *module = e->kid[0], *name = e->kid[1];
    bool fixed = module->tag == CORE_LITERAL && name->tag == CORE_LITERAL && term_is_atom(module->lit) &&
                 term_is_atom(name->lit);
    uint32_t named[2];
    if (!fixed) compile_operands(c, e->kid, 2, named);
    compile_operands(c, e->kid + 2, n, args);
    compile_note_line(c, e);
    compile_note_node(c, e);
    if (!fixed) {
        emit_call(c, OP_CALL_NAMED, OP_TAIL_NAMED, t, named, 2, args, n);
    } else if (compile_is_call_to(e, "erlang", "apply", 2) || compile_is_call_to(e, "erlang", "apply", 3)) {
        emit_call(c, OP_APPLY, OP_TAIL_APPLY, t, NULL, 0, args, n);
    } else if (!raise_call(c, e, args) && !inline_call(c, e, t, args)) {
        struct export *x =
            program_export_locked(c->program, term_symbol(module->lit), term_symbol(name->lit), n);
        if (x->bif && x->bif->rule != RULE_CONTROL)
            bif_call(c, x->bif, t, args, n);
        else {
            uint32_t index = export_index(c, x);
            emit_call(c, OP_CALL_EXPORT, OP_TAIL_EXPORT, t, &index, 1, args, n);
        }
    }
    mem_free(args);
    c->next_slot = mark;
}

static struct function *module_function(struct compiler *c, symbol name, uint32_t arity) {
    for (uint32_t i = 0; i < c->module->n_functions; i++)
        if (c->module->functions[i]->name == name && c->module->functions[i]->arity == arity)
            return c->module->functions[i];
    return NULL;
}

// apply of a local name: a jump, a call of a lifted function with what it captures, of the module's, or of a
// built-in.
static void local_call(struct compiler *c, const struct core *e, struct target t) {
    const struct core *op = e->kid[0];
    const struct local_name *name = find_name(c, op->aux, op->arity);
    if (name && name->label) {
        compile_emit(c, OP_JUMP);
        compile_emit_label(c, name->label);
        return;
    }
    uint32_t n = e->n - 1, extra = name ? name->n_captured : 0;
    uint32_t *args = mem_alloc((n + extra + 1) * sizeof *args);
    compile_operands(c, e->kid + 1, n, args);
    name = find_name(c, op->aux, op->arity); // names may have moved
    for (uint32_t i = 0; i < extra; i++) args[n + i] = OPERAND_SLOT(c->slot_of[name->captured[i]]);
    compile_note_line(c, e);
    compile_note_node(c, e);
    struct function *f = name ? name->function : module_function(c, op->aux, op->arity);
    struct export *x =
        name ? NULL : program_export_locked(c->program, c->module->core->name, op->aux, op->arity);
    if (x && x->bif && x->bif->rule != RULE_CONTROL) {
        bif_call(c, x->bif, t, args, n);
    } else if (f && n == op->arity) {
        uint32_t index = function_index(c, f);
        if (t.tail && n + extra <= 255) {
            compile_emit(c, OP_TAIL_CALL);
            compile_emit(c, index);
            compile_moves(c, args, n + extra);
        } else {
            struct target value = t.tail ? (struct target){false, compile_new_slots(c, 1), 1} : t;
            emit_call(c, OP_CALL, OP_CALL, value, &index, 1, args, n + extra);
            if (t.tail) deliver(c, t, OPERAND_SLOT(value.slot));
        }
    } else {
        diag_set(c->diag, DIAG_ANALYSIS, "%s:%u: no function %s/%u", c->module->core->file, e->line,
                 symbol_text(op->aux), op->arity);
    }
    mem_free(args);
}

static void apply_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t mark = c->next_slot;
    if (e->kid[0]->tag == CORE_FNAME) {
        local_call(c, e, t);
    } else {
        uint32_t n = e->n - 1, fun = compile_operand(c, e->kid[0]);
        uint32_t *args = mem_alloc((n + 1) * sizeof *args);
        compile_operands(c, e->kid + 1, n, args);
        compile_note_line(c, e);
        compile_note_node(c, e);
        emit_call(c, OP_CALL_FUN, OP_TAIL_FUN, t, &fun, 1, args, n);
        mem_free(args);
    }
    c->next_slot = mark;
}

// ---- Primops (the eight that current compilers emit) ----

static void fail_primop(struct compiler *c, const struct core *e) {
    const struct core *reason = e->kid[0];
    bool function_clause = reason->tag == CORE_TUPLE && reason->n > 0 &&
                           reason->kid[0]->tag == CORE_LITERAL &&
                           reason->kid[0]->lit == term_atom(symbol_of("function_clause"));
    if (function_clause) {
        uint32_t n = reason->n - 1;
        uint32_t *args = mem_alloc((n + 1) * sizeof *args);
        compile_operands(c, reason->kid + 1, n, args);
        compile_note_line(c, e);
        compile_note_node(c, e);
        compile_emit(c, OP_FAIL_FUNCTION);
        compile_emit(c, n);
        for (uint32_t i = 0; i < n; i++) compile_emit(c, args[i]);
        mem_free(args);
    } else {
        uint32_t from = compile_operand(c, reason);
        compile_note_line(c, e);
        compile_note_node(c, e);
        compile_emit(c, OP_FAIL);
        compile_emit(c, from);
    }
}

static void primop_expression(struct compiler *c, const struct core *e, struct target t) {
    const char *name = symbol_text(e->aux);
    uint32_t mark = c->next_slot;
    if (strcmp(name, "match_fail") == 0 && e->n == 1) {
        fail_primop(c, e);
    } else if (strcmp(name, "raise") == 0 && e->n == 2) {
        uint32_t args[2];
        compile_operands(c, e->kid, 2, args);
        compile_emit(c, OP_RERAISE);
        compile_emit(c, args[0]);
        compile_emit(c, args[1]);
    } else if (strcmp(name, "build_stacktrace") == 0 && e->n == 1) {
        uint32_t from = compile_operand(c, e->kid[0]);
        emit_value(c, OP_BUILD_TRACE, t, &from, 1);
    } else if (strcmp(name, "bs_init_writable") == 0) {
        static const uint8_t nothing[1];
        term empty = term_bits(&c->program->arena, nothing, 0);
        deliver(c, t, OPERAND_CONST(compile_constant(c, empty)));
    } else if (strcmp(name, "recv_peek_message") == 0) { // two values: never in tail position
        compile_emit(c, OP_RECV_PEEK);
        compile_emit(c, t.slot);
    } else if (strcmp(name, "remove_message") == 0) {
        uint32_t timeout = c->timeout ? c->timeout - 1
                                      : OPERAND_CONST(compile_constant(c, term_atom(symbol_of("infinity"))));
        compile_emit(c, OP_RECV_REMOVE);
        compile_emit(c, timeout);
        if (t.n) deliver(c, t, OPERAND_CONST(compile_constant(c, TERM_NIL)));
    } else if (strcmp(name, "recv_next") == 0) {
        compile_emit(c, OP_RECV_NEXT);
        if (t.n) deliver(c, t, OPERAND_CONST(compile_constant(c, TERM_NIL)));
    } else if (strcmp(name, "recv_wait_timeout") == 0) {
        uint32_t timeout = compile_operand(c, e->kid[0]);
        compile_note_line(c, e);
        compile_note_node(c, e);
        emit_value(c, OP_RECV_WAIT, t, &timeout, 1);
    } else if (strcmp(name, "nif_start") == 0) { // what the VM replaces when the module is loaded
        char text[600];
        const struct function *f = c->f->home;
        snprintf(text, sizeof text, "no model for %.250s:%.250s/%u", symbol_text(f->module),
                 symbol_text(f->name), f->arity);
        no_model(c, text);
    } else {
        char text[200];
        snprintf(text, sizeof text, "primop %.150s/%u", name, e->n);
        no_model(c, text);
    }
    c->next_slot = mark;
}

// ---- Data ----

static void binary_expression(struct compiler *c, const struct core *e, struct target t) {
    VEC(uint32_t) words = {0};
    vec_push(&words, e->n);
    for (uint32_t i = 0; i < e->n; i++) {
        const struct core *s = e->kid[i];
        vec_push(&words, (uint32_t)s->seg.type | (uint32_t)s->seg.flags << 4 | (uint32_t)s->seg.unit << 8);
        uint32_t value = compile_operand(c, s->kid[0]);
        vec_push(&words, value);
        uint32_t size = compile_operand(c, s->kid[1]);
        vec_push(&words, size);
    }
    compile_note_line(c, e);
    compile_note_node(c, e);
    emit_value(c, OP_BITS_BUILD, t, words.at, words.n);
    vec_free(&words);
}

static void map_expression(struct compiler *c, const struct core *e, struct target t) {
    VEC(uint32_t) words = {0};
    vec_push(&words, compile_operand(c, e->kid[0]));
    vec_push(&words, e->n - 1);
    for (uint32_t i = 1; i < e->n; i++) {
        vec_push(&words, e->kid[i]->aux);
        uint32_t key = compile_operand(c, e->kid[i]->kid[0]);
        vec_push(&words, key);
        uint32_t value = compile_operand(c, e->kid[i]->kid[1]);
        vec_push(&words, value);
    }
    compile_note_line(c, e);
    compile_note_node(c, e);
    emit_value(c, OP_MAP, t, words.at, words.n);
    vec_free(&words);
}

// [a, b, c | T]: the elements are evaluated first to last, then the cells are built from the end.
static void cons_expression(struct compiler *c, const struct core *e, struct target t) {
    VEC(uint32_t) elems = {0};
    const struct core *rest = e;
    for (; rest->tag == CORE_CONS; rest = rest->kid[1]) {
        uint32_t o = compile_operand(c, rest->kid[0]);
        vec_push(&elems, o);
    }
    uint32_t tail = compile_operand(c, rest), slot = t.tail || elems.n > 1 ? compile_new_slots(c, 1) : t.slot;
    for (uint32_t i = elems.n; i-- > 0;) {
        compile_emit(c, OP_CONS);
        compile_emit(c, slot);
        compile_emit(c, elems.at[i]);
        compile_emit(c, tail);
        tail = OPERAND_SLOT(slot);
    }
    deliver(c, t, tail);
    vec_free(&elems);
}

static void tuple_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t *words = mem_alloc((e->n + 1) * sizeof *words);
    words[0] = e->n;
    compile_operands(c, e->kid, e->n, words + 1);
    emit_value(c, OP_TUPLE, t, words, e->n + 1);
    mem_free(words);
}

static void data_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t mark = c->next_slot;
    switch (e->tag) {
    case CORE_CONS: cons_expression(c, e, t); break;
    case CORE_TUPLE: tuple_expression(c, e, t); break;
    case CORE_MAP: map_expression(c, e, t); break;
    case CORE_BINARY: binary_expression(c, e, t); break;
    default: assert(!"no data"); break;
    }
    c->next_slot = mark;
}

static void values_expression(struct compiler *c, const struct core *e, struct target t) {
    assert(!t.tail && e->n == t.n);
    // Evaluated apart first: a later value may still read the slots that an earlier one is to go to.
    uint32_t mark = c->next_slot;
    uint32_t *from = mem_alloc((e->n + 1) * sizeof *from);
    compile_operands(c, e->kid, e->n, from);
    for (uint32_t i = 0; i < e->n; i++) compile_move(c, t.slot + i, from[i]);
    mem_free(from);
    c->next_slot = mark;
}

// ---- Exceptions ----

static void try_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t n = e->aux & 0xFF, m = e->aux >> 8, undo = c->undo.n, mark = c->next_slot;
    uint32_t first = compile_new_slots(c, n), start = c->code.n;
    compile_expression(c, e->kid[0], (struct target){false, first, n});
    uint32_t handler = c->handlers.n;
    uint32_t caught = compile_new_slots(c, 3);
    compile_handler(c, start, 0, caught);
    bool guarded = c->handlers.n > handler; // else nothing there can raise
    for (uint32_t i = 0; i < n; i++) compile_bind(c, e->kid[1 + i]->aux, first + i);
    compile_expression(c, e->kid[1 + n], t);
    compile_unbind_to(c, undo);
    struct label done = label_new();
    if (!t.tail) {
        compile_emit(c, OP_JUMP);
        compile_emit_label(c, &done);
    }
    if (guarded) {
        c->handlers.at[handler].target = c->code.n;
        for (uint32_t i = 0; i < m && i < 3; i++) compile_bind(c, e->kid[2 + n + i]->aux, caught + i);
        compile_expression(c, e->kid[2 + n + m], t);
        compile_unbind_to(c, undo);
    }
    label_here(c, &done);
    c->next_slot = mark;
}

static void catch_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t mark = c->next_slot, caught = compile_new_slots(c, 3),
             result = t.tail ? compile_new_slots(c, 1) : t.slot;
    uint32_t start = c->code.n, index;
    compile_expression(c, e->kid[0], (struct target){false, result, 1});
    index = c->handlers.n;
    compile_handler(c, start, 0, caught);
    if (c->handlers.n > index) {
        struct label done = label_new();
        compile_emit(c, OP_JUMP);
        compile_emit_label(c, &done);
        c->handlers.at[index].target = c->code.n;
        compile_emit(c, OP_CATCH_END);
        compile_emit(c, result);
        for (uint32_t i = 0; i < 3; i++) compile_emit(c, caught + i);
        label_here(c, &done);
    }
    if (t.tail) deliver(c, t, OPERAND_SLOT(result));
    c->next_slot = mark;
}

// ---- Expressions ----

// A variable bound to a variable or literal needs no slot of its own.
static void let_bind(struct compiler *c, const struct core *e) {
    uint32_t n = e->aux;
    const struct core *argument = e->kid[n];
    const struct core *timeout = compile_timeout(e);
    if (timeout) c->timeout = compile_operand(c, timeout) + 1;
    if (n == 1 && argument->tag == CORE_VAR && c->slot_of[argument->aux] != NO_SLOT) {
        compile_bind(c, e->kid[0]->aux, c->slot_of[argument->aux]);
        return;
    }
    uint32_t first = compile_new_slots(c, n);
    compile_expression(c, argument, (struct target){false, first, n});
    for (uint32_t i = 0; i < n; i++) compile_bind(c, e->kid[i]->aux, first + i);
}

void compile_expression(struct compiler *c, const struct core *e, struct target t) {
    uint32_t undo = c->undo.n, mark = c->next_slot, timeout = c->timeout;
    c->nesting++;
    if (compile_too_deep(c)) {
        c->nesting--;
        return;
    }
    while (e->tag == CORE_LET || e->tag == CORE_SEQ) {
        if (e->tag == CORE_LET) {
            let_bind(c, e);
        } else if (e->kid[0]->tag == CORE_LINE) {
            compile_reach_line(c, e->kid[0]);
        } else {
            uint32_t before = c->next_slot;
            uint32_t ignored = compile_new_slots(c, 1);
            compile_expression(c, e->kid[0], (struct target){false, ignored, 1});
            c->next_slot = before;
        }
        e = e->kid[e->n - 1];
    }
    switch (e->tag) {
    case CORE_VAR:
    case CORE_LITERAL: deliver(c, t, compile_operand(c, e)); break;
    case CORE_FNAME: name_value(c, e, t); break;
    case CORE_VALUES: values_expression(c, e, t); break;
    case CORE_FUN: fun_expression(c, e, t); break;
    case CORE_LETREC:
        if (e->flags & CORE_LETREC_GOTO)
            goto_expression(c, e, t);
        else
            letrec_expression(c, e, t);
        break;
    case CORE_CASE: compile_case(c, e, t); break;
    case CORE_APPLY: apply_expression(c, e, t); break;
    case CORE_CALL: call_expression(c, e, t); break;
    case CORE_PRIMOP: primop_expression(c, e, t); break;
    case CORE_TRY: try_expression(c, e, t); break;
    case CORE_CATCH: catch_expression(c, e, t); break;
    case CORE_LINE:
        compile_reach_line(c, e);
        deliver(c, t, OPERAND_CONST(compile_constant(c, TERM_NIL)));
        break;
    default: data_expression(c, e, t); break;
    }
    compile_unbind_to(c, undo);
    c->timeout = timeout;
    c->next_slot = mark;
    c->nesting--;
}

// ---- Functions and modules ----

static void function_body(struct compiler *c, const struct core *fun, const uint32_t *captured, uint32_t n) {
    struct function *f = c->f;
    uint32_t arity = fun->n - 1;
    compile_new_slots(c, arity + n);
    for (uint32_t i = 0; i < n; i++) compile_bind(c, captured[i], arity + i);
    for (uint32_t i = 0; i < arity; i++) compile_bind(c, fun->kid[i]->aux, i);
    if (arity + n && program_is_opaque(c->program, f->home->module, f->home->name, f->home->arity)) {
        struct str what = {0};
        str_addf(&what, "%s:%s/%u (opaque)", symbol_text(f->home->module), symbol_text(f->home->name),
                 f->home->arity);
        compile_emit(c, OP_OPAQUE);
        compile_emit(c, arity + n);
        compile_emit(c, compile_constant(c, term_atom(symbol_intern(what.at, what.n))));
        str_free(&what);
    }
    compile_note_line(c, fun);
    compile_expression(c, fun->kid[arity], (struct target){true, 0, 1});
    f->line = fun->line;
    f->nif_stub = compile_is_native(fun);
}

static void finish(struct compiler *c) {
    struct arena *a = &c->program->arena;
    struct function *f = c->f;
    f->n_code = c->code.n;
    f->n_handlers = c->handlers.n;
    f->n_lines = c->lines.n;
    f->n_nodes = c->nodes.n;
#define KEEP(field) f->field = arena_copy(a, c->field.at, c->field.n * sizeof *c->field.at)
    KEEP(code);
    KEEP(constants);
    f->n_constants = c->constants.n;
    f->n_functions = c->functions.n;
    f->n_exports = c->exports.n;
    KEEP(functions);
    KEEP(exports);
    KEEP(handlers);
    KEEP(lines);
    KEEP(nodes);
    KEEP(literal_tests);
    KEEP(cases);
#undef KEEP
    f->site_base = c->program->next_site;
    f->head.identity = hash_mix(hash_mix(f->module, f->name), f->site_base);
    c->program->next_site += f->n_code + 1;
    f->frame += 1;
    vec_free(&c->code);
    vec_free(&c->constants);
    vec_free(&c->functions);
    vec_free(&c->exports);
    vec_free(&c->handlers);
    vec_free(&c->lines);
    vec_free(&c->nodes);
    vec_free(&c->literal_tests);
    vec_free(&c->cases);
    vec_free(&c->names);
    vec_free(&c->deferred);
    vec_free(&c->undo);
    mem_free(c->slot_of);
}

static struct compiler compiler_new(struct program *p, struct module_code *m, struct function *f,
                                    uint32_t n_vars, struct diag *d) {
    struct compiler c = {
        .program = p, .module = m, .f = f, .n_vars = n_vars, .covered = UINT32_MAX, .diag = d};
    c.slot_of = mem_alloc((n_vars + 1) * sizeof *c.slot_of);
    for (uint32_t i = 0; i <= n_vars; i++) c.slot_of[i] = NO_SLOT;
    return c;
}

static void compile_lifted(struct compiler *outer, struct function *f, const struct core *fun,
                           const uint32_t *captured, uint32_t n) {
    struct compiler c = compiler_new(outer->program, outer->module, f, outer->n_vars, outer->diag);
    c.nesting = outer->nesting;
    for (uint32_t i = 0; i < outer->names.n; i++)
        if (outer->names.at[i].function) vec_push(&c.names, outer->names.at[i]);
    function_body(&c, fun, captured, n);
    finish(&c);
}

bool compile_module(struct program *p, struct module_code *m, struct diag *d) {
    const struct core_module *core = m->core;
    m->n_functions = core->n_functions;
    m->functions = ARENA_ARRAY(&p->arena, struct function *, core->n_functions);
    for (uint32_t i = 0; i < core->n_functions; i++)
        m->functions[i] = new_function(p, m, core->functions[i].name, core->functions[i].arity);
    for (uint32_t i = 0; i < core->n_functions && d->kind == DIAG_NONE; i++) {
        struct compiler c = compiler_new(p, m, m->functions[i], core->functions[i].n_vars, d);
        function_body(&c, core->functions[i].fun, NULL, 0);
        finish(&c);
    }
    return d->kind == DIAG_NONE;
}

const struct core *code_node(const struct function *f, uint32_t pc) {
    uint32_t lo = 0, hi = f->n_nodes;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (f->nodes[mid].pc <= pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? f->nodes[lo - 1].node : NULL;
}

uint32_t code_line(const struct function *f, uint32_t pc) {
    uint32_t lo = 0, hi = f->n_lines;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (f->lines[mid].pc <= pc)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? f->lines[lo - 1].line : f->line;
}
