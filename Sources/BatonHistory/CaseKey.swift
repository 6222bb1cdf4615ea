package import BatonRunner
import BatonText

/// Identifies a case across runs by the workflow's path and name, its row, and its input values.
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

    /// The key as stored: SQLite has no unsigned integers.
    var stored: Int64 { Int64(bitPattern: value) }

    /// A hash of the cases of a plan and their order.
    static func plan(_ cases: [CaseKey]) -> String {
        var hash = StableHash()
        for key in cases { hash.combine(key.value) }
        return hash.text
    }
}
