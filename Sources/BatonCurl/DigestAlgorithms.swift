/// The algorithms of digest authentication (RFC 7616) that libcurl computes.
package enum DigestAlgorithms {
    /// Names as servers write them, without `-sess`, which goes with each.
    ///
    /// libcurl before 8.8 takes a challenge with SHA-512-256 but computes SHA-256 for it.
    package static let supported: [String] =
        CurlLibrary.version >= 0x080800 ? ["MD5", "SHA-256", "SHA-512-256"] : ["MD5", "SHA-256"]

    /// Whether an answer to a challenge with this algorithm can be computed.
    package static func isSupported(_ name: String) -> Bool {
        var name = name.uppercased()
        if name.hasSuffix("-SESS") { name.removeLast(5) }
        return supported.contains(name)
    }
}
