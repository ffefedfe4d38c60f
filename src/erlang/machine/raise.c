// SPDX-License-Identifier: Apache-2.0
// Exceptions: stack traces as the BEAM makes them (a list of {M,F,ArityOrArgs,[{file,F},{line,L}]}, innermost
// first, at most eight frames), and what handlers see.
#include <string.h>

#include "erlang/machine/call.h"
#include "erlang/term/atoms.h"
#include "erlang/term/map.h"

enum { TRACE_DEPTH = 8 };

static term location(struct interp *ip, const struct function *f, uint32_t pc) {
    struct arena *a = &ip->heap;
    uint32_t line = code_line(f, pc);
    if (!line || !f->module_code) return TERM_NIL;
    term items[2] = {term_tuple2(a, atom_file, term_string(a, f->module_code->core->file)),
                     term_tuple2(a, atom_line, term_small(line))};
    return term_list(a, items, 2, TERM_NIL);
}

static term entry(struct interp *ip, symbol module, symbol name, term arity, term where) {
    term items[4] = {term_atom(module), term_atom(name), arity, where};
    return term_tuple_of(&ip->heap, items, 4);
}

static term frame_entry(struct interp *ip, const struct function *f, uint32_t pc, term arguments) {
    term arity = arguments == TERM_NONE ? term_small(f->arity + f->captured) : arguments;
    return entry(ip, f->module, f->name, arity, location(ip, f, pc));
}

// What built-in functions say about themselves, for shells to explain the error.
static term error_info(struct interp *ip, symbol module) {
    struct arena *a = &ip->heap;
    const char *by = module == term_symbol(atom_erlang) ? "erl_erts_errors" : "erl_stdlib_errors";
    term map = map_put(a, map_empty, atom_module, term_atom(symbol_of(by)));
    return term_cons(a, term_tuple2(a, term_atom(symbol_of("error_info")), map), TERM_NIL);
}

// Remembers the innermost frame in the unit's own module, which may lie deeper than a stack trace reaches.
static void note_home(struct interp *ip) {
    const struct function *f = ip->f;
    uint32_t pc = (uint32_t)(ip->pc - f->code), i = ip->n_frames;
    while (f->module != ip->home && i > 0) {
        const struct frame *back = &ip->frames[--i];
        f = back->f;
        pc = (uint32_t)(back->pc - f->code) - 1;
    }
    ip->home_place = (struct trace_place){0};
    if (f->module == ip->home)
        ip->home_place = (struct trace_place){f->module, f->name, f->arity + f->captured, code_line(f, pc)};
}

term raise_trace(struct interp *ip, symbol module, symbol name, term arguments) {
    term entries[TRACE_DEPTH];
    uint32_t n = 0;
    uint32_t pc = (uint32_t)(ip->pc - ip->f->code);
    uint64_t passed = 0;
    bool own = name && module == ip->f->module && name == ip->f->name &&
               term_list_length(arguments, &passed) && passed == ip->f->arity + ip->f->captured;
    if (name && !own &&
        !(module == term_symbol(atom_erlang) && name == symbol_of("/"))) // that is an instruction
        entries[n++] = entry(ip, module, name, arguments,
                             ip->process.reason == atom_undef ? TERM_NIL : error_info(ip, module));
    if (ip->f->module) entries[n++] = frame_entry(ip, ip->f, pc, own ? arguments : TERM_NONE);
    for (uint32_t i = ip->n_frames; i-- > 0 && n < TRACE_DEPTH;) {
        const struct frame *back = &ip->frames[i];
        entries[n++] = frame_entry(ip, back->f, (uint32_t)(back->pc - back->f->code) - 1, TERM_NONE);
    }
    note_home(ip);
    ip->raised = code_node(ip->f, pc);
    return term_list(&ip->heap, entries, n, TERM_NIL);
}

term raise_raw(struct interp *ip) {
    term trace = ip->process.trace == TERM_NONE ? TERM_NIL : ip->process.trace;
    return term_tuple2(&ip->heap, ip->process.class_, trace);
}

void raise_again(struct interp *ip, term raw, term reason) {
    const struct tuple *t = term_tuple(raw);
    ip->process.class_ = t->at[0];
    ip->process.trace = t->at[1];
    ip->process.reason = reason;
}

term raise_built_trace(term raw) {
    return term_tuple(raw)->at[1];
}

// catch Expr: what was thrown; {'EXIT', Reason} of an exit; {'EXIT', {Reason, Trace}} of an error.
term raise_catch_value(struct interp *ip, term class_, term reason, term raw) {
    struct arena *a = &ip->heap;
    if (class_ == atom_throw) return reason;
    if (class_ == atom_error) reason = term_tuple2(a, reason, raise_built_trace(raw));
    return term_tuple2(a, atom_EXIT, reason);
}

static bool in_entry(term e, symbol module, struct trace_place *out) {
    if (!term_is_tuple(e) || term_tuple(e)->n != 4) return false;
    const term *at = term_tuple(e)->at;
    if (!term_is_atom(at[0]) || !term_is_atom(at[1]) || (module && term_symbol(at[0]) != module))
        return false;
    *out = (struct trace_place){term_symbol(at[0]), term_symbol(at[1]), 0, 0};
    uint64_t n = 0;
    out->arity = term_is_small(at[2])          ? (uint32_t)term_small_value(at[2])
                 : term_list_length(at[2], &n) ? (uint32_t)n
                                               : 0;
    for (term l = at[3]; term_is_cons(l); l = term_tl(l)) {
        term item = term_hd(l);
        if (term_is_tuple(item) && term_tuple(item)->n == 2 && term_tuple(item)->at[0] == atom_line &&
            term_is_small(term_tuple(item)->at[1]))
            out->line = (uint32_t)term_small_value(term_tuple(item)->at[1]);
    }
    return true;
}

bool interp_top(const struct interp *ip, struct trace_place *out) {
    term trace = ip->process.trace;
    return term_is_cons(trace) && in_entry(term_hd(trace), 0, out);
}

bool interp_place(const struct interp *ip, struct trace_place *out) {
    term trace = ip->process.trace;
    if (trace == TERM_NONE) return false;
    for (term l = trace; term_is_cons(l); l = term_tl(l))
        if (in_entry(term_hd(l), ip->home, out) && out->line) return true;
    if (ip->home_place.line) {
        *out = ip->home_place;
        return true;
    }
    const struct function *f = ip->left.f;
    if (f && code_line(f, (uint32_t)(ip->left.pc - f->code))) {
        *out = (struct trace_place){f->module, f->name, f->arity + f->captured,
                                    code_line(f, (uint32_t)(ip->left.pc - f->code))};
        return true;
    }
    return interp_raised_at(ip, out);
}

bool interp_raised_at(const struct interp *ip, struct trace_place *out) {
    for (term l = ip->process.trace; term_is_cons(l); l = term_tl(l))
        if (in_entry(term_hd(l), 0, out) && out->line) return true;
    return false;
}
