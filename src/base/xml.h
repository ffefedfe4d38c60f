// SPDX-License-Identifier: Apache-2.0
// Reads XML 1.0 as configuration files use it: elements and their text. Attributes, comments, processing
// instructions and document types are skipped. An entity that the file declares itself is not replaced.
#ifndef FRISK_BASE_XML_H
#define FRISK_BASE_XML_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

struct xml_node {
    const char *name; // as written, with its prefix
    const char *text; // the element's own text without blanks around it; never NULL
    struct xml_node *parent, *first, *last, *next; // children in order
};

// The root element. All nodes lie in the arena. NULL: d says what is wrong, and in which line.
struct xml_node *xml_parse(const char *text, size_t n, struct arena *a, struct diag *d);

// The first child of that name; NULL if there is none, or no node.
const struct xml_node *xml_child(const struct xml_node *node, const char *name);
// The next sibling of the same name, or NULL.
const struct xml_node *xml_again(const struct xml_node *node);
// The text of that child; NULL if there is none.
const char *xml_text(const struct xml_node *node, const char *name);

#endif
