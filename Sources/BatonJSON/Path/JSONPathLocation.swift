/// The way from the root to a node, shared by all nodes below it.
final class JSONPathLocation: Sendable {
    static let root = JSONPathLocation(parent: nil, step: nil)

    private let parent: JSONPathLocation?
    /// Nil for the root.
    private let step: JSONPlace.Step?

    private init(parent: JSONPathLocation?, step: JSONPlace.Step?) {
        self.parent = parent
        self.step = step
    }

    func member(_ name: String) -> JSONPathLocation { JSONPathLocation(parent: self, step: .name(name)) }
    func element(_ index: Int) -> JSONPathLocation { JSONPathLocation(parent: self, step: .index(index)) }

    /// The steps from the root.
    var steps: [JSONPlace.Step] {
        var steps: [JSONPlace.Step] = []
        var location: JSONPathLocation? = self
        while let current = location {
            if let step = current.step { steps.append(step) }
            location = current.parent
        }
        return steps.reversed()
    }

    /// RFC 9535, section 2.7: `$['a'][0]`.
    var normalizedPath: String {
        var path = "$"
        for step in steps {
            switch step {
            case .name(let name): path += "[" + Self.quote(name) + "]"
            case .index(let index): path += "[\(index)]"
            }
        }
        return path
    }

    /// A name in single quotes, with the one escape for each character that the RFC prescribes.
    static func quote(_ name: String) -> String {
        var quoted = "'"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": quoted += "\\'"
            case "\\": quoted += "\\\\"
            case "\u{08}": quoted += "\\b"
            case "\t": quoted += "\\t"
            case "\n": quoted += "\\n"
            case "\u{0C}": quoted += "\\f"
            case "\r": quoted += "\\r"
            case _ where scalar.value < 0x20:
                quoted += scalar.value < 0x10 ? "\\u000" : "\\u00"
                quoted += String(scalar.value, radix: 16)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "'"
    }
}
