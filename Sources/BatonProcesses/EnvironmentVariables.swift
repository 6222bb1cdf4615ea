@preconcurrency import BatonSystem

/// The environment of a process as a value.
package struct EnvironmentVariables: Sendable, Equatable, ExpressibleByDictionaryLiteral {
    package var values: [String: String]

    package init(_ values: [String: String]) {
        self.values = values
    }

    package init(dictionaryLiteral elements: (String, String)...) {
        values = Dictionary(elements) { $1 }
    }

    package subscript(_ name: String) -> String? { values[name] }

    /// Variables that every program needs to be found and to write correctly. None holds a secret.
    private static let ordinaryNames = [
        "HOME", "LANG", "LANGUAGE", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LOGNAME", "PATH", "SHELL", "TMPDIR", "TZ",
        "USER",
    ]

    /// The subset that every started program gets.
    package var ordinary: EnvironmentVariables {
        EnvironmentVariables(values.filter { Self.ordinaryNames.contains($0.key) })
    }

    /// The environment of this process. Must be read once, at the start, before other threads can change it.
    package static func current() -> EnvironmentVariables {
        var values: [String: String] = [:]
        var entry: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
        while let next = entry?.pointee {
            let text = String(cString: next)
            if let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")), equals != text.startIndex {
                values[String(text[..<equals])] = String(text[text.utf8.index(after: equals)...])
            }
            entry = entry?.advanced(by: 1)
        }
        return EnvironmentVariables(values)
    }
}
