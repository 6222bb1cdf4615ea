import CLibCurl

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
