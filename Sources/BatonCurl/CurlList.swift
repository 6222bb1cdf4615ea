import CLibCurl

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
