package import BatonCEL
package import BatonDiagnostics
import BatonHTTP
import BatonJSON

/// Takes values out of an answer.
package struct CaptureEvaluator {
    /// A value that was not there, or could not be taken.
    package struct Problem: Error, Sendable {
        package let kind: String
        package let message: String
        package let range: SourceRange
    }

    private let answer: Answer
    private let scope: any TemplateScope

    package init(_ answer: Answer, scope: any TemplateScope) {
        self.answer = answer
        self.scope = scope
    }

    /// The captured value, tainted where it is secret.
    package func evaluate(_ capture: Capture) -> Result<CELValue, Problem> {
        do {
            switch try find(capture) {
            case .found(var value):
                value.isTainted = value.isTainted || capture.isSecret
                return .success(value)
            case .missing(let message):
                if let template = capture.defaultValue { return .success(try template.value(from: scope)) }
                if capture.isOptional { return .success(.null) }
                return .failure(
                    Problem(kind: Failure.Kind.mappingMissing.rawValue, message: message, range: capture.range))
            case .unreadable(let kind, let message):
                return .failure(Problem(kind: kind.rawValue, message: message, range: capture.range))
            }
        } catch {
            return .failure(
                Problem(
                    kind: Failure.Kind.expression.rawValue, message: "\(capture.name): \(error.message)",
                    range: error.range))
        }
    }

    private enum Found {
        case found(CELValue)
        case missing(String)
        case unreadable(Failure.Kind, String)
    }

    private func find(_ capture: Capture) throws(TemplateFailure) -> Found {
        switch capture.source {
        case .expression(let expression):
            return .found(try expression.evaluate(in: scope))
        case .header(let name):
            let name = try name.text(from: scope)
            guard let value = answer.response.headers[name] else {
                return .missing("\(capture.name): the answer has no header `\(name)`")
            }
            return .found(.string(value))
        case .cookie(let name):
            let name = try name.text(from: scope)
            guard let cookie = answer.cookies.last(where: { $0.name == name }) else {
                return .missing("\(capture.name): the answer sets no cookie `\(name)`")
            }
            var value = CELValue.string(cookie.value)
            value.isTainted = true
            return .found(value)
        case .path(let path, let written):
            return try find(capture, path, written)
        }
    }

    private func find(_ capture: Capture, _ path: PathTemplate, _ written: String) throws(TemplateFailure) -> Found {
        let root: JSONValue
        switch answer.json {
        case .value(let value): root = value
        case .empty: return .unreadable(.notJSON, "\(capture.name): the body is empty, `\(written)` needs JSON")
        case .failed(let error):
            return .unreadable(.notJSON, "\(capture.name): the body is not JSON: \(error.description)")
        }
        do throws(PathFailure) {
            switch try path.actual(in: root, from: scope) {
            case .json(let value): return .found(CELValue(value))
            default: return .missing("\(capture.name): there is nothing at `\(written)`\(Self.near(root))")
            }
        } catch {
            switch error {
            case .template(let failure): throw failure
            case .evaluation(let message): return .unreadable(.mappingMissing, "\(capture.name): \(message)")
            }
        }
    }

    /// What there is instead: the names at the top of the document.
    private static func near(_ root: JSONValue) -> String {
        switch root {
        case .object(let object) where !object.isEmpty:
            let names = object.members.prefix(12).map { Shown.cut($0.name, limit: 40) }.joined(separator: ", ")
            return "; the body has \(names)\(object.count > 12 ? ", …" : "")"
        case .object: return "; the body is an empty object"
        default:
            return
                "; the body is \(root.typeName == "array" || root.typeName == "object" ? "an" : "a") \(root.typeName)"
        }
    }
}
