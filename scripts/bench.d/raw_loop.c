// What the same requests cost with libcurl and nothing else: the measure that Baton's figures are divided by.
//
// usage: raw_loop BASE_URL REQUESTS
//
// One thread uses one easy handle again and again. It sends a login and a profile request in turn, with the headers
// that Baton sends, keeps the bodies in memory and looks at nothing but the status.
#include <curl/curl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct body {
    char *bytes;
    size_t count, capacity;
};

static const char login[] = "{\"username\":\"ada\",\"password\":\"lovelace-1815\"}";

static size_t append(char *bytes, size_t size, size_t count, void *context) {
    struct body *body = context;
    size_t more = size * count;
    if (body->count + more > body->capacity) {
        size_t capacity = 2 * (body->count + more);
        char *grown = realloc(body->bytes, capacity);
        if (grown == NULL) return 0;
        body->bytes = grown;
        body->capacity = capacity;
    }
    memcpy(body->bytes + body->count, bytes, more);
    body->count += more;
    return more;
}

int main(int count, char **arguments) {
    if (count != 3) {
        fprintf(stderr, "usage: raw_loop BASE_URL REQUESTS\n");
        return 2;
    }
    const char *base = arguments[1];
    long requests = atol(arguments[2]);
    if (requests < 1) return 2;
    curl_global_init(CURL_GLOBAL_DEFAULT);
    char login_url[256], profile_url[256];
    snprintf(login_url, sizeof login_url, "%s/login", base);
    snprintf(profile_url, sizeof profile_url, "%s/me", base);
    struct curl_slist *login_headers = curl_slist_append(NULL, "Accept: application/json, */*;q=0.5");
    login_headers = curl_slist_append(login_headers, "Content-Type: application/json");
    struct curl_slist *profile_headers = curl_slist_append(NULL, "Accept: application/json, */*;q=0.5");
    profile_headers = curl_slist_append(profile_headers, "Authorization: Bearer 0123456789abcdef0123456789abcdef");
    struct body body = {0};
    CURL *handle = curl_easy_init();
    if (handle == NULL) return 1;
    int failed = 0;
    for (long index = 0; index < requests; index++) {
        curl_easy_reset(handle);
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, append);
        curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
        body.count = 0;
        if (index % 2 == 0) {
            curl_easy_setopt(handle, CURLOPT_URL, login_url);
            curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, (long)sizeof login - 1);
            curl_easy_setopt(handle, CURLOPT_POSTFIELDS, login);
            curl_easy_setopt(handle, CURLOPT_HTTPHEADER, login_headers);
        } else {
            curl_easy_setopt(handle, CURLOPT_URL, profile_url);
            curl_easy_setopt(handle, CURLOPT_HTTPHEADER, profile_headers);
        }
        long status = 0;
        CURLcode code = curl_easy_perform(handle);
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        if (code != CURLE_OK || status != 200) {
            fprintf(stderr, "raw_loop: status %ld, %s\n", status, curl_easy_strerror(code));
            failed = 1;
            break;
        }
    }
    curl_easy_cleanup(handle);
    curl_slist_free_all(login_headers);
    curl_slist_free_all(profile_headers);
    free(body.bytes);
    curl_global_cleanup();
    return failed;
}
