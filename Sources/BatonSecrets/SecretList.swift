#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Secrets in the order in which they came, each once.
///
/// A workflow learns a few, which are compared one by one; only a longer list is hashed.
struct SecretList: Sendable {
    private(set) var all: [[UInt8]] = []
    /// All of them, once there are more than are compared.
    private var hashed: Set<SecretBytes> = []
    private static let mostCompared = 8

    /// Only ever grows.
    var count: Int { all.count }

    func contains(_ secret: UnsafeBufferPointer<UInt8>) -> Bool {
        if hashed.isEmpty { return all.contains { $0.hasSameBytes(as: secret) } }
        return hashed.contains(SecretBytes(bytes: Array(secret)))
    }

    /// The secret as it is kept; nil for one that was there already.
    mutating func insert(_ secret: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        if contains(secret) { return nil }
        let added = Array(secret)
        all.append(added)
        if !hashed.isEmpty {
            hashed.insert(SecretBytes(bytes: added))
        } else if all.count > Self.mostCompared {
            hashed = Set(all.map { SecretBytes(bytes: $0) })
        }
        return added
    }
}

/// A secret that is hashed as a whole: an array hashes its bytes one by one.
private struct SecretBytes: Hashable {
    let bytes: [UInt8]

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension [UInt8] {
    fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
        guard count == other.count else { return false }
        return withUnsafeBufferPointer { bytes in
            guard let one = bytes.baseAddress, let other = other.baseAddress else { return true }
            return memcmp(one, other, bytes.count) == 0
        }
    }
}
