import CLibCurl

/// The process-wide state of libcurl.
enum CurlLibrary {
    /// Whether libcurl could be initialised. The first access does it; Swift makes that safe when two threads are the
    /// first.
    static let isReady: Bool = {
        OpenSSL.stayUntilExit()
        return curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK
    }()

    /// The version of the loaded library as `0xXXYYZZ`.
    static let version = curl_version_info(CURLVERSION_FIRST)?.pointee.version_num ?? 0

    /// The header that offers every encoding that can be decoded.
    static let acceptEncoding = "Accept-Encoding: " + ContentDecoder.available.joined(separator: ", ")

    /// The file of trusted certificates that this libcurl was built with.
    static let certificateFile: String? = {
        guard isReady, let easy = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(easy) }
        guard let path = baton_easy_get_text(easy, CURLINFO_CAINFO) else { return nil }
        return String(cString: path)
    }()
}
