// SPDX-License-Identifier: Apache-2.0
#include "erlang/term/numtext.h"

#include <assert.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "erlang/term/arith.h"

void numtext_integer(struct str *out, term integer, int base) {
    assert(base >= 2 && base <= 36);
    if (base == 10 && term_is_small(integer)) {
        str_addf(out, "%lld", (long long)term_small_value(integer));
        return;
    }
    mpz_t view;
    struct num_room room;
    mpz_srcptr z = num_view(integer, view, &room);
    char *text = mem_alloc(mpz_sizeinbase(z, base) + 2);
    mpz_get_str(text, -base, z);
    str_add(out, text);
    mem_free(text);
}

// ---- Writing floats ----
// Digits d1 d2 .. dn and exponent e with |v| = d1.d2..dn * 10^e, n as small as possible.
struct digits {
    char digit[24];
    int n, exponent;
};

// The text d.ddde+xx with one more in its last digit.
static void next_up(char *text) {
    char *e = strchr(text, 'e');
    for (char *c = e - 1; c >= text; c--) {
        if (*c == '.') continue;
        if (*c != '9') {
            ++*c;
            return;
        }
        *c = '0';
    }
    text[0] = '1'; // all were nines
    sprintf(e, "e%+03d", atoi(e + 1) + 1);
}

// n digits that read back as v: the nearest; below a power of two floats are closer together than above, so
// that the next may do where the nearest does not.
static bool try_digits(struct digits *d, double v, int n) {
    char text[40];
    snprintf(text, sizeof text, "%.*e", n - 1, v);
    if (strtod(text, NULL) != v) {
        next_up(text);
        if (strtod(text, NULL) != v) return false;
    }
    d->n = 0;
    const char *c = text;
    for (; *c != 'e'; c++) {
        if (*c != '.') d->digit[d->n++] = *c;
    }
    d->exponent = atoi(c + 1);
    while (d->n > 1 && d->digit[d->n - 1] == '0') d->n--;
    return true;
}

// Every decimal of up to 15 digits is the nearest one to its float, so that 15 digits without the zeros at
// their end are shortest, unless the float is subnormal and has fewer bits.
static void shortest(struct digits *d, double v) {
    int n = v < 0x1p-1000 ? 1 : 15;
    while (!try_digits(d, v, n)) {
        n++;
        assert(n <= 17);
    }
}

void numtext_float(struct str *out, double v) {
    if (signbit(v)) str_add_char(out, '-');
    v = fabs(v);
    if (v == 0) {
        str_add(out, "0.0");
        return;
    }
    struct digits d;
    shortest(&d, v);
    int point = d.exponent + 1; // digits before the point
    char exponent[8];
    int e_size = snprintf(exponent, sizeof exponent, "%d", d.exponent);
    int scientific = (d.n == 1 ? 3 : d.n + 1) + 1 + e_size;
    int decimal = point <= 0 ? 2 - point + d.n : point >= d.n ? point + 2 : d.n + 1;
    if (v >= 0x1p53 || scientific < decimal) {
        str_addf(out, "%c.", d.digit[0]);
        str_add_n(out, d.n == 1 ? "0" : d.digit + 1, d.n == 1 ? 1 : (size_t)d.n - 1);
        str_addf(out, "e%s", exponent);
    } else if (point <= 0) {
        str_add(out, "0.");
        for (int i = point; i < 0; i++) str_add_char(out, '0');
        str_add_n(out, d.digit, (size_t)d.n);
    } else {
        for (int i = 0; i < point; i++) str_add_char(out, i < d.n ? d.digit[i] : '0');
        str_add_char(out, '.');
        str_add_n(out, point < d.n ? d.digit + point : "0", point < d.n ? (size_t)(d.n - point) : 1);
    }
}

void numtext_scientific(struct str *out, double v, int decimals) {
    str_addf(out, "%.*e", decimals, v);
}

// As the VM rounds: up to 18 decimals of a float up to 2^53 by arithmetic on floats, half away from zero;
// others exactly.
static void decimals_by_arithmetic(struct str *out, double v, int decimals) {
    double scale = 1;
    for (int i = 0; i < decimals; i++) scale *= 10; // exact: 10^18 < 2^63 and 5^18 < 2^53
    if (signbit(v)) str_add_char(out, '-');
    v = fabs(v);
    if (decimals == 0) {
        str_addf(out, "%lld", llround(v));
        return;
    }
    double whole = floor(v), fraction = round((v - whole) * scale);
    if (fraction >= scale) {
        whole += 1;
        fraction = 0;
    }
    str_addf(out, "%lld.%0*llu", (long long)whole, decimals, (unsigned long long)fraction);
}

void numtext_decimals(struct str *out, double v, int decimals, bool compact) {
    bool exact = fabs(v) > 0x1p53 || decimals > 18;
    if (exact) {
        str_addf(out, "%.*f", decimals, v);
    } else {
        decimals_by_arithmetic(out, v, decimals);
    }
    if (!compact || (decimals == 0 && !exact)) return; // so the VM drops zeros of a large whole number, too
    while (out->at[out->n - 1] == '0' && out->at[out->n - 2] != '.') out->n--;
    out->at[out->n] = '\0';
}

// ---- Reading ----
static int digit_value(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'z') return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
    return 99;
}

bool numtext_read_integer(struct arena *a, const char *text, size_t n, int base, term *out) {
    assert(base >= 2 && base <= 36);
    size_t at = n && (text[0] == '-' || text[0] == '+');
    if (at == n) return false;
    for (size_t i = at; i < n; i++) {
        if (digit_value(text[i]) >= base) return false;
    }
    if (n - at <= 11) { // 36^11 < 2^59
        int64_t v = 0;
        for (size_t i = at; i < n; i++) v = v * base + digit_value(text[i]);
        *out = term_small(text[0] == '-' ? -v : v);
        return true;
    }
    char *digits = mem_alloc(n - at + 1);
    memcpy(digits, text + at, n - at);
    digits[n - at] = '\0';
    mpz_t z;
    int bad = mpz_init_set_str(z, digits, base);
    assert(bad == 0);
    (void)bad;
    if (text[0] == '-') mpz_neg(z, z);
    *out = term_mpz(a, z);
    mpz_clear(z);
    mem_free(digits);
    return true;
}

static size_t skip_digits(const char *text, size_t n, size_t at) {
    while (at < n && isdigit((unsigned char)text[at])) at++;
    return at;
}

bool numtext_read_float(const char *text, size_t n, double *out) {
    size_t at = n && (text[0] == '-' || text[0] == '+'), from = at;
    at = skip_digits(text, n, at);
    if (at == from || at == n || (text[at] != '.' && text[at] != ','))
        return false; // the VM takes a comma, too
    size_t point = at;
    from = ++at;
    at = skip_digits(text, n, at);
    if (at == from) return false;
    if (at < n) {
        if (text[at] != 'e' && text[at] != 'E') return false;
        at++;
        if (at < n && (text[at] == '-' || text[at] == '+')) at++;
        from = at;
        at = skip_digits(text, n, at);
        if (at == from || at != n) return false;
    }
    char *copy = mem_alloc(n + 1);
    memcpy(copy, text, n);
    copy[n] = '\0';
    copy[point] = '.';
    double v = strtod(copy, NULL);
    mem_free(copy);
    *out = v;
    return isfinite(v);
}
