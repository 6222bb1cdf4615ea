package import BatonRecords
import BatonValues

/// Identifies a case across runs by the workflow's path and name, its row, and its input values.
package struct CaseKey: Sendable, Hashable {
    package let value: UInt64

    package init(_ identity: CaseIdentity) {
        self.init(path: identity.path, name: identity.name, row: identity.row, variant: identity.variant)
    }

    init(path: String, name: String, row: String?, variant: String?) {
        var hash = StableHash()
        hash.combine(path)
        hash.combine(name)
        if let row { hash.combine(row) }
        if let variant { hash.combine("[\(variant)]") }
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
