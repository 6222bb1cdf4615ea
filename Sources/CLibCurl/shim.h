#pragma once
/// The type checks of the headers are macros around the variadic functions: they only slow the compiler down here.
#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#ifdef __linux__
/// What libcurl's sockets are waited for with; and what knows the size of a block: Swift's Glibc module leaves these headers out.
#include <malloc.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#else
#include <malloc/malloc.h>
#endif

/// Swift cannot call variadic functions: one function for each type of argument that
/// `curl_easy_setopt`, `curl_multi_setopt` and `curl_easy_getinfo` are called with.
static inline CURLcode baton_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_easy_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode baton_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}
/// libcurl makes a copy of the bytes.
static inline CURLcode baton_easy_set_blob(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = {(void *)bytes, count, CURL_BLOB_COPY};
    return curl_easy_setopt(easy, option, &blob);
}
static inline CURLcode baton_easy_set_data_callback(CURL *easy, CURLoption option, curl_write_callback callback) {
    return curl_easy_setopt(easy, option, callback);
}
static inline CURLcode baton_easy_set_seek_callback(CURL *easy, curl_seek_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, callback);
}
static inline CURLcode baton_easy_set_prereq_callback(CURL *easy, curl_prereq_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
}
static inline CURLcode baton_easy_set_progress_callback(CURL *easy, curl_xferinfo_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
}
static inline CURLcode baton_easy_set_debug_callback(CURL *easy, curl_debug_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, callback);
}
static inline CURLcode baton_easy_set_open_callback(CURL *easy, curl_opensocket_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}
static inline CURLcode baton_easy_set_close_callback(CURL *easy, curl_closesocket_callback callback) {
    return curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, callback);
}
static inline CURLMcode baton_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
static inline CURLMcode baton_multi_set_socket_callback(CURLM *multi, curl_socket_callback callback, void *data) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
    return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, data) : code;
}
static inline CURLMcode baton_multi_set_timer_callback(CURLM *multi, curl_multi_timer_callback callback, void *data) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
    return code == CURLM_OK ? curl_multi_setopt(multi, CURLMOPT_TIMERDATA, data) : code;
}
static inline long baton_easy_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline curl_off_t baton_easy_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline curl_socket_t baton_easy_get_socket(CURL *easy, CURLINFO info) {
    curl_socket_t value = CURL_SOCKET_BAD;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline const char *baton_easy_get_text(CURL *easy, CURLINFO info) {
    const char *value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}
static inline const struct curl_certinfo *baton_easy_get_certificates(CURL *easy) {
    struct curl_certinfo *chain = 0;
    curl_easy_getinfo(easy, CURLINFO_CERTINFO, &chain);
    return chain;
}
static inline const struct curl_tlssessioninfo *baton_easy_get_tls(CURL *easy) {
    struct curl_tlssessioninfo *session = 0;
    curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session);
    return session;
}
static inline void *baton_easy_get_private(CURL *easy) {
    char *value = 0;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &value);
    return value;
}
/// The result is a union, which Swift reads only through a pointer cast.
static inline CURLcode baton_message_result(const CURLMsg *message) {
    return message->data.result;
}
