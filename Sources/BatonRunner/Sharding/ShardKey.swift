package import BatonRecords
import BatonValues

/// Identifies a case among all cases of a plan: by its file, its row and its repetition.
///
/// Not by its name, which may hold a secret that only some machines know.
package struct ShardKey: Sendable, Hashable {
    package let text: String
    /// Equal on every machine and in every version.
    package let hash: UInt64

    package init(_ identity: CaseIdentity) {
        self.init(path: identity.path, row: identity.row, repetition: identity.repetition)
    }

    package init(path: String, row: String?, repetition: Int? = nil) {
        var text = path
        if let row { text += "\u{0}r\(row)" }
        if let repetition { text += "\u{0}n\(repetition)" }
        self.text = text
        hash = StableHash.of(text).value
    }

    /// A hash of the identities, whatever their order.
    package static func digest(of keys: [ShardKey]) -> String {
        let ordered = keys.sorted { $0.hash == $1.hash ? $0.text < $1.text : $0.hash < $1.hash }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(keys.count * 48)
        for key in ordered {
            bytes += key.text.utf8
            // Ends a key; no text holds this byte.
            bytes.append(0xFF)
        }
        return SHA256.hex(of: bytes)
    }
}
