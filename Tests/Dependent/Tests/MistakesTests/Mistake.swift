import Foundation
import Testing

/// A file of `Mistakes`: code that must not compile, with what the compiler says of it.
///
/// `// error: …` and `// warning: …` stand above the line that they are about, `// note: …` belongs to one of these. With
/// `FIXED` defined the file is right. `// flags: …` are arguments of the compiler.
struct Mistake: Sendable, CustomTestStringConvertible {
    /// One thing that the compiler says of the file.
    struct Remark: Hashable, Comparable, CustomStringConvertible {
        var line: Int
        var text: String

        var description: String { "line \(line): \(text)" }

        static func < (one: Remark, other: Remark) -> Bool { (one.line, one.text) < (other.line, other.text) }
    }

    var name: String
    /// What is wrong, with what to write instead; the first line.
    var lesson: String
    var flags: [String] = []
    /// The errors and warnings.
    var remarks: [Remark] = []
    /// Texts of notes, which may stand in the library.
    var notes: [String] = []

    var testDescription: String { name }

    static let folder = Package.folder.appending(path: "Mistakes")

    static let all: [Mistake] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().map(Mistake.init)
    }()

    private init(_ name: String) {
        self.name = name
        let text = (try? String(contentsOf: Mistake.folder.appending(path: name), encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        lesson = String(lines[0])
        var waiting: [String] = []
        for (index, line) in lines.enumerated() {
            let words = line.drop { $0 == " " }
            if words.hasPrefix("// flags: ") {
                flags = words.dropFirst(10).split(separator: " ").map(String.init)
            } else if words.hasPrefix("// note: ") {
                notes.append(String(words.dropFirst(9)))
            } else if words.hasPrefix("// error: ") || words.hasPrefix("// warning: ") {
                waiting.append(String(words.dropFirst(3)))
            } else {
                remarks += waiting.map { Remark(line: index + 1, text: $0) }
                waiting = []
            }
        }
    }
}
