import BatonSystem

/// Secrets in the order in which they were added, without duplicates.
///
/// A workflow learns only a few, which are compared one by one; a longer list is hashed.
struct SecretList: Sendable {
    private(set) var all: [[UInt8]] = []
    /// All secrets, once there are more than `mostCompared`; empty before.
    private var hashed: Set<SecretBytes> = []
    private static let mostCompared = 8

    /// Never decreases.
    var count: Int { all.count }

    func contains(_ secret: UnsafeBufferPointer<UInt8>) -> Bool {
        if hashed.isEmpty { return all.contains { $0.hasSameBytes(as: secret) } }
        return hashed.contains(SecretBytes(bytes: Array(secret)))
    }

    /// Adds a secret and returns the stored bytes; nil for a duplicate.
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

/// A secret that hashes its bytes at once; an array would hash them one by one.
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
