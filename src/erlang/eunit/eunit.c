// SPDX-License-Identifier: Apache-2.0
#include "erlang/eunit/eunit.h"

#include <string.h>

#include "erlang/eunit/layout.h"
#include "erlang/eunit/update.h"
#include "erlang/term/term.h"

enum { STATEMENT = 4 }; // columns before a statement of a test

// ---- Text ----

// Inside a comment: no line may end early.
static void add_comment(struct str *out, const char *text, size_t most) {
    size_t n = strlen(text), end = n > most ? most : n;
    while (end < n && end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--; // not inside a character
    for (size_t i = 0; i < end; i++)
        str_add_char(out, (unsigned char)text[i] < ' ' || text[i] == 0x7F ? ' ' : text[i]);
    if (end < n) str_add(out, "...");
}

static void add_place(struct str *out, const struct test_case *c) {
    const struct place *where = &c->outcome.where;
    if (!where->function || !where->function[0]) return;
    str_add(out, " in ");
    add_comment(out, where->function, 100);
    if (where->file && where->file[0]) {
        str_add(out, ", ");
        add_comment(out, where->file, 200);
        if (where->line) str_addf(out, ":%u", where->line);
    }
}

// Of a failure, what is not in the test itself.
static void add_about(struct str *out, const struct eunit_test *t) {
    const struct test_case *c = t->of;
    str_add_char(out, '\n');
    if (c->kind != OUTCOME_RAISE) return;
    str_add(out, t->fails ? "%% Fails until it is put right: " : "%% ");
    if (c->endless)
        str_add(out, "never ends: ");
    else if (c->outcome.returned)
        str_add(out, "returns a value outside its spec: ");
    else
        str_addf(out, "%s ", c->outcome.kind);
    add_comment(out, c->outcome.text ? c->outcome.text : "", 70);
    add_place(out, c);
    if (c->outcome.process) {
        str_add(out, "\n%% in a process spawned with ");
        add_comment(out, c->outcome.process, 200);
    }
    str_add_char(out, '\n');
}

static void add_line(struct str *out, unsigned indent) {
    str_addf(out, "%*s", (int)indent, "");
}

// ---- The call: funs that it shares are bound to variables before ----

struct call {
    struct str bound; // "F1 = fun() -> a end, F2 = .., ", may be empty
    struct str call;
};

static void split_call(const struct eunit_suite *s, const char *text, struct call *out) {
    struct str head = {0};
    *out = (struct call){0};
    term_print_atom(&head, s->module);
    str_add_char(&head, ':');
    term_print_atom(&head, s->function);
    str_add_char(&head, '(');
    const char *at = strncmp(text, "begin ", 6) ? NULL : strstr(text, head.at);
    if (at) str_add_n(&out->bound, text + 6, (size_t)(at - text) - 6);
    str_add(&out->call, at ? at : text);
    if (at) out->call.at[out->call.n -= strlen(" end")] = 0;
    str_free(&head);
}

static void free_call(struct call *c) {
    str_free(&c->bound);
    str_free(&c->call);
}

static void add_bound(struct str *out, const struct call *c, unsigned indent) {
    if (!c->bound.n) return;
    add_line(out, indent);
    layout_add(out, c->bound.at, indent, 0);
    while (out->at[out->n - 1] == ' ') out->at[--out->n] = 0;
    str_add_char(out, '\n');
}

// ---- What a test asserts ----

static void add_clause(struct str *out, unsigned indent, const char *before, const struct eunit_test *t,
                       const char *after) {
    struct str head = {0};
    str_addf(&head, "%s%s%s", before, t->pattern, after);
    add_line(out, indent);
    layout_add(out, head.at, indent, 7);
    if (t->guard[0]) str_addf(out, " when %s", t->guard);
    str_add(out, " -> ok\n");
    str_free(&head);
}

static void add_returns(struct str *out, const struct eunit_test *t, const char *call, unsigned indent) {
    add_line(out, indent);
    if (!t->pattern[0]) {
        str_addf(out, "%s = erlang:phash2(", t->guard);
        layout_add(out, call, indent, 2);
        str_add(out, ")\n");
    } else if (!t->guard[0]) {
        layout_add(out, t->pattern, indent, 3);
        str_add(out, " = ");
        layout_add(out, call, indent, 1);
        str_add(out, "\n");
    } else {
        str_add(out, "case ");
        layout_add(out, call, indent, 3);
        str_add(out, " of\n");
        add_clause(out, indent + 4, "", t, "");
        str_addf(out, "%*send\n", (int)indent, "");
    }
}

static void add_raises(struct str *out, const struct eunit_test *t, const char *call, unsigned indent) {
    const int n = (int)indent;
    str_addf(out, "%*stry ", n, "");
    layout_add(out, call, indent, 3);
    str_addf(out, " of\n%*s    Value -> error({returned, Value})\n%*scatch\n", n, "", n, "");
    struct str kind = {0};
    str_addf(&kind, "%s:", t->of->outcome.kind);
    if (!strcmp(t->of->outcome.kind, EUNIT_DEADLOCK))
        add_clause(out, indent + 4, "error:{deadlock, ", t, "}");
    else if (t->pattern[0])
        add_clause(out, indent + 4, kind.at, t, "");
    else
        str_addf(out, "%*s    %s:Reason -> %s = erlang:phash2(Reason)\n", n, "", t->of->outcome.kind,
                 t->guard);
    str_addf(out, "%*send\n", n, "");
    str_free(&kind);
}

static void add_failing(struct str *out, const char *call, unsigned indent) {
    add_line(out, indent);
    layout_add(out, call, indent, 1);
    str_add_char(out, '\n');
}

static void add_dies(struct str *out, const struct eunit_test *t, const char *call, unsigned indent) {
    const int n = (int)indent;
    str_addf(out, "%*s{Pid, Monitor} = spawn_monitor(fun() -> %s end),\n%*sreceive\n", n, "", call, n, "");
    if (t->pattern[0])
        add_clause(out, indent + 4, "{'DOWN', Monitor, process, Pid, ", t, "}");
    else
        str_addf(out, "%*s    {'DOWN', Monitor, process, Pid, Reason} -> %s = erlang:phash2(Reason)\n", n, "",
                 t->guard);
    str_addf(out, "%*send\n", n, "");
}

// The pattern is of the reason alone; a process that ends with an error has a stack trace beside it.
static void add_process(struct str *out, const struct eunit_test *t, const char *call, unsigned indent) {
    const int n = (int)indent;
    bool error = !strcmp(t->of->outcome.kind, "error");
    const char *before = error ? "({" : "(", *after = error ? ", _}" : "";
    str_addf(out, "%*sprocess_ends(fun() -> %s end, fun\n%*s    ", n, "", call, n, "");
    if (t->pattern[0])
        str_addf(out, "%s%s%s)%s%s -> true;\n", before, t->pattern, after, t->guard[0] ? " when " : "",
                 t->guard);
    else
        str_addf(out, "%sReason%s) -> erlang:phash2(Reason) =:= %s;\n", before, after, t->guard);
    str_addf(out, "%*s    (_) -> false\n%*send)\n", n, "", n, "");
}

// What such a test calls. The processes are ended, so that the next test finds none of them.
static const char process_ends[] =
    "\n%% ---- Whether a process that the call spawns, or one that such a process spawns, ends as expected "
    "----\n\n"
    "process_ends(Call, Expected) ->\n"
    "    Self = self(),\n"
    "    Pid = spawn(fun() -> receive go -> Call() end end),\n"
    "    Tracer = spawn(fun() -> Self ! {self(), traced(Pid, [Pid], Expected)} end),\n"
    "    erlang:trace(Pid, true, [procs, set_on_spawn, {tracer, Tracer}]),\n"
    "    Pid ! go,\n"
    "    receive {Tracer, true} -> ok; {Tracer, false} -> error(no_process_ended_as_expected) end.\n\n"
    "traced(Pid, All, Expected) ->\n"
    "    receive\n"
    "        {trace, _, spawn, Child, _} -> traced(Pid, [Child | All], Expected);\n"
    "        {trace, Other, exit, Reason} when Other =/= Pid ->\n"
    "            case Expected(Reason) of true -> end_all(All), true; false -> traced(Pid, All, Expected) "
    "end;\n"
    "        {trace, _, _, _} -> traced(Pid, All, Expected);\n"
    "        {trace, _, _, _, _} -> traced(Pid, All, Expected)\n"
    "    after 3000 -> end_all(All), false\n"
    "    end.\n\n"
    "end_all(All) ->\n"
    "    Monitors = [monitor(process, Pid) || Pid <- All],\n"
    "    [exit(Pid, kill) || Pid <- All],\n"
    "    [receive {'DOWN', M, _, _, _} -> ok end || M <- Monitors].\n";

// .. and here: that the call takes more and more memory is no end of it.
static const char never_ends[] =
    "\n%% ---- Whether a call neither returns nor raises within a second. A limit on its memory is for calls "
    "that take more and more ----\n\n"
    "never_ends(Call) ->\n"
    "    Limit = #{size => 33554432, kill => true, error_logger => false},\n"
    "    {Pid, Monitor} = spawn_opt(Call, [monitor, {max_heap_size, Limit}]),\n"
    "    receive\n"
    "        {'DOWN', Monitor, process, Pid, killed} -> ok;\n"
    "        {'DOWN', Monitor, process, Pid, Reason} -> error({ended, Reason})\n"
    "    after 1000 ->\n"
    "        exit(Pid, kill),\n"
    "        receive {'DOWN', Monitor, process, Pid, _} -> ok end\n"
    "    end.\n";

// ---- Orders of events ----

static void add_forced_call(struct str *out, const struct eunit_suite *s, const struct eunit_test *t) {
    str_addf(out, "frisk_force:forced(order_%u(), %u, {", t->number,
             s->seconds * 500); // half of the test's time
    term_print_atom(out, s->module);
    str_add(out, ", ");
    term_print_atom(out, s->function);
    str_add(out, ", [");
    for (uint32_t i = 0; i < t->of->n_arguments; i++)
        str_addf(out, "%s%s", i ? ", " : "", t->of->arguments[i]);
    str_add(out, "]})");
}

static void add_modules(struct str *out, const struct eunit_test *t) {
    for (uint32_t i = 0; i < t->n_modules; i++) {
        str_add(out, i ? ", " : "");
        term_print_atom(out, t->modules[i]);
    }
}

static void add_order(struct str *out, const struct eunit_test *t) {
    const struct test_case *c = t->of;
    str_addf(out, "\norder_%u() ->\n    [\n", t->number);
    for (uint32_t i = 0; i < c->n_order; i++) {
        str_addf(out, "        {\"%s\", \"%s\"}%s", c->order[i].process, c->order[i].what,
                 i + 1 < c->n_order ? "," : "");
        if (c->order[i].where[0]) {
            str_add(out, " % ");
            add_comment(out, c->order[i].where, 100);
            if (c->order[i].caller[0]) str_add(out, ", from ");
            add_comment(out, c->order[i].caller, 100);
        }
        str_add_char(out, '\n');
    }
    str_add(out, "    ].\n");
}

static void add_body(struct str *out, const struct eunit_suite *s, const struct eunit_test *t,
                     unsigned indent) {
    struct call c;
    const struct test_case *of = t->of;
    if (t->forced) {
        c = (struct call){0};
        add_forced_call(&c.call, s, t);
    } else {
        split_call(s, of->call, &c);
    }
    const char *call = str_text(&c.call);
    add_bound(out, &c, indent);
    if (t->fails)
        add_failing(out, call, indent);
    else if (of->endless)
        str_addf(out, "%*snever_ends(fun() -> %s end)\n", (int)indent, "", call);
    else if (of->outcome.process)
        add_process(out, t, call, indent);
    else if (t->died)
        add_dies(out, t, call, indent);
    else if (of->kind == OUTCOME_RAISE && !of->outcome.returned)
        add_raises(out, t, call, indent);
    else
        add_returns(out, t, call, indent);
    free_call(&c);
}

static void add_generator(struct str *out, const struct eunit_suite *s, const struct eunit_test *t) {
    const bool forced = t->forced, set_up = s->stubs || forced;
    const unsigned indent = set_up ? 2 * STATEMENT : STATEMENT;
    if (s->stubs)
        str_add(out, "    {setup, fun() -> frisk_stub:stub(stubs()) end, fun frisk_stub:unstub/1,\n");
    if (forced) {
        str_add(out, "    {setup, fun() -> frisk_force:force([");
        add_modules(out, t);
        str_addf(out, "]%s) end, fun frisk_force:unforce/1,\n", s->stubs ? ", stubs()" : "");
    }
    str_addf(out, "%*s{spawn,\n%*s{timeout, %u, fun() ->\n", (int)indent, "", (int)indent + 4, "",
             forced ? 12 * s->seconds : s->seconds); // the conductor ends it earlier
    add_body(out, s, t, indent + 8);
    str_addf(out, "%*send}}%s.\n", (int)indent + 4, "", s->stubs && forced ? "}}" : set_up ? "}" : "");
    if (forced) add_order(out, t);
}

// A case of Common Test: it runs in a process of its own. What it gives back has a meaning there.
static void add_case(struct str *out, const struct eunit_suite *s, const struct eunit_test *t) {
    unsigned indent = STATEMENT;
    str_addf(out, "%s(_Config) ->\n", t->name);
    if (s->stubs) {
        str_add(out, "    Stubbed = frisk_stub:stub(stubs()),\n    try\n");
        indent += STATEMENT;
    }
    if (t->forced) {
        str_addf(out, "%*sForced = frisk_force:force([", (int)indent, "");
        add_modules(out, t);
        str_addf(out, "]%s),\n%*stry\n", s->stubs ? ", stubs()" : "", (int)indent, "");
        indent += STATEMENT;
    }
    add_body(out, s, t, indent);
    if (t->forced) {
        indent -= STATEMENT;
        str_addf(out, "%*safter\n%*s    frisk_force:unforce(Forced)\n%*send\n", (int)indent, "", (int)indent,
                 "", (int)indent, "");
    }
    if (s->stubs) str_add(out, "    after\n        frisk_stub:unstub(Stubbed)\n    end\n");
    out->n--; // the end of the line
    str_add(out, ",\n    ok.\n");
    if (t->forced) add_order(out, t);
}

void eunit_print_test(struct str *out, const struct eunit_suite *s, const struct eunit_test *t) {
    add_about(out, t);
    if (s->common_test) {
        add_case(out, s, t);
        return;
    }
    str_addf(out, "%s() ->\n", t->name);
    if (t->generator) {
        add_generator(out, s, t);
        return;
    }
    add_body(out, s, t, STATEMENT);
    out->n--; // the end of the line
    str_add(out, ".\n");
}

static void add_names(struct str *out, const struct eunit_suite *s, unsigned indent, const char *arity) {
    const uint32_t n_old = s->old ? s->old->tests.n : 0;
    str_add(out, "[\n");
    for (uint32_t i = 0; i < n_old; i++)
        str_addf(out, "%*s%s%s%s\n", (int)(indent + 4), "", s->old->tests.at[i].name, arity,
                 i + 1 < n_old || s->n ? "," : "");
    for (uint32_t i = 0; i < s->n; i++)
        str_addf(out, "%*s%s%s%s\n", (int)(indent + 4), "", s->tests[i].name, arity, i + 1 < s->n ? "," : "");
    str_addf(out, "%*s]", (int)indent, "");
}

static void add_head(struct str *out, const struct eunit_suite *s) {
    str_add(out, s->findings ? "%% Errors of " : "%% Tests of ");
    add_comment(out, s->unit, 200);
    str_add(out, ", found by frisk " FRISK_VERSION ".\n");
    if (s->findings)
        str_add(out,
                s->n && s->tests[0].fails
                    ? "%% Each test fails until its error is put right.\n"
                    : "%% Each test passes as long as its error is there; take it out with the error.\n");
    if (s->stubs || s->forced)
        str_addf(out, "%%%% Needs %s, which %s beside it, and debug_info of the modules.\n",
                 !s->stubs    ? "frisk_force.erl"
                 : !s->forced ? "frisk_stub.erl"
                              : "frisk_force.erl and frisk_stub.erl",
                 s->stubs && s->forced ? "are" : "is");
    str_addf(out, "-module(%s).\n", s->name);
    // Calls of the standard library with constants, some of them old, are the point here: the compiler is not
    // to evaluate them (it would warn that some fail).
    if (s->library) str_add(out, "-compile([no_copt, nowarn_deprecated_function, nowarn_removed]).\n");
    if (s->common_test) str_add(out, "-export([all/0]).\n");
    str_add(out, "-export(");
    add_names(out, s, 0, s->common_test ? "/1" : "/0");
    str_add(out, ").\n");
    if (!s->common_test) return;
    str_add(out, "\nall() ->\n    ");
    add_names(out, s, STATEMENT, "");
    str_add(out, ".\n");
}

void eunit_print(struct str *out, const struct eunit_suite *s) {
    bool processes = false, endless = false;
    add_head(out, s);
    for (uint32_t i = 0; s->old && i < s->old->tests.n; i++) {
        const struct eunit_old_test *t = &s->old->tests.at[i];
        str_add_char(out, '\n');
        str_add_n(out, t->text, t->n);
        processes |= memmem(t->text, t->n, " process_ends(", 14) != NULL;
        endless |= memmem(t->text, t->n, " never_ends(", 12) != NULL;
    }
    for (uint32_t i = 0; i < s->n; i++) {
        eunit_print_test(out, s, &s->tests[i]);
        processes |= s->tests[i].of->outcome.process != NULL;
        endless |= s->tests[i].of->endless;
    }
    if (processes) str_add(out, process_ends);
    if (endless) str_add(out, never_ends);
    if (s->stubs && s->n)
        str_addf(out, "\n%%%% ---- What is replaced, and what runs instead ----\n\nstubs() ->\n    %s.\n",
                 s->stubs);
}
