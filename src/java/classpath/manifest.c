// SPDX-License-Identifier: Apache-2.0
#include "java/classpath/manifest.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

// The next line of the main section with its continuations (which begin with a space), without line ends;
// false: the section is over.
static bool next_line(struct java_bytes *text, struct str *line) {
    str_clear(line);
    do {
        uint32_t n = 0;
        while (n < text->n && text->at[n] != '\n' && text->at[n] != '\r') n++;
        const uint32_t skip = line->n > 0; // the space
        if (n > skip) str_add_n(line, (const char *)text->at + skip, n - skip);
        if (n < text->n && text->at[n] == '\r') n++;
        if (n < text->n && text->at[n] == '\n') n++;
        text->at += n;
        text->n -= n;
    } while (line->n > 0 && text->n > 0 && text->at[0] == ' ');
    return line->n > 0;
}

static const char *value_of(const struct str *line, const char *key) {
    const size_t n = strlen(key);
    if (strncasecmp(line->at, key, n) != 0 || line->at[n] != ':') return NULL;
    return line->at + n + 1 + (line->at[n + 1] == ' ');
}

void java_manifest_read(struct java_bytes text, struct java_manifest *m) {
    struct str line = {0};
    const char *value;
    while (next_line(&text, &line)) {
        if ((value = value_of(&line, "Class-Path")))
            str_add(&m->class_path, value + strspn(value, " "));
        else if ((value = value_of(&line, "Main-Class")))
            str_add(&m->main_class, value);
        else if ((value = value_of(&line, "Multi-Release")))
            m->multi_release = strcasecmp(value, "true") == 0;
    }
    str_free(&line);
}

static int hex(char c) {
    return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

char *java_manifest_path(const char *url, size_t n) {
    struct str path = {0};
    size_t i = 0;
    if (n >= 5 && strncasecmp(url, "file:", 5) == 0)
        i = 5;
    else if (memchr(url, ':', n))
        return NULL;
    for (; i < n; i++) {
        const bool escape = url[i] == '%' && n - i > 2 && isxdigit((unsigned char)url[i + 1]) &&
                            isxdigit((unsigned char)url[i + 2]);
        str_add_char(&path, escape ? (char)(hex(url[i + 1]) << 4 | hex(url[i + 2])) : url[i]);
        if (escape) i += 2;
    }
    return path.n > 0 ? str_take(&path) : NULL;
}
