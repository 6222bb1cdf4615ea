/// Keyed digests (RFC 2104).
package enum HMAC {
    package static func sha256(key: [UInt8], _ message: [UInt8]) -> [UInt8] {
        digest(key: key, message, SHA256.digest)
    }

    package static func sha1(key: [UInt8], _ message: [UInt8]) -> [UInt8] { digest(key: key, message, SHA1.digest) }

    package static func md5(key: [UInt8], _ message: [UInt8]) -> [UInt8] { digest(key: key, message, MD5.digest) }

    /// All hashes used here work on blocks of 64 bytes.
    private static func digest(key: [UInt8], _ message: [UInt8], _ hash: ([UInt8]) -> [UInt8]) -> [UInt8] {
        var block = key.count > 64 ? hash(key) : key
        block += [UInt8](repeating: 0, count: 64 - block.count)
        return hash(block.map { $0 ^ 0x5c } + hash(block.map { $0 ^ 0x36 } + message))
    }
}
