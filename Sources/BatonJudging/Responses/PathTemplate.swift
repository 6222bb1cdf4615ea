import BatonDiagnostics
import BatonHTTP
package import BatonJSON
package import BatonLanguage
import BatonRegex

/// A JSONPath, parsed when the file is loaded unless `$(…)` stands in it.
package enum PathTemplate: Sendable {
    case path(JSONPath)
    case keyPath(JSONKeyPath)
    /// Every `$(…)` enters as a JSONPath literal.
    indirect case template(TextTemplate)
}

/// The reason why a path could not be evaluated; a path that finds nothing is no failure.
enum PathFailure: Error {
    case template(StepFailure)
    /// The query failed: too much work, or no valid path once it was filled.
    case evaluation(String)
}

/// The matches of a path.
enum PathMatches {
    case one(JSONValue)
    /// The matches of a path that is no singular query, also when it finds one value, or none in an empty list.
    case several([JSONValue])
    /// What the path names before it selects is not there.
    case none
}

extension PathTemplate {
    /// A singular path gives its value or nothing; any other path the list of its matches.
    func actual(in root: JSONValue, from scope: any TemplateScope) throws(PathFailure) -> ActualValue {
        switch try matches(in: root, from: scope) {
        case .one(let value): .json(value)
        case .several(let values): .json(.array(values))
        case .none: .missing { .init(why: "there is nothing at this path") }
        }
    }

    /// The value of a singular path in a response; nil where it finds nothing, or where it needs `matches(in:from:)`.
    func singleMatch(in response: StepResponse) -> JSONValue? {
        switch self {
        case .path(let path): path.isSingular ? response.single { $0.value(at: path) } : nil
        case .keyPath(let path): response.single { $0.value(at: path) }
        case .template: nil
        }
    }

    func matches(in root: JSONValue, from scope: any TemplateScope) throws(PathFailure) -> PathMatches {
        switch self {
        case .path(let path):
            return try Self.query(path, root)
        case .keyPath(let keyPath):
            return keyPath.value(in: root).map { .one($0) } ?? .none
        case .template: return try Self.query(jsonPath(from: scope), root)
        }
    }

    /// The JSONPath, filled and parsed; a key path is none.
    func jsonPath(from scope: any TemplateScope) throws(PathFailure) -> JSONPath {
        switch self {
        case .path(let path): return path
        case .keyPath: throw .evaluation("a path of keys is no JSONPath")
        case .template(let text):
            let filled: String
            do {
                filled = try text.jsonPath(from: scope)
            } catch {
                throw .template(error)
            }
            guard filled.hasPrefix("$") else {
                throw .evaluation("`\(filled)` is no JSONPath: it does not begin with `$`")
            }
            do {
                return try JSONPath.parse(filled)
            } catch {
                throw .evaluation("the path `\(filled)` is not valid: \(error.message)")
            }
        }
    }

    private static func query(_ path: JSONPath, _ root: JSONValue) throws(PathFailure) -> PathMatches {
        if path.isSingular { return path.singularValue(in: root).map { .one($0) } ?? .none }
        let values: [JSONValue]
        do {
            values = try path.query(root)
        } catch {
            throw .evaluation(error.message)
        }
        return values.isEmpty && !path.hasPlace(in: root) ? .none : .several(values)
    }
}

extension TextTemplate {
    /// The filled JSONPath; every value enters as an escaped literal, so that data never becomes syntax.
    func jsonPath(from scope: any TemplateScope) throws(StepFailure) -> String {
        var path = ""
        for piece in pieces {
            switch piece {
            case .literal(let text): path += text
            case .expression(let expression):
                let value = try expression.evaluate(in: scope).json(of: expression, in: scope)
                switch value {
                case .array, .object:
                    let kind = value.typeName == "array" ? "a list" : "an object"
                    var failure = StepFailure(
                        "`\(expression.text)` is \(kind), and has no literal in a JSONPath", at: expression.range)
                    failure.hint = "a text, a number, true, false and null may enter a path"
                    throw failure
                default: path += " \(JSONPath.literal(value)) "
                }
            }
        }
        return path
    }

    /// The first expression inside quotes of the path, where its literal would become part of a text.
    package var firstQuotedExpression: Expression? {
        var quote: UInt8?
        var isEscaped = false
        for piece in pieces {
            switch piece {
            case .expression(let expression): if quote != nil { return expression }
            case .literal(let text):
                for byte in text.utf8 {
                    if isEscaped {
                        isEscaped = false
                    } else if quote != nil, byte == UInt8(ascii: "\\") {
                        isEscaped = true
                    } else if byte == quote {
                        quote = nil
                    } else if quote == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                        quote = byte
                    }
                }
            }
        }
        return nil
    }
}

/// `$events[0].data`: a JSONPath whose root is the list of a stream's events instead of the body.
package enum EventsPath {
    package static let root = "$events"

    /// Whether a path begins with `$events`. A member of that name of the body is `$.events`.
    package static func isOne(_ text: String) -> Bool {
        guard text.utf8.count >= root.utf8.count, text.hasPrefix(root) else { return false }
        let next = text.utf8.dropFirst(root.utf8.count).first
        return next == nil || next == UInt8(ascii: ".") || next == UInt8(ascii: "[")
    }

    /// The path with `$` in place of `$events`.
    package static func inList(_ text: String) -> String { "$" + text.dropFirst(root.utf8.count) }

    /// The text for messages of a path within the list.
    package static func written(_ path: String) -> String { root + path.dropFirst() }
}

extension TextTemplate {
    /// The template with `$` in place of `$events` at its beginning.
    package var inEvents: TextTemplate {
        var pieces = pieces
        if case .literal(let text)? = pieces.first { pieces[0] = .literal(EventsPath.inList(text)) }
        return TextTemplate(pieces: pieces, written: EventsPath.inList(written), range: range)
    }
}
