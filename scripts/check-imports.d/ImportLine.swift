/// An `import` in a source file.
struct ImportLine {
    var module: String
    var file: String
    var line: Int

    /// The imports of a file, those in comments and in multi-line string literals left out.
    static func all(in text: String, file: String) -> [ImportLine] {
        var imports: [ImportLine] = []
        var isInLiteral = false
        var commentDepth = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let delimiters = line.components(of: "\"\"\"")
            if !isInLiteral, commentDepth == 0, delimiters == 0 {
                if let module = module(in: line) {
                    imports.append(ImportLine(module: module, file: file, line: index + 1))
                }
            }
            if commentDepth == 0, delimiters % 2 == 1 { isInLiteral.toggle() }
            if !isInLiteral {
                commentDepth = max(0, commentDepth + line.components(of: "/*") - line.components(of: "*/"))
            }
        }
        return imports
    }

    /// `import A`, `@testable import A`, `package import struct A.B`.
    private static func module(in line: Substring) -> String? {
        var words = line.split { $0 == " " || $0 == "\t" }[...]
        let modifiers: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
        while let word = words.first, word.hasPrefix("@") || modifiers.contains(word) { words.removeFirst() }
        guard words.popFirst() == "import" else { return nil }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
        if let word = words.first, kinds.contains(word) { words.removeFirst() }
        return words.first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
    }
}

extension Substring {
    /// How often a text stands in this one.
    func components(of text: String) -> Int { ranges(of: text).count }
}
