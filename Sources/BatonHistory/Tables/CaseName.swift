package import BatonRecords
import BatonValues

/// A case as the user knows it.
package struct CaseName: Sendable, Hashable {
    package var path: String
    package var name: String
    package var row: String?
    package var variant: String?

    package init(path: String, name: String, row: String?, variant: String?) {
        self.path = path
        self.name = name
        self.row = row
        self.variant = variant
    }

    package init(_ identity: CaseIdentity) {
        self.init(path: identity.path, name: identity.name, row: identity.row, variant: identity.variant)
    }

    /// `[row=ada]`, `[user=ada]`, or both.
    private var marks: String { (row.map { "[row=\($0)]" } ?? "") + (variant.map { "[\($0)]" } ?? "") }

    /// `workflows/orders.yaml [row=ada]`: what `baton history case` takes.
    package var label: String { marks.isEmpty ? path : "\(path) \(marks)" }

    /// `Read an order [row=ada]`: as a run shows it.
    var title: String { marks.isEmpty ? name : "\(name) \(marks)" }

    func set(in object: inout EventObject) {
        object.set("path", path)
        object.set("name", name)
        object.set("row", row)
        object.set("variant", variant)
    }
}

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
