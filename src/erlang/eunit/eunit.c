// SPDX-License-Identifier: Apache-2.0
#include "erlang/eunit/eunit.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/hash.h"
#include "erlang/term/term.h"

enum { MAX_NAME = 200 }; // bytes: file names end at 255

// Letters, digits and _ stay; any other byte becomes _ and two hexadecimal digits.
static void add_plain(struct str *out, const char *text) {
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c < 0x80 && (isalnum(c) || c == '_'))
            str_add_char(out, (char)c);
        else
            str_addf(out, "_%02x", c);
    }
}

char *eunit_module_name(symbol module, symbol function, uint32_t arity) {
    struct str name = {0};
    str_add(&name, "frisk_");
    add_plain(&name, symbol_text(module));
    str_add_char(&name, '_');
    add_plain(&name, symbol_text(function));
    if (name.n > MAX_NAME) {
        uint64_t whole = hash_bytes(name.at, name.n);
        name.n = MAX_NAME;
        str_addf(&name, "_%016llx", (unsigned long long)whole);
    }
    str_addf(&name, "_%u_tests", arity);
    return str_take(&name);
}

// The first word of the reason: badarith of badarith, badmatch of {badmatch,1}.
static void add_word(struct str *out, const char *text) {
    while (*text == '{' || *text == '\'' || *text == '[' || *text == '"') text++;
    size_t n = 0;
    while (n < 30 && (isalnum((unsigned char)text[n]) || text[n] == '_')) n++;
    if (n > 0 && isalpha((unsigned char)text[0])) {
        str_add_char(out, '_');
        for (size_t i = 0; i < n; i++) str_add_char(out, (char)tolower((unsigned char)text[i]));
    }
}

char *eunit_test_name(const struct test_case *c, uint32_t number) {
    struct str name = {0};
    str_addf(&name, "t_%u_", number);
    if (c->endless) {
        str_add(&name, "never_ends");
    } else if (c->outcome.returned) {
        str_add(&name, "outside_spec");
    } else if (c->kind == OUTCOME_RAISE) {
        if (c->outcome.process) str_add(&name, "process_");
        str_add(&name, c->outcome.kind ? c->outcome.kind : "error");
        add_word(&name, c->outcome.text ? c->outcome.text : "");
    } else {
        str_add(&name, "returns");
    }
    str_add(&name, "_test_");
    return str_take(&name);
}

// ---- Text ----

// Inside a comment: no line may end early.
static void add_comment(struct str *out, const char *text, size_t most) {
    size_t n = strlen(text), end = n > most ? most : n;
    while (end < n && end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--; // not inside a character
    for (size_t i = 0; i < end; i++)
        str_add_char(out, (unsigned char)text[i] < ' ' || text[i] == 0x7F ? ' ' : text[i]);
    if (end < n) str_add(out, "...");
}

static void add_about(struct str *out, const struct test_case *c) {
    str_add(out, "\n%% ");
    if (c->endless) {
        str_add(out, "never ends: ");
    } else if (c->outcome.returned) {
        str_add(out, "returns a value outside its spec: ");
    } else if (c->kind == OUTCOME_RAISE) {
        add_comment(out, c->outcome.kind, 20);
        str_add_char(out, ' ');
    } else {
        str_add(out, "returns ");
    }
    add_comment(out, c->outcome.text ? c->outcome.text : "", 70);
    const struct place *where = &c->outcome.where;
    if (c->kind == OUTCOME_RAISE && where->function && where->function[0]) {
        str_add(out, "\n%% in ");
        add_comment(out, where->function, 100);
        if (where->file && where->file[0]) {
            str_add(out, ", ");
            add_comment(out, where->file, 200);
            if (where->line) str_addf(out, ":%u", where->line);
        }
    }
    if (c->outcome.process) {
        str_add(out, "\n%% in a process spawned with ");
        add_comment(out, c->outcome.process, 200);
    }
    if (c->same) str_addf(out, "; %u more input%s failed like this", c->same, c->same == 1 ? "" : "s");
    if (c->covers)
        str_addf(out, "\n%%%% the first to reach %u place%s of the code", c->covers,
                 c->covers == 1 ? "" : "s");
    str_add_char(out, '\n');
}

static void add_clause(struct str *out, const char *before, const struct eunit_test *t, const char *after) {
    str_add(out, before);
    str_add(out, t->pattern);
    str_add(out, after);
    if (t->guard[0]) str_addf(out, " when %s", t->guard);
    str_add(out, " -> ok\n");
}

static void add_returns(struct str *out, const struct eunit_test *t, const char *call) {
    if (!t->pattern[0]) {
        str_addf(out, "        %s = erlang:phash2(%s)\n", t->guard, call);
    } else if (!t->guard[0]) {
        str_addf(out, "        %s = %s\n", t->pattern, call);
    } else {
        str_addf(out, "        case %s of\n", call);
        add_clause(out, "            ", t, "");
        str_add(out, "        end\n");
    }
}

static void add_raises(struct str *out, const struct eunit_test *t, const char *call) {
    str_addf(out, "        try %s of\n            Value -> error({returned, Value})\n        catch\n", call);
    if (!strcmp(t->of->outcome.kind, EUNIT_DEADLOCK)) {
        add_clause(out, "            error:{deadlock, ", t, "}");
    } else if (t->pattern[0]) {
        str_addf(out, "            %s", t->of->outcome.kind);
        add_clause(out, ":", t, "");
    } else {
        str_addf(out, "            %s:Reason -> %s = erlang:phash2(Reason)\n", t->of->outcome.kind, t->guard);
    }
    str_add(out, "        end\n");
}

static void add_failing(struct str *out, const char *call) {
    str_addf(out, "        %s %%%% fails until it is put right\n", call);
}

static void add_dies(struct str *out, const struct eunit_test *t, const char *call) {
    str_addf(out, "        {Pid, Monitor} = spawn_monitor(fun() -> %s end),\n        receive\n", call);
    if (t->pattern[0])
        add_clause(out, "            {'DOWN', Monitor, process, Pid, ", t, "}");
    else
        str_addf(out, "            {'DOWN', Monitor, process, Pid, Reason} -> %s = erlang:phash2(Reason)\n",
                 t->guard);
    str_add(out, "        end\n");
}

// The pattern is of the reason alone; a process that ends with an error has a stack trace beside it.
static void add_process(struct str *out, const struct eunit_test *t, const char *call) {
    bool error = !strcmp(t->of->outcome.kind, "error");
    const char *before = error ? "({" : "(", *after = error ? ", _}" : "";
    str_addf(out, "        process_ends(fun() -> %s end, fun\n            ", call);
    if (t->pattern[0])
        str_addf(out, "%s%s%s)%s%s -> true;\n", before, t->pattern, after, t->guard[0] ? " when " : "",
                 t->guard);
    else
        str_addf(out, "%sReason%s) -> erlang:phash2(Reason) =:= %s;\n", before, after, t->guard);
    str_add(out, "            (_) -> false\n        end)\n");
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

static bool is_forced(const struct eunit_suite *s, const struct eunit_test *t) {
    return s->forcing && t->of->n_order > 0;
}

static void add_forced_call(struct str *out, const struct eunit_suite *s, const struct eunit_test *t) {
    str_addf(out, "forced(order_%u(), %u, {", t->number, s->seconds * 500); // half of the test's time
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
        }
        str_add_char(out, '\n');
    }
    str_add(out, "    ].\n");
}

