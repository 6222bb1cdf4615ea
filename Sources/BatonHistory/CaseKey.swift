package import BatonRunner
import BatonText

/// Which case it is from run to run: the workflow's path, its name, its row, and what its inputs get.
package struct CaseKey: Sendable, Hashable {
    package let value: UInt64

    package init(_ identity: CaseIdentity) {
        var hash = StableHash()
        hash.combine(identity.path)
        hash.combine(identity.name)
        if let row = identity.row { hash.combine(row) }
        if let variant = identity.variant { hash.combine("[\(variant)]") }
        value = hash.value
    }

    init(stored: Int64) { value = UInt64(bitPattern: stored) }

    /// As it is stored: SQLite has no unsigned integers.
    var stored: Int64 { Int64(bitPattern: value) }

    /// The same for the same cases in the same order.
    static func plan(_ cases: [CaseKey]) -> String {
        var hash = StableHash()
        for key in cases { hash.combine(key.value) }
        return hash.text
    }
}
