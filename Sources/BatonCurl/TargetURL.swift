import BatonHTTP
import CLibCurl

/// The URL of a handle's requests in the parts that libcurl works with.
///
/// Given a text, libcurl takes it apart and puts it together again for each request, which costs it a fifth of all it
/// does for a small one. Here the server is taken apart once for requests that go to it in a row, and only the path and
/// the query are put in its place for each.
struct TargetURL {
    private var parts: OpaquePointer?
    /// The text in front of the path that `parts` were made of.
    private var server: [UInt8] = []
    private var hasQuery = false

    func deallocate() {
        if let parts { curl_url_cleanup(parts) }
    }

    /// The parts of that URL, to be read until the next call; nil where only the whole text tells what is sent: libcurl
    /// resolves segments like `..`, and writes escapes differently in parts that are set by themselves.
    mutating func parts(of url: URLText) -> OpaquePointer? {
        var text = url.text
        return text.withUTF8 { bytes in
            let path = UnsafeBufferPointer(rebasing: bytes[url.pathRange])
            let query = url.queryStart.map { UnsafeBufferPointer(rebasing: bytes[$0...]) }
            guard Self.isPlain(path, .path), query.map({ !$0.isEmpty && Self.isPlain($0, .query) }) ?? true,
                goes(to: bytes[..<url.pathRange.lowerBound]), set(CURLUPART_PATH, path)
            else { return nil }
            if query != nil || hasQuery {
                guard set(CURLUPART_QUERY, query) else { return nil }
                hasQuery = query != nil
            }
            return parts
        }
    }

    /// Whether all bytes are of the set, and no segment begins with a dot.
    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, _ plain: ASCIISet) -> Bool {
        var previous: UInt8 = 0
        for byte in bytes {
            if !plain.contains(byte) || byte == UInt8(ascii: ".") && previous == UInt8(ascii: "/") { return false }
            previous = byte
        }
        return true
    }

    /// Makes `parts` those of that server, without a query.
    private mutating func goes(to text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        if parts != nil, server.elementsEqual(text) { return true }
        parts = parts ?? curl_url()
        // Half a change would be another server than the one that is remembered.
        server = []
        hasQuery = false
        guard set(CURLUPART_URL, UnsafeBufferPointer(rebasing: text)) else { return false }
        server = Array(text)
        return true
    }

    private func set(_ part: CURLUPart, _ text: UnsafeBufferPointer<UInt8>?) -> Bool {
        guard let parts else { return false }
        guard let text else { return curl_url_set(parts, part, nil, 0) == CURLUE_OK }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: text.count + 1) { copy in
            for index in 0..<text.count { copy[index] = CChar(bitPattern: text[index]) }
            copy[text.count] = 0
            return curl_url_set(parts, part, copy.baseAddress, 0) == CURLUE_OK
        }
    }
}