static void add_test(struct str *out, const struct eunit_suite *s, const struct eunit_test *t) {
    struct str forced = {0};
    const char *call = t->of->call;
    add_about(out, t->of);
    str_addf(out, "%s() ->\n    ", t->name);
    if (s->stubs) str_add(out, "{setup, fun() -> stub(stubs()) end, fun unstub/1,\n    ");
    if (is_forced(s, t)) {
        str_add(out, "{setup, fun() -> force([");
        add_modules(out, t);
        str_add(out, "]) end, fun unforce/1,\n    ");
        add_forced_call(&forced, s, t);
        call = str_text(&forced);
    }
    str_addf(out, "{spawn, {timeout, %u, fun() ->\n", s->seconds);
    if (t->fails)
        add_failing(out, call);
    else if (t->of->endless)
        str_addf(out, "        never_ends(fun() -> %s end)\n", call);
    else if (t->of->outcome.process)
        add_process(out, t, call);
    else if (t->died)
        add_dies(out, t, call);
    else if (t->of->kind == OUTCOME_RAISE && !t->of->outcome.returned)
        add_raises(out, t, call);
    else
        add_returns(out, t, call);
    str_addf(out, "    end}}%s.\n", s->stubs || is_forced(s, t) ? "}" : "");
    if (is_forced(s, t)) add_order(out, t);
    str_free(&forced);
}

// Of what is written of frisk_force.erl: the copies of modules call these.
static const char exported[] = "-export([forced_do/3, forced_call/3, forced_fun/3, forced_receive/2, "
                               "forced_done/1, forced_wake/3]).\n";

static void add_section(struct str *out, const char *title, bool findings, const struct eunit_suite *s) {
    bool any = false;
    for (uint32_t i = 0; i < s->n; i++) {
        if (suite_is_finding(s->tests[i].of) != findings) continue;
        if (!any) str_addf(out, "\n%%%% ---- %s ----\n", title);
        any = true;
        add_test(out, s, &s->tests[i]);
    }
}

void eunit_print(struct str *out, const struct eunit_suite *s) {
    str_add(out, "%% Tests of ");
    add_comment(out, s->unit, 200);
    str_add(out, ", found by frisk " FRISK_VERSION
                 ".\n%% Each says what the code does today: when a failure is put right, so is its test.\n");
    if (s->stubs)
        str_add(out, "%% Calls of some functions run others instead, as they did then: see stubs/0. Their "
                     "modules need "
                     "debug_info.\n");
    if (s->forcing)
        str_add(
            out,
            "%% Some force an order of events, see order_1/0 or the like: what a process does waits until "
            "those before it\n%% have been done. Their modules need debug_info.\n");
    str_addf(out, "%%%% Run:  erlc %s.erl && erl -noshell -eval 'eunit:test(%s), halt().'\n", s->name,
             s->name);
    str_addf(out, "-module(%s).\n", s->name);
    // Calls of the standard library with constants, some of them old, are the point here: the compiler is not
    // to evaluate them (it would warn that some fail).
    str_add(out, "-compile([no_copt, nowarn_deprecated_function, nowarn_removed]).\n");
    for (uint32_t i = 0; i < s->n; i++) str_addf(out, "-export([%s/0]).\n", s->tests[i].name);
    if (s->forcing) str_add(out, exported);
    add_section(out, "Failures", true, s);
    add_section(out, "What else it does", false, s);
    bool processes = false, endless = false;
    for (uint32_t i = 0; i < s->n; i++) {
        processes |= s->tests[i].of->outcome.process != NULL;
        endless |= s->tests[i].of->endless;
    }
    if (processes) str_add(out, process_ends);
    if (endless) str_add(out, never_ends);
    if (s->forcing) {
        str_add(out, "\n%% ---- Forcing an order of events ----\n");
        str_add(out, s->forcing);
    }
    if (!s->stubs || !s->n) return;
    str_addf(out, "\n%%%% ---- Stubs: {what is replaced, what runs instead} ----\n\nstubs() -> %s.\n",
             s->stubs);
    str_add(out, s->fixture);
}
