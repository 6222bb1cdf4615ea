import BatonHTTP
import BatonValues

/// The format of `.apicache` files: one response each.
/// The first line is the version of the format, the second a keyed digest of all that follows, the third a JSON object
/// with everything but the body; then comes the body. The digest covers the file's name too: a file that was cut,
/// changed, renamed or made under another key is not a valid response.
struct CacheFile {
    /// The digests' key: random bytes from a file beside the responses.
    let key: [UInt8]

    private static let mark = Array("apicache 1\n".utf8)

    /// Nil for a response that cannot be written as text, such as one with headers that are not UTF-8.
    func bytes(of stored: StoredResponse, name: String) -> [UInt8]? {
        guard let content = stored.serialized else { return nil }
        return Self.mark + Array(digest(of: content, name).utf8) + [0x0A] + content
    }

    /// Nil for bytes that were not written under that name.
    func response(in bytes: [UInt8], name: String) -> StoredResponse? {
        let start = Self.mark.count + 65
        guard bytes.count > start, bytes.starts(with: Self.mark), bytes[start - 1] == 0x0A else { return nil }
        let content = Array(bytes[start...])
        guard bytes[Self.mark.count..<start - 1].elementsEqual(digest(of: content, name).utf8) else { return nil }
        return StoredResponse(serialized: content)
    }

    private func digest(of content: [UInt8], _ name: String) -> String {
        Hexadecimal.encode(HMAC.sha256(key: key, Array(name.utf8) + [0] + content))
    }

    /// The file name of a key: digests of its URL and of the whole key, which reveal neither.
    func name(of cacheKey: CacheKey) -> String {
        prefix(of: cacheKey.url) + Hexadecimal.encode(Array(HMAC.sha256(key: key, cacheKey.bytes).prefix(24)))
            + Self.suffix
    }

    /// The prefix that the file names of all responses of a URL share.
    func prefix(of url: URLText) -> String {
        Hexadecimal.encode(Array(HMAC.sha256(key: key, Array(url.text.utf8)).prefix(8))) + "-"
    }

    static let suffix = ".apicache"

    static func isName(_ name: String) -> Bool {
        name.utf8.count == 17 + 48 + suffix.utf8.count && name.hasSuffix(suffix)
            && name.utf8.prefix(65).enumerated().allSatisfy { index, byte in
                index == 16 ? byte == UInt8(ascii: "-") : (48...57).contains(byte) || (97...102).contains(byte)
            }
    }
}
