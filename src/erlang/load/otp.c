// SPDX-License-Identifier: Apache-2.0
#include "erlang/load/otp.h"

#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/hash.h"

// ---- The program ----

static bool is_program(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 && S_ISREG(s.st_mode) && access(path, X_OK) == 0;
}

static char *search(const char *name) {
    if (strchr(name, '/')) return is_program(name) ? mem_strdup(name) : NULL;
    const char *at = getenv("PATH");
    if (!at) at = "/usr/local/bin:/usr/bin:/bin";
    for (;;) {
        size_t n = strcspn(at, ":");
        struct str path = {0};
        str_add_n(&path, n ? at : ".", n ? n : 1);
        str_addf(&path, "/%s", name);
        if (is_program(path.at)) return str_take(&path);
        str_free(&path);
        if (at[n] == '\0') return NULL;
        at += n + 1;
    }
}

char *otp_program(const char *erl, struct diag *d) {
    char *found = search(erl);
    if (!found) {
        if (strcmp(erl, "erl") == 0)
            diag_set(d, DIAG_ANALYSIS, "no erl found: install erlang-base or give --erl");
        else
            diag_set(d, DIAG_ANALYSIS, "no program %s: give the path of an erl with --erl", erl);
        return NULL;
    }
    char *real = realpath(found, NULL);
    char *path = mem_strdup(real ? real : found);
    free(real);
    mem_free(found);
    return path;
}

uint64_t otp_program_id(const char *path) {
    struct stat s;
    if (stat(path, &s) != 0) memset(&s, 0, sizeof s);
    uint64_t h = hash_bytes(path, strlen(path));
    h = hash_mix(h, (uint64_t)s.st_size);
    h = hash_mix(h, (uint64_t)s.st_mtim.tv_sec);
    return hash_mix(h, (uint64_t)s.st_mtim.tv_nsec);
}

// ---- Directories ----

// Orders names that hold numbers, as in stdlib-4.10 after stdlib-4.2.
static int compare_names(const char *a, const char *b) {
    while (*a && *b) {
        if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
            char *end_a, *end_b;
            unsigned long x = strtoul(a, &end_a, 10), y = strtoul(b, &end_b, 10);
            if (x != y) return x < y ? -1 : 1;
            a = end_a;
            b = end_b;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != 0) - (*b != 0);
}

static int compare_entries(const void *a, const void *b) {
    return compare_names(*(char *const *)a, *(char *const *)b);
}

// The entries of a directory in order of their names.
static void list(const char *dir, path_vec *out) {
    DIR *d = opendir(dir);
    if (!d) return;
    for (struct dirent *e; (e = readdir(d));)
        if (e->d_name[0] != '.') vec_push(out, mem_strdup(e->d_name));
    closedir(d);
    if (out->n) qsort(out->at, out->n, sizeof *out->at, compare_entries);
}

// The length of APP in APP-1.2.3; all of it if there is no version.
static size_t application_length(const char *name) {
    const char *dash = strrchr(name, '-');
    return dash && isdigit((unsigned char)dash[1]) ? (size_t)(dash - name) : strlen(name);
}

static void add_libraries(const char *lib, path_vec *out) {
    path_vec names = {0};
    list(lib, &names);
    for (uint32_t i = 0; i < names.n; i++) {
        size_t n = application_length(names.at[i]);
        bool newer = i + 1 < names.n && application_length(names.at[i + 1]) == n &&
                     strncmp(names.at[i], names.at[i + 1], n) == 0;
        struct str ebin = {0};
        str_addf(&ebin, "%s/%s/ebin", lib, names.at[i]);
        if (!newer && file_is_dir(ebin.at)) vec_push(out, str_take(&ebin));
        str_free(&ebin);
    }
    otp_path_vec_free(&names);
}

static void add_preloaded(const char *root, path_vec *out) {
    path_vec names = {0};
    list(root, &names);
    for (uint32_t i = names.n; i-- > 0;) { // the newest first
        struct str ebin = {0};
        str_addf(&ebin, "%s/%s/ebin", root, names.at[i]);
        if (strncmp(names.at[i], "erts-", 5) == 0 && file_is_dir(ebin.at)) vec_push(out, str_take(&ebin));
        str_free(&ebin);
    }
    otp_path_vec_free(&names);
}

void otp_ebins(const char *root, path_vec *out) {
    char *lib = file_join(root, "lib");
    add_libraries(lib, out);
    mem_free(lib);
    add_preloaded(root, out);
    for (const char *at = getenv("ERL_LIBS"); at && *at;) {
        size_t n = strcspn(at, ":");
        struct str dir = {0};
        str_add_n(&dir, at, n);
        if (n) add_libraries(dir.at, out);
        str_free(&dir);
        at += n + (at[n] == ':');
    }
}

void otp_path_vec_free(path_vec *v) {
    for (uint32_t i = 0; i < v->n; i++) mem_free(v->at[i]);
    vec_free(v);
}

static char *file_in(const char *dir, symbol module, const char *suffix) {
    const char *name = symbol_text(module);
    if (strchr(name, '/') || strlen(name) != symbol_size(module)) return NULL;
    struct str path = {0};
    str_addf(&path, "%s/%s%s", dir, name, suffix);
    if (access(path.at, F_OK) == 0 && !file_is_dir(path.at)) return str_take(&path);
    str_free(&path);
    return NULL;
}

char *otp_beam_in(const char *dir, symbol module) {
    return file_in(dir, module, ".beam");
}

char *otp_module_in(const char *dir, symbol module) {
    char *beam = otp_beam_in(dir, module);
    return beam ? beam : file_in(dir, module, ".erl");
}

// ---- The module in a .beam file ----

