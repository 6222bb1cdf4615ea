import BatonAPI
import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonYAML

extension TemplateReader {
    /// The template of a value that a check compares with or that `set` stores. A text that reads like a path into the
    /// response gets a warning: `ne: $.tag` compares with these very characters, and nearly always holds.
    func comparedValue(_ node: YAMLNode) -> Template {
        for item in node.items.map(Array.init) ?? [node] {
            guard let scalar = item.scalar, !scalar.mayHoldExpression else { continue }
            guard let expression = PathLikeText.expression(scalar.text) else { continue }
            sink.report(
                Diagnostic(
                    .warning, "workflow.path-like-expression", "`\(scalar.text)` is literal text here", at: item.range,
                    help:
                        "write `$(\(expression))` for the value; where the text is meant, write `\(Self.literal(scalar.text, in: item))`"
                ))
        }
        return template(node)
    }
}

/// A text that looks like the place of a value: `$.tag`, `response.json.id`, `steps.login.token`.
enum PathLikeText {
    /// The expression that reads the value; nil for any other text.
    static func expression(_ text: String) -> String? {
        guard starts.contains(where: text.utf8.starts), text.utf8.count <= 200, !text.contains(where: \.isWhitespace)
        else { return nil }
        if text.hasPrefix("$.") || text.hasPrefix("$[") {
            guard (try? JSONPath.parse(text)) != nil else { return nil }
            let rest = text.dropFirst()
            return isPlain(rest) ? "response.json\(rest)" : "jsonpath(response.json, '\(text)')"
        }
        let body = ["current.res.body", "resp.body", "res.body", "response.body"].first { root in
            text.hasPrefix(root + ".") || text.hasPrefix(root + "[")
        }
        if let body {
            let rest = text.dropFirst(body.count)
            return isPlain(rest) ? "response.json\(rest)" : nil
        }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard isPlain(("." + text)[...]) else { return nil }
        switch parts[0] {
        // `response.json` may be a file.
        case "response" where parts.count > 2: return text
        case "response" where parts.count == 2:
            return ["status", "headers", "duration"].contains(parts[1]) ? text : nil
        case "steps" where parts.count > 2, "needs" where parts.count > 2: return text
        case "process" where parts.count == 3 && parts[1] == "env": return text
        default: return nil
        }
    }

    private static let starts = ["$.", "$[", "response.", "res.", "resp.", "current.", "steps.", "needs.", "process."]
        .map { Array($0.utf8) }

    /// Whether it consists of names and indexes: `.items[0].id`.
    private static func isPlain(_ text: Substring) -> Bool {
        text.wholeMatch(of: /(\.[A-Za-z_][A-Za-z0-9_]*|\[[0-9]+\])+/) != nil
    }
}
