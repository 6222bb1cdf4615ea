import BatonDiagnostics

/// `!anyint` and other tags of YAML, by which Tavern and others say what a value must be.
enum ForeignTag {
    /// The finding about a tag, with what stands for it here; any other finding as it is.
    static func explained(_ finding: Diagnostic) -> Diagnostic {
        guard finding.code == "yaml.tag", let range = finding.range, range.text.hasPrefix("!") else { return finding }
        let name = String(range.text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        guard let help = help(name) else { return finding }
        var finding = finding
        finding.message = "`!\(name)` is a tag of another tool"
        finding.correction = nil
        finding.help = help
        return finding
    }

    private static func help(_ name: String) -> String? {
        switch name.lowercased() {
        case "anyint", "anyinteger": return check("{ type: integer }", "<integer>")
        case "anyfloat", "anynumber": return check("{ type: number }", "<number>")
        case "anystr", "anystring": return check("{ type: string }", "<string>")
        case "anybool", "anyboolean": return check("{ type: boolean }", "<boolean>")
        case "anylist", "anyarray": return check("{ type: array }", "<array>")
        case "anydict", "anyobject": return check("{ type: object }", "<object>")
        case "anything", "any": return check("{ exists: true }", "<any>")
        case "anyuuid", "uuid": return check("{ is: uuid }", "<uuid>")
        case "re_match", "re_fullmatch", "re_search", "regex": return check("{ matches: … }", "<matches …>")
        case "approx": return "write `{ close_to: { value: 1.5, tolerance: 0.1 } }`"
        case "include": return "a step runs another file with `workflow: other.yaml`"
        case "int", "float", "bool", "str": return "write the value without it: one `$(…)` alone keeps its type"
        case "raw": return "write the text in quotes"
        default: return nil
        }
    }

    private static func check(_ operators: String, _ wildcard: String) -> String {
        "write `\(operators)`, or `\(wildcard)` in `json`"
    }
}
