import BatonJSON

/// Where a value stands in a document, as a path.
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

/// A member's name or a position on the way into a document.
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
