import BatonJSON

/// Why a path gave no answer at all; finding nothing is an answer.
enum PathFailure: Error {
    case template(TemplateFailure)
    /// The query itself went wrong: too much work, or not a path once it was filled.
    case evaluation(String)
}

extension PathTemplate {
    /// A singular path gives its value or nothing; any other path the list of its matches.
    func actual(in root: JSONValue, from scope: any TemplateScope) throws(PathFailure) -> Actual {
        switch self {
        case .path(let path):
            return try Self.query(path, root)
        case .keyPath(let keyPath):
            return keyPath.value(in: root).map { .json($0) } ?? .missing(why: "there is nothing at this path")
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
            let path: JSONPath
            do {
                path = try JSONPath.parse(filled)
            } catch {
                throw .evaluation("the path `\(filled)` is not valid: \(error.message)")
            }
            return try Self.query(path, root)
        }
    }

    private static func query(_ path: JSONPath, _ root: JSONValue) throws(PathFailure) -> Actual {
        if path.isSingular {
            return path.singularValue(in: root).map { .json($0) } ?? .missing(why: "there is nothing at this path")
        }
        do {
            return .json(.array(try path.query(root)))
        } catch {
            throw .evaluation(error.message)
        }
    }
}

extension TextTemplate {
    /// Fills a JSONPath: every value enters as an escaped literal, so that data never becomes syntax.
    func jsonPath(from scope: any TemplateScope) throws(TemplateFailure) -> String {
        var path = ""
        for piece in pieces {
            switch piece {
            case .literal(let text): path += text
            case .expression(let expression):
                path += JSONPath.literal(try expression.evaluate(in: scope).json(of: expression, in: scope))
            }
        }
        return path
    }
}
