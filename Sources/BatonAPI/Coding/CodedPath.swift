import BatonJSON

/// The place of a value in a document, as a path.
enum CodedPath {
    static func text(_ keys: [any CodingKey]) -> String {
        var path = "$"
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else if JSONKeyName.isPlain(key.stringValue) {
                path += "." + key.stringValue
            } else {
                path += "[\(JSONWriter.quote(key.stringValue))]"
            }
        }
        return path
    }
}

/// A member's name or an element's index in a coding path.
struct StepKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ index: Int) {
        intValue = index
        stringValue = "\(index)"
    }

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(intValue) }
}

/// Whether a member's name can be written after a dot in a path.
enum JSONKeyName {
    static func isPlain(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(48...57).contains(first) else { return false }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case 48...57, 65...90, 97...122, 95, 0x80...: true
            default: false
            }
        }
    }
}
