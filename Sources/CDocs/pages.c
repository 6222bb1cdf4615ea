#include "CDocs.h"

// `#embed` is of C23; the compiler of Swift knows it in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char language[] = {
#embed "../../docs/language.md"
};

static const unsigned char messages[] = {
#embed "../../docs/messages.md"
};

baton_page baton_language_page(void) { return (baton_page){language, sizeof language}; }

baton_page baton_messages_page(void) { return (baton_page){messages, sizeof messages}; }
