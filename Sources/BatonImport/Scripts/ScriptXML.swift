/// XML as objects, which `xml2Json` and xml2js make: a path of members is an XPath.
struct ScriptXML: Equatable {
    var path = ""
    /// Names are compared without their prefixes.
    var hasLocalNames = false

    /// The member of an element; `$` holds its attributes, `_` its text.
    func member(_ name: String) -> ScriptXML {
        if name == "_" { return self }
        if name == "$" { return with(path + "/@") }
        if path.hasSuffix("/@") { return with(path + Self.step(name, hasLocalNames: hasLocalNames)) }
        return with(path + "/" + Self.step(name, hasLocalNames: hasLocalNames))
    }

    /// One of several elements of a name.
    func element(_ index: Int) -> ScriptXML { index == 0 ? self : with("\(path)[\(index + 1)]") }

    private func with(_ path: String) -> ScriptXML { ScriptXML(path: path, hasLocalNames: hasLocalNames) }

    private static func step(_ name: String, hasLocalNames: Bool) -> String {
        let literal = name.contains("'") ? "\"\(name.filter { $0 != "\"" })\"" : "'\(name)'"
        if hasLocalNames { return "*[local-name()=\(literal)]" }
        let isName = name.split(separator: ":", omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.first, first.isLetter || first == "_" else { return false }
            return part.allSatisfy { $0.isLetter || $0.isNumber || "_-.".contains($0) }
        }
        return isName ? name : "*[name()=\(literal)]"
    }

    var call: CELText { .call("xpath", CELText("response.body"), CELText(CELText.quoted(path.isEmpty ? "/" : path))) }

    /// The text of what the path finds first.
    var term: ScriptTerm {
        var term = ScriptTerm(call.element("0"), reads: ["response"])
        term.optional = call.optionalElement("0")
        term.xml = self
        return term
    }
}

extension ScriptEvaluator {
    /// `xml2Json`, and what xml2js offers; nil for any other function.
    mutating func callXML(_ path: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue? {
        switch path {
        case "xml2Json", "xml2js.parseString", "xml2js.parseStringPromise": break
        default: return nil
        }
        guard case .term(let text)? = values.first, text.subject == .body else {
            throw ScriptLoss("XML of another text than the body as an object.", "Use `xpath` with the text.")
        }
        let root = ScriptXML(hasLocalNames: values.contains(where: stripsPrefixes)).term
        guard case .function? = values.last else { return .term(root) }
        return try invoke(values[values.count - 1], [.null, .term(root)])
    }

    private func stripsPrefixes(_ options: ScriptValue) -> Bool {
        guard case .object(let index) = options, case .members(let members) = content(index) else { return false }
        return members.contains { member in
            (elementsOf(member.value) ?? []).contains {
                if case .host(let path) = $0 { path.hasSuffix("stripPrefix") } else { false }
            }
        }
    }
}