static uint32_t big_endian(const char *p) {
    const unsigned char *b = (const unsigned char *)p;
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// The first atom of an atom chunk. Since OTP 28 the count may be negative; lengths are then compact terms.
static bool first_atom(const char *chunk, size_t n, symbol *out) {
    if (n < 5) return false;
    const unsigned char *b = (const unsigned char *)chunk;
    size_t length = b[4], at = 5;
    if (b[0] & 0x80) {
        if (n < 6 || (b[4] & 7) != 0 || (b[4] & 0x18) == 0x18) return false;
        length = b[4] & 8 ? ((size_t)(b[4] & 0xE0) << 3 | b[5]) : b[4] >> 4;
        at = b[4] & 8 ? 6 : 5;
    }
    if (length == 0 || length > n - at) return false;
    *out = symbol_intern(chunk + at, length);
    return true;
}

// The file's stem, where its contents cannot be looked at here (compressed .beam files).
static symbol stem(const char *file) {
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file, *dot = strrchr(name, '.');
    return symbol_intern(name, dot ? (size_t)(dot - name) : strlen(name));
}

static bool module_of_beam(const char *file, const struct str *s, symbol *module, struct diag *d) {
    if (s->n > 2 && (unsigned char)s->at[0] == 0x1F && (unsigned char)s->at[1] == 0x8B) {
        *module = stem(file);
        return true;
    }
    if (s->n < 12 || memcmp(s->at, "FOR1", 4) != 0 || memcmp(s->at + 8, "BEAM", 4) != 0)
        return diag_set(d, DIAG_ANALYSIS, "%s is not a BEAM file", file);
    for (size_t at = 12; at + 8 <= s->n;) {
        const char *id = s->at + at;
        size_t size = big_endian(id + 4);
        if (size > s->n - at - 8) break;
        bool atoms = memcmp(id, "AtU8", 4) == 0 || memcmp(id, "Atom", 4) == 0;
        if (atoms && first_atom(id + 8, size, module)) return true;
        at += 8 + ((size + 3) & ~(size_t)3);
    }
    return diag_set(d, DIAG_ANALYSIS, "%s is a damaged BEAM file: compile it again", file);
}

// ---- The module in a .erl file ----

struct scanner {
    const char *at, *end;
};

// Past white space and comments.
static void skip_space(struct scanner *s) {
    while (s->at < s->end) {
        if (*s->at == '%')
            while (s->at < s->end && *s->at != '\n') s->at++;
        else if (isspace((unsigned char)*s->at))
            s->at++;
        else
            return;
    }
}

// A quoted atom or string: its text, escapes of one letter undone.
static void read_quoted(struct scanner *s, struct str *out) {
    char quote = *s->at++;
    while (s->at < s->end && *s->at != quote) {
        if (*s->at == '\\' && s->at + 1 < s->end) s->at++;
        str_add_char(out, *s->at++);
    }
    if (s->at < s->end) s->at++;
}

static bool read_word(struct scanner *s, struct str *out) {
    str_clear(out);
    skip_space(s);
    if (s->at < s->end && *s->at == '\'') {
        read_quoted(s, out);
        return true;
    }
    while (s->at < s->end &&
           (isalnum((unsigned char)*s->at) || *s->at == '_' || *s->at == '@' || (unsigned char)*s->at > 127))
        str_add_char(out, *s->at++);
    return out->n > 0;
}

static bool read_char(struct scanner *s, char c) {
    skip_space(s);
    if (s->at == s->end || *s->at != c) return false;
    s->at++;
    return true;
}

// Past the end of a form: a full stop that is followed by white space, a comment or the end of the file.
static void skip_form(struct scanner *s) {
    struct str unused = {0};
    while (s->at < s->end) {
        skip_space(s);
        if (s->at == s->end) break;
        if (*s->at == '"' || *s->at == '\'') {
            read_quoted(s, &unused);
        } else if (*s->at == '$') {
            s->at += s->at + 1 < s->end && s->at[1] == '\\' ? 3 : 2;
            if (s->at > s->end) s->at = s->end;
        } else if (*s->at++ == '.' && (s->at == s->end || isspace((unsigned char)*s->at) || *s->at == '%')) {
            break;
        }
    }
    str_free(&unused);
}

static bool module_of_source(const char *file, const struct str *text, symbol *module, struct diag *d) {
    struct scanner s = {str_text(text), str_text(text) + text->n};
    struct str word = {0};
    bool found = false;
    for (skip_space(&s); s.at < s.end && !found; skip_space(&s)) {
        found = read_char(&s, '-') && read_word(&s, &word) && strcmp(str_text(&word), "module") == 0 &&
                read_char(&s, '(') && read_word(&s, &word);
        if (!found) skip_form(&s);
    }
    if (found) *module = symbol_intern(word.at, word.n);
    str_free(&word);
    return found || diag_set(d, DIAG_ANALYSIS, "%s has no -module attribute", file);
}

static bool has_suffix(const char *name, const char *suffix) {
    size_t n = strlen(name), m = strlen(suffix);
    return n > m && strcmp(name + n - m, suffix) == 0;
}

bool otp_is_source(const char *file) {
    return has_suffix(file, ".erl");
}

bool otp_module_of_file(const char *file, symbol *module, struct diag *d) {
    if (!otp_is_source(file) && !has_suffix(file, ".beam"))
        return diag_set(d, DIAG_USAGE, "%s is neither a .erl nor a .beam file", file);
    struct str bytes = {0};
    bool ok = file_read(file, &bytes, d);
    if (ok && otp_is_source(file))
        ok = module_of_source(file, &bytes, module, d);
    else if (ok)
        ok = module_of_beam(file, &bytes, module, d);
    str_free(&bytes);
    return ok;
}
