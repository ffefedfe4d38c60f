// SPDX-License-Identifier: Apache-2.0
// Reading XML 1.0 as configuration files use it: elements and their text. Attributes, comments, processing
// instructions and document types are passed over; an entity of the file's own stays as it stands.
#ifndef FRISK_BASE_XML_H
#define FRISK_BASE_XML_H

#include <stddef.h>

#include "base/arena.h"
#include "base/diag.h"

struct xml_node {
    const char *name;                              // as written, with its prefix
    const char *text;                              // its own, without the blanks around it; never NULL
    struct xml_node *parent, *first, *last, *next; // children in order
};

// The root element; it and all below lie in the arena. NULL: d says in which line what is wrong.
struct xml_node *xml_parse(const char *text, size_t n, struct arena *a, struct diag *d);

// The first child of that name; NULL if there is none, or no node.
const struct xml_node *xml_child(const struct xml_node *node, const char *name);
// The next sibling of the same name, or NULL.
const struct xml_node *xml_again(const struct xml_node *node);
// The text of that child; NULL if there is none.
const char *xml_text(const struct xml_node *node, const char *name);

#endif
