#include "CDocs.h"

// `#embed` is of C23; the compiler of Swift knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const baton_page pages[] = {
    {"docs/semantics.md", (const unsigned char[]){
#embed "../../docs/semantics.md" suffix(, 0)
    }},
    {"docs/reference/api.md", (const unsigned char[]){
#embed "../../docs/reference/api.md" suffix(, 0)
    }},
    {"docs/reference/auth.md", (const unsigned char[]){
#embed "../../docs/reference/auth.md" suffix(, 0)
    }},
    {"docs/reference/body.md", (const unsigned char[]){
#embed "../../docs/reference/body.md" suffix(, 0)
    }},
    {"docs/reference/cache.md", (const unsigned char[]){
#embed "../../docs/reference/cache.md" suffix(, 0)
    }},
    {"docs/reference/calls.md", (const unsigned char[]){
#embed "../../docs/reference/calls.md" suffix(, 0)
    }},
    {"docs/reference/capture.md", (const unsigned char[]){
#embed "../../docs/reference/capture.md" suffix(, 0)
    }},
    {"docs/reference/contract.md", (const unsigned char[]){
#embed "../../docs/reference/contract.md" suffix(, 0)
    }},
    {"docs/reference/exec.md", (const unsigned char[]){
#embed "../../docs/reference/exec.md" suffix(, 0)
    }},
    {"docs/reference/expect.md", (const unsigned char[]){
#embed "../../docs/reference/expect.md" suffix(, 0)
    }},
    {"docs/reference/expressions.md", (const unsigned char[]){
#embed "../../docs/reference/expressions.md" suffix(, 0)
    }},
    {"docs/reference/failures.md", (const unsigned char[]){
#embed "../../docs/reference/failures.md" suffix(, 0)
    }},
    {"docs/reference/limits.md", (const unsigned char[]){
#embed "../../docs/reference/limits.md" suffix(, 0)
    }},
    {"docs/reference/loops.md", (const unsigned char[]){
#embed "../../docs/reference/loops.md" suffix(, 0)
    }},
    {"docs/reference/needs.md", (const unsigned char[]){
#embed "../../docs/reference/needs.md" suffix(, 0)
    }},
    {"docs/reference/operators.md", (const unsigned char[]){
#embed "../../docs/reference/operators.md" suffix(, 0)
    }},
    {"docs/reference/paginate.md", (const unsigned char[]){
#embed "../../docs/reference/paginate.md" suffix(, 0)
    }},
    {"docs/reference/parallel.md", (const unsigned char[]){
#embed "../../docs/reference/parallel.md" suffix(, 0)
    }},
    {"docs/reference/project.md", (const unsigned char[]){
#embed "../../docs/reference/project.md" suffix(, 0)
    }},
    {"docs/reference/request.md", (const unsigned char[]){
#embed "../../docs/reference/request.md" suffix(, 0)
    }},
    {"docs/reference/retry.md", (const unsigned char[]){
#embed "../../docs/reference/retry.md" suffix(, 0)
    }},
    {"docs/reference/rows.md", (const unsigned char[]){
#embed "../../docs/reference/rows.md" suffix(, 0)
    }},
    {"docs/reference/schema.md", (const unsigned char[]){
#embed "../../docs/reference/schema.md" suffix(, 0)
    }},
    {"docs/reference/secrets.md", (const unsigned char[]){
#embed "../../docs/reference/secrets.md" suffix(, 0)
    }},
    {"docs/reference/sessions.md", (const unsigned char[]){
#embed "../../docs/reference/sessions.md" suffix(, 0)
    }},
    {"docs/reference/snapshot.md", (const unsigned char[]){
#embed "../../docs/reference/snapshot.md" suffix(, 0)
    }},
    {"docs/reference/steps.md", (const unsigned char[]){
#embed "../../docs/reference/steps.md" suffix(, 0)
    }},
    {"docs/reference/stream.md", (const unsigned char[]){
#embed "../../docs/reference/stream.md" suffix(, 0)
    }},
    {"docs/reference/transfer.md", (const unsigned char[]){
#embed "../../docs/reference/transfer.md" suffix(, 0)
    }},
    {"docs/reference/variables.md", (const unsigned char[]){
#embed "../../docs/reference/variables.md" suffix(, 0)
    }},
    {"docs/reference/workflow.md", (const unsigned char[]){
#embed "../../docs/reference/workflow.md" suffix(, 0)
    }},
    {"docs/reference/xml.md", (const unsigned char[]){
#embed "../../docs/reference/xml.md" suffix(, 0)
    }},
    {"docs/reference/yaml.md", (const unsigned char[]){
#embed "../../docs/reference/yaml.md" suffix(, 0)
    }},
    {"docs/messages.md", (const unsigned char[]){
#embed "../../docs/messages.md" suffix(, 0)
    }},
};

const baton_page *baton_pages(void) { return pages; }

size_t baton_page_count(void) { return sizeof pages / sizeof pages[0]; }
