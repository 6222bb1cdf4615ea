/// An immutable table of functions, built once and shared by every file.
package final class CELLibrary: Sendable {
    private let functions: [String: CELFunction]
    private let methods: [String: CELFunction]
    /// The words before the dot of qualified functions: `math`, `base64`.
    private let namespaces: Set<String>
    /// What is written for a name that other languages have, for the message about an unknown one; nil for other names.
    package let advice: @Sendable (String) -> String?

    package init(
        _ list: [CELFunction], extending base: CELLibrary? = nil, advice: (@Sendable (String) -> String?)? = nil
    ) {
        var functions = base?.functions ?? [:]
        var methods = base?.methods ?? [:]
        var namespaces = base?.namespaces ?? []
        for function in list {
            if function.style != .method { functions[function.name] = function }
            if function.style != .function { methods[function.name] = function }
            if let dot = function.name.firstIndex(of: ".") { namespaces.insert(String(function.name[..<dot])) }
        }
        self.functions = functions
        self.methods = methods
        self.namespaces = namespaces
        if let advice {
            self.advice = advice
        } else if let base {
            self.advice = base.advice
        } else {
            self.advice = { _ in nil }
        }
    }

    package func function(_ name: String) -> CELFunction? { functions[name] }
    package func method(_ name: String) -> CELFunction? { methods[name] }
    package func isNamespace(_ name: String) -> Bool { namespaces.contains(name) }
    package var functionNames: [String] { functions.keys.sorted() }
    package var methodNames: [String] { methods.keys.sorted() }
}
