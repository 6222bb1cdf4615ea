import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonValues

extension Diagnostic {
    // MARK: - The key

    static func unreadableContract(_ message: Message, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "file.unreadable", message, at: range,
            help: "a contract's file is relative to the folder of \(range.file.path)")
    }

    static func remoteContract(_ uri: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "file.unreadable", "`\(uri)` is no file, and no contract is fetched", at: range,
            help: "save the document beside this file, and name that file")
    }

    static func computedContract(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.computed", "the contract must be known before anything runs", at: range,
            help: "write the name out: `contract: openapi.yaml`")
    }

    static func notAnIgnoredPath(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(text)` is no path of the contract", at: range,
            help: "write a path such as `/health` or `/internal/*`, with a method before it or without: `POST /login`")
    }

    static func invalidBasePath(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`\(text)` is no base path", at: range,
            help: "write the path that stands before those of the document: `base_path: /api/v2`")
    }

    static func contractOfStep(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "workflow.wrong-value", "`contract` of a request is `false` or a map", at: range,
            help:
                "write what differs, such as `{ request: none }`; the document belongs to an environment of baton.yaml or to an API file"
        )
    }

    // MARK: - The document

    static func noOpenAPI(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "contract.invalid", "this is no OpenAPI document: `openapi` is missing", at: range,
            help: "an OpenAPI document begins with its version: `openapi: 3.1.0`")
    }

    static func otherVersion(_ name: String, _ version: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "contract.invalid",
            "\(name) `\(version)` is not known: contracts are OpenAPI 3.0 or 3.1, or Swagger 2.0", at: range)
    }

    static func wrongPart(_ name: String, _ wanted: String, _ value: JSONValue, at range: SourceRange) -> Diagnostic {
        Diagnostic("contract.invalid", "`\(name)` wants \(wanted), this is \(described(value))", at: range)
    }

    private static func described(_ value: JSONValue) -> String {
        switch value {
        case .null: "nothing"
        case .array: "a list"
        case .object: "a map"
        case .string: "a text"
        case .number: "a number"
        case .bool: "a boolean"
        }
    }

    static func pathWithoutSlash(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("contract.invalid", "`\(path)` is no path", at: range, help: "write `/\(path)`")
    }

    static func notAStatus(_ text: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "contract.invalid", "`\(text)` is no status", at: range,
            help: "the keys of `responses` are `200`, `4XX` or `default`")
    }

    static func incompleteParameter(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "contract.invalid", "a parameter has `name` and `in`", at: range,
            help: "`in` is `path`, `query`, `header` or `cookie`")
    }

    static func incompleteSwaggerParameter(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "contract.invalid", "a parameter has `name` and `in`", at: range,
            help: "`in` is `path`, `query`, `header`, `body` or `formData`")
    }

    static func secondSwaggerBody(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            "contract.invalid", "an operation has one parameter `in: body`, or parameters `in: formData`", at: range)
    }

    static func unknownCollectionFormat(_ value: JSONValue, known: [String], at range: SourceRange) -> Diagnostic {
        let list = known.dropLast().map { "`\($0)`" }.joined(separator: ", ")
        let written = value.stringValue.map { "`\($0)`" } ?? described(value)
        return Diagnostic(
            "contract.invalid", "`collectionFormat` is \(list) or `\(known.last ?? "")` here, not \(written)",
            at: range,
            help: value.stringValue.flatMap { Spelling.nearest(to: $0, in: known) }.map {
                "did you mean `\($0)`?"
            })
    }

    static func unreadParameter(_ reason: Message, at range: SourceRange) -> Diagnostic {
        Diagnostic(.warning, "contract.unclear", "\(reason): any text is taken", at: range)
    }

    static func referenceLeadsNowhere(_ reference: String, at range: SourceRange) -> Diagnostic {
        Diagnostic("schema.unknown-reference", "`\(reference)` leads nowhere", at: range)
    }

    static func endlessReference(at range: SourceRange) -> Diagnostic {
        Diagnostic("workflow.cycle", "this reference leads back to itself", at: range)
    }

    static func contractWithoutOperations(_ path: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, "contract.invalid", "\(path) has no operations: nothing can be held against it", at: range)
    }

    static func operationWithoutResponses(_ title: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, "contract.unclear", "`\(title)` declares no responses: any response is taken", at: range,
            help: "write `responses`, with a schema for each status")
    }

    static func undeclaredPathParameter(_ name: String, _ title: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, "contract.unclear",
            "`{\(name)}` of `\(title)` is no declared parameter: any text is taken",
            at: range, help: "add `{ name: \(name), in: path, required: true, schema: … }` to `parameters`")
    }

    static func repeatedPath(_ path: String, first: String, at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .warning, "contract.unclear", "`\(path)` is the same path as `\(first)`, which wins", at: range)
    }
}
