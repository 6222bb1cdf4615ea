/// The way from the root to a node, shared by all nodes below it.
final class JSONPathLocation: Sendable {
    enum Step: Sendable {
        case root
        case name(String)
        case index(Int)
    }

    static let root = JSONPathLocation(parent: nil, step: .root)

    private let parent: JSONPathLocation?
    private let step: Step

    private init(parent: JSONPathLocation?, step: Step) {
        self.parent = parent
        self.step = step
    }

    func member(_ name: String) -> JSONPathLocation { JSONPathLocation(parent: self, step: .name(name)) }
    func element(_ index: Int) -> JSONPathLocation { JSONPathLocation(parent: self, step: .index(index)) }

    /// RFC 9535, section 2.7: `$['a'][0]`.
    var normalizedPath: String {
        var steps: [Step] = []
        var location: JSONPathLocation? = self
        while let current = location {
            steps.append(current.step)
            location = current.parent
        }
        var path = ""
        for step in steps.reversed() {
            switch step {
            case .root: path += "$"
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
