import BatonAPI
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonValues
import BatonWorkflow

extension Diagnostic {
    // MARK: - Files

    static func brokenAPI(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.broken-file", "`\(path)` has errors", at: range, help: "they are shown with that file")
    }

    static func emptyAPI(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.does-nothing", "this API file has neither endpoints nor types", at: range,
            help: "write what can be called: `endpoints: { health: { get: /health } }`")
    }

    // MARK: - Types

    static func nameOfLanguageType(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.invalid-name", "`\(name)` is a type of the language", at: range,
            help: "choose another name; types of your own usually begin with a capital")
    }

    static func typeWithoutFields(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.does-nothing", "the type `\(name)` has no fields", at: range,
            help: "write names and their paths, for example `name: user_name`")
    }

    static func endlessType(_ chain: [String], at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.cycle", "a value of this type would never end: \(chain.joined(separator: " → "))", at: range,
            help: "add `optional: true`, or make it a list: `as: [\(chain.last ?? "Type")]`")
    }

    static func computedPath(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.invalid-path", "the path of a field is written out: it holds no `$(…)`", at: range)
    }

    static func enumDoesNotFit(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "`enum` lists texts, numbers or booleans", at: range,
            help: "write it with `as: string`, `integer`, `number` or `boolean`")
    }

    static func enumValueDoesNotFit(_ failure: ConversionFailure, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "the value must be \(failure.wanted), this is \(failure.got)", at: range,
            help: "what stands right of the colon is what the API sends")
    }

    static func defaultOfRecord(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "a type of your own has no default, a list of them only `[]`", at: range,
            help: "write `optional: true`, which gives null")
    }

    // MARK: - Endpoints

    static func endpointWithoutRequest(_ name: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.missing-key", "the endpoint `\(name)` sends nothing", at: range,
            help: "write a method and a path, for example `get: /\(name)`")
    }

    static func reservedOutcome(_ name: String, at range: SourceRange) -> Diagnostic {
        let other = name == "success" ? "accepted" : "my_" + String(name.map { $0 == "." ? "_" : $0 })
        return Diagnostic(
            "workflow.invalid-name", "`\(name)` is an outcome of every endpoint and cannot be defined", at: range,
            help: "choose another name, for example `\(other)`")
    }

    // MARK: - Calls

    static func callOfFile(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "api.unknown-endpoint", "`call` wants an API and an endpoint, this is a file", at: range,
            help: "to run another workflow file write `workflow: \(path)`")
    }

    static func unclearCall(_ text: String, at range: SourceRange, known: [String]) -> Diagnostic {
        let near = known.first { $0.split(separator: ".").last.map(String.init) == text }
        return Diagnostic(
            "api.unknown-endpoint", "`call` wants an API and an endpoint, this is `\(text)`", at: range,
            help: near.map { "did you mean `\($0)`?" } ?? "write `call: api.endpoint`")
    }

    static func unknownAPI(_ name: String, at range: SourceRange, known: [String]) -> Diagnostic {
        let near = Spelling.nearest(to: name, in: known)
        return Diagnostic(
            "api.unknown-endpoint", "no API is called `\(name)` here", at: range,
            help: near.map { "did you mean `\($0)`?" }
                ?? (known.isEmpty
                    ? "name its file at the top of this one: `use: { \(name): apis/\(name).yaml }`"
                    : "there is " + known.map { "`\($0)`" }.joined(separator: ", ")))
    }

    static func unknownEndpoint(_ name: String, of api: String, at range: SourceRange, known: [String]) -> Diagnostic {
        let near = Spelling.nearest(to: name, in: known)
        return Diagnostic(
            "api.unknown-endpoint", "`\(api)` has no endpoint `\(name)`", at: range,
            help: near.map { "did you mean `\(api).\($0)`?" }
                ?? "it has " + known.prefix(20).map { "`\($0)`" }.joined(separator: ", "))
    }

    static func unknownInput(
        _ name: String, of call: String, at range: SourceRange, known: [String], endpoint: SourceRange
    ) -> Diagnostic {
        let near = Spelling.nearest(to: name, in: known)
        let help: Message =
            if let near {
                "did you mean `\(near)`?"
            } else if known.isEmpty {
                "it takes no inputs"
            } else {
                "it takes " + known.map { "`\($0)`" }.joined(separator: ", ")
            }
        return Diagnostic(
            "workflow.wrong-input", "`\(call)` has no input `\(name)`", at: range,
            notes: [Note("the endpoint is here", at: endpoint)], help: help)
    }

    static func keyOfEndpoint(_ key: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "`\(key)` belongs to the endpoint, not to its call", at: range,
            help: "give the endpoint an input, and the call `with: { … }`")
    }

    static func withWithoutCall(_ action: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.key-does-not-fit", "`with` goes with `call` and `workflow`, and this step has `\(action)`",
            at: range)
    }

    // MARK: - Outcomes

    static func twoRequests(_ first: String, _ second: String, at range: SourceRange, first firstRange: SourceRange)
        -> Diagnostic
    {
        Diagnostic(
            "workflow.exclusive-keys", "an endpoint sends one request: it has `\(first)` and `\(second)`", at: range,
            notes: [Note("the first is here", at: firstRange)], help: "make it two endpoints")
    }
}
