import CLibCurl

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The process-wide state of libcurl.
enum CurlLibrary {
    /// Whether libcurl could be set up; the first use does it, which Swift makes safe against two threads at once.
    static let isReady =
        curl_global_init_mem(
            Int(CURL_GLOBAL_ALL), ReceiveBuffers.allocate, ReceiveBuffers.release, realloc,
            { $0.flatMap { strdup($0) } }, calloc)
        == CURLE_OK

    /// As `0xXXYYZZ`, of the library that is loaded.
    static let version = curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0

    /// The header that asks for every encoding that this libcurl decodes, as it would write it itself.
    ///
    /// It would put it together anew for each request.
    static let acceptEncoding: String = {
        let features = curl_version_info(CURLVERSION_FIRST)?.pointee.features ?? 0
        var names: [String] = []
        if features & CURL_VERSION_LIBZ != 0 { names += ["deflate", "gzip"] }
        if features & CURL_VERSION_BROTLI != 0 { names.append("br") }
        if features & CURL_VERSION_ZSTD != 0 { names.append("zstd") }
        return "Accept-Encoding: " + (names.isEmpty ? "identity" : names.joined(separator: ", "))
    }()

    /// The file of trusted certificates that this libcurl was built with.
    static let certificateFile: String? = {
        guard isReady, let easy = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(easy) }
        guard let path = baton_easy_get_text(easy, CURLINFO_CAINFO) else { return nil }
        return String(cString: path)
    }()
}
