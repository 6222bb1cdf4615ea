import BatonDiagnostics
import BatonJSON
import BatonRunner
import BatonValues

/// What `baton doctor` found out about one thing.
struct Finding: Sendable, Equatable {
    /// In the order in which findings are shown.
    enum State: String, Sendable, CaseIterable {
        /// Makes runs fail.
        case problem
        /// Works, but not as a user may expect.
        case warning
        case good
        /// Could not be found out, or does not matter here.
        case skipped

        var sign: String {
            switch self {
            case .good: "✓"
            case .warning: "!"
            case .problem: "✗"
            case .skipped: "-"
            }
        }
    }

    /// The thing: `certificates`.
    let name: String
    let state: State
    /// May have several lines.
    let message: String
    /// What to do; nil where there is nothing to do.
    let help: String?

    init(_ name: String, _ state: State, _ message: String, help: String? = nil) {
        self.name = name
        self.state = state
        self.message = message
        self.help = help
    }

    /// What a diagnostic says, with its place. Secrets that are written in the file or in a URL are hidden.
    ///
    /// - Parameter help: where the diagnostic has none.
    init(_ name: String, _ state: State, _ diagnostic: Diagnostic, help: String? = nil) {
        let shown = diagnostic.hidingValues(.documented)
        let place = shown.range.map { "\($0): " } ?? ""
        self.init(name, state, place + shown.message.text, help: shown.help?.text ?? help)
    }

    /// A problem that has been thrown.
    init(_ name: String, _ state: State, _ error: UsageError, help: String? = nil) {
        self.init(
            name, state, error.diagnostics.first ?? Diagnostic("run.not-started", "unknown", at: nil), help: help)
    }

    /// The same with secrets masked.
    func masked(by mask: (String) -> String) -> Finding {
        Finding(name, state, mask(message), help: help.map(mask))
    }

    private static let nameWidth = 14

    /// The lines of the console.
    var text: String {
        let indent = String(repeating: " ", count: Self.nameWidth + 3)
        let lines = message.split(separator: "\n").map { PrintableText.line(String($0)) }
        let shown = lines.joined(separator: "\n" + indent)
        let help = help.map { "\n\(indent)help: \(PrintableText.line($0))" } ?? ""
        return "\(state.sign) \(TextWidth.padded(name, Self.nameWidth)) \(shown)\(help)"
    }

    var json: JSONValue {
        var object = JSONObject()
        object["name"] = .string(name)
        object["state"] = .string(state.rawValue)
        object["message"] = .string(message)
        if let help { object["help"] = .string(help) }
        return .object(object)
    }
}
