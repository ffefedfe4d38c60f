// SPDX-License-Identifier: Apache-2.0
#include "erlang/eunit/names.h"

#include <ctype.h>
#include <string.h>

#include "base/hash.h"

enum {
    MAX_NAME = 200,     // bytes: file names end at 255
    MAX_WORD = 20,      // of an atom that is named
    MAX_DIGITS = 6,     // of an integer that is
    MAX_ARGUMENTS = 40, // that a test's name tells; more are left out
    MAX_FUNCTION = 100,
};

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

char *eunit_module_name(symbol module, symbol function, uint32_t arity, const char *suffix) {
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
    str_addf(&name, "_%u_%s", arity, suffix);
    return str_take(&name);
}

// ---- Values in a word ----

static size_t atom_length(const char *text) { // of one without quotes at the start of the text
    size_t n = 0;
    if (text[0] < 'a' || text[0] > 'z') return 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_') n++;
    return n;
}

static void add_number(struct str *out, const char *text) {
    const char *digits = text + (*text == '-');
    size_t n = strspn(digits, "0123456789");
    if (digits[n])
        str_add(out, "float");
    else if (n > MAX_DIGITS)
        str_add(out, *text == '-' ? "negative_integer" : "big_integer");
    else
        str_addf(out, "%s%s", *text == '-' ? "minus_" : "", digits);
}

// In a word or two: 7, minus_1, ok, empty_list, string.
static void add_value(struct str *out, const char *text) {
    static const struct {
        const char *text, *word;
        bool whole;
    } words[] = {
        {"[]", "empty_list", true}, {"<<>>", "empty_binary", true}, {"{}", "empty_tuple", true},
        {"#{}", "empty_map", true}, {"\"", "string", false},        {"'", "atom", false},
        {"<<", "binary", false},    {"#{", "map", false},           {"[", "list", false},
        {"{", "tuple", false},      {"fun", "fun", false},          {"#Fun", "fun", false},
        {"#Pid", "pid", false},     {"#Ref", "reference", false},
    };
    size_t atom = atom_length(text);
    if (atom && !text[atom] && atom <= MAX_WORD) {
        str_add(out, text);
        return;
    }
    if (isdigit((unsigned char)text[*text == '-'])) {
        add_number(out, text);
        return;
    }
    const char *word = atom && !text[atom] ? "atom" : "value";
    for (size_t i = sizeof words / sizeof *words; i-- > 0;) {
        bool is = words[i].whole ? !strcmp(text, words[i].text)
                                 : !strncmp(text, words[i].text, strlen(words[i].text));
        if (is) word = words[i].word;
    }
    str_add(out, word);
}

// badmatch of {badmatch,1}; of what has no such word as of a value.
static void add_reason(struct str *out, const char *text) {
    const char *first = *text == '{' ? text + 1 : text;
    size_t n = atom_length(first);
    if (n && n <= 2 * MAX_WORD && (!first[n] || first[n] == ',' || first[n] == '}'))
        str_add_n(out, first, n);
    else
        add_value(out, text);
}

// ---- Tests ----

static void add_function(struct str *out, symbol function) {
    const char first = symbol_text(function)[0];
    if (first < 'a' || first > 'z') str_add(out, "f_");
    add_plain(out, symbol_text(function));
    if (out->n > MAX_FUNCTION) out->at[out->n = MAX_FUNCTION] = 0;
}

static void add_arguments(struct str *out, const struct test_case *c) {
    struct str words = {0};
    for (uint32_t i = 0; i < c->n_arguments; i++) {
        str_add(&words, i ? "_and_" : "_of_");
        add_value(&words, c->arguments[i]);
    }
    if (words.n && words.n <= MAX_ARGUMENTS) str_add(out, words.at);
    str_free(&words);
}

static void add_failure(struct str *out, const struct test_case *c) {
    const char *kind = c->outcome.kind ? c->outcome.kind : "error";
    if (c->outcome.process)
        str_add(out, "_ends_a_process_with_");
    else if (!strcmp(kind, "throw"))
        str_add(out, "_throws_");
    else if (!strcmp(kind, "exit"))
        str_add(out, "_exits_with_");
    else if (!strcmp(kind, "error"))
        str_add(out, "_raises_");
    else
        str_addf(out, "_ends_in_%s_", kind);
    add_reason(out, c->outcome.text ? c->outcome.text : "");
}

char *eunit_test_name(symbol function, const struct test_case *c) {
    struct str name = {0};
    add_function(&name, function);
    add_arguments(&name, c);
    if (c->endless) {
        str_add(&name, "_never_ends");
    } else if (c->outcome.returned) {
        str_add(&name, "_returns_what_its_spec_forbids");
    } else if (c->kind == OUTCOME_RAISE) {
        add_failure(&name, c);
    } else {
        str_add(&name, "_returns_");
        add_value(&name, c->outcome.text ? c->outcome.text : "");
    }
    return str_take(&name);
}
