import Foundation
import Testing

/// What the compiler says of mistakes in code that uses the library.
@Suite struct MistakesTests {
    /// The version whose messages stand in the files.
    private static let version = "6.3.1"

    private static let hint: Comment =
        """
        the files have the messages of Swift \(version), and this is Swift \(Compiler.version): if the new message is as good, \
        write it into the file and into docs/swift.md
        """

    @Test func `ten mistakes at least are known, and each says what is right`() {
        #expect(Mistake.all.count >= 10)
        for mistake in Mistake.all {
            #expect(mistake.lesson.hasPrefix("// ") && mistake.lesson.hasSuffix("."), "\(mistake.name)")
            #expect(!mistake.remarks.isEmpty, "\(mistake.name) has no message")
        }
    }

    @Test(arguments: Mistake.all)
    func `a mistake has its message, in its line, and no other`(_ mistake: Mistake) throws {
        let verdict = try Compiler.check(mistake, isFixed: false)
        #expect(verdict.remarks.sorted() == mistake.remarks.sorted(), Self.hint)
        for note in mistake.notes {
            #expect(verdict.notes.contains(note), Self.hint)
        }
    }

    @Test(arguments: Mistake.all)
    func `without its mistake a file compiles`(_ mistake: Mistake) throws {
        let verdict = try Compiler.check(mistake, isFixed: true)
        #expect(verdict.output.isEmpty)
    }

    @Test func `the page shows no message that the compiler does not give`() throws {
        let page = try String(contentsOf: Package.repository.appending(path: "docs/swift.md"), encoding: .utf8)
        let shown = page.split(separator: "\n").filter { $0.hasPrefix("|") }
            .flatMap { $0.matches(of: /``(.+?)``(?!`)/) }.map { String($0.1).trimmingCharacters(in: .whitespaces) }
        #expect(shown.count >= 10)
        let known = Mistake.all.flatMap { mistake in
            mistake.notes + mistake.remarks.map { String($0.text.drop { $0 != " " }.dropFirst()) }
        }
        for message in shown {
            #expect(known.contains(message), "docs/swift.md shows it, and no file of Mistakes has it")
        }
    }
}
