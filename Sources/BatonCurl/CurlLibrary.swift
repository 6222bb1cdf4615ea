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

/// What the loaded libcurl is and where it finds trusted certificates.
package struct CurlFacts: Sendable {
    /// The version of libcurl, as `8.5.0`.
    package let version: String
    /// The libraries that libcurl uses, with their versions: `OpenSSL/3.0.17 zlib/1.2.13 …`.
    package let libraries: [String]
    /// Whether it can speak HTTP/2.
    package let hasHTTP2: Bool
    /// The file of trusted certificates: of `CURL_CA_BUNDLE` or `SSL_CERT_FILE`, otherwise the one that libcurl was built
    /// with; nil where this libcurl has none.
    package let certificateFile: String?

    package init(_ environment: CurlEnvironment) {
        let words = String(cString: curl_version()).split(separator: " ").map(String.init)
        let own = words.first ?? ""
        version = own.split(separator: "/").last.map(String.init) ?? own
        libraries = Array(words.dropFirst())
        hasHTTP2 = (curl_version_info(CURLVERSION_FIRST)?.pointee.features ?? 0) & CURL_VERSION_HTTP2 != 0
        certificateFile = environment.certificateFile ?? CurlLibrary.certificateFile
    }
}

/// A list of strings in libcurl's format (`curl_slist`); freed with the object.
final class CurlList {
    private(set) var start: UnsafeMutablePointer<curl_slist>?

    init(_ texts: [String]) {
        for text in texts { start = curl_slist_append(start, text) ?? start }
    }

    deinit {
        curl_slist_free_all(start)
    }
}
