import BatonHTTP
import Testing

@testable import BatonCEL
@testable import BatonWorkflow

/// What `baton explain` knows: all words of the language, each with what a reader needs.
@Suite struct ReferenceTests {
    private static func entries(_ kinds: ReferenceEntry.Kind...) -> [ReferenceEntry] {
        Reference.entries.filter { kinds.contains($0.kind) }
    }

    @Test(arguments: Language.maps.indices)
    func `every key and every operator of a map is explained`(_ index: Int) {
        let map = Language.maps[index]
        let explained = Self.entries(.key, .operator).filter { $0.maps.contains(map.title) }
        for key in map.keys {
            let entry = explained.first { $0.word == key.name }
            #expect(entry != nil, "\(key.name) of \(map.title)")
            #expect(entry?.meaning.count ?? 0 > 5, "\(key.name) of \(map.title)")
        }
    }

    @Test func `every key says where it may stand, and every key and operator has an example`() {
        for entry in Self.entries(.key) { #expect(!entry.places.isEmpty, "\(entry.word) of \(entry.owner)") }
        for entry in Self.entries(.key, .operator) {
            let example = Reference.example(for: entry)
            #expect(example?.contains(entry.word) == true, "\(entry.word) of \(entry.owner)")
            #expect((example?.split(separator: "\n").count ?? 0) <= 12, "\(entry.word) of \(entry.owner)")
        }
    }

    @Test func `every function and method has its call, its types and what it gives`() {
        let library = FunctionLibrary.library
        let explained = Self.entries(.function)
        for name in Set(library.functionNames + library.methodNames) {
            let entry = explained.first { $0.word == name }
            #expect(entry != nil, "\(name)")
            #expect(entry?.call?.contains("\(name)(") == true, "\(name)")
            #expect(entry?.types.isEmpty == false, "\(name)")
            #expect(entry?.meaning.count ?? 0 > 5, "\(name)")
        }
        let macros = ["has", "cel.bind"] + CELCompiler.macroNames
        let known = Set(library.functionNames + library.methodNames + macros)
        #expect(explained.map(\.word).filter { !known.contains($0) } == [])
        #expect(macros.filter { name in !explained.contains { $0.word == name } } == [])
    }

    @Test func `every function of Baton's own has an example`() {
        let standard = Set(CELLibrary.standard.functionNames + CELLibrary.standard.methodNames)
        for entry in Self.entries(.function) where !standard.contains(entry.word) {
            guard FunctionLibrary.library.function(entry.word) != nil else { continue }
            #expect(Reference.example(for: entry)?.contains("\(entry.word)(") == true, "\(entry.word)")
        }
    }

    @Test func `every root and every member of response is explained`() {
        let words = Set(Self.entries(.name).map(\.word))
        for root in Root.allCases { #expect(words.contains(root.name), "\(root.name)") }
        for type in [Roots.responseType, Roots.programType] {
            for member in type.members { #expect(words.contains("response.\(member.name)"), "\(member.name)") }
        }
    }

    @Test func `every kind of failure says when it comes and what to do`() {
        for kind in Failure.Kind.all {
            let entry = Reference.entries(for: kind.rawValue).first
            #expect(entry?.kind == .failure, "\(kind)")
            #expect(entry?.meaning.count ?? 0 > 5, "\(kind)")
            #expect(entry?.advice?.count ?? 0 > 5, "\(kind)")
        }
    }

    @Test(arguments: [
        "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in", "&&", "||", "!", "?:", "?", "$", "$events",
        "<any>", "<string>", "<null>", "<uuid>", "<date>", "<datetime>", "<email>", "<uri>", "<matches REGEX>",
        "<absent>",
    ])
    func `a sign of the language is explained as itself`(_ sign: String) {
        #expect(Reference.entries(for: sign).contains { $0.kind == .sign && $0.meaning.count > 5 })
    }

    @Test(arguments: [
        ("json", ["a step", "`rows`", "`for_each`", "`expect`", "an endpoint"]),
        ("retry.attempts", ["`retry`"]),
        ("close_to.value", ["`close_to`"]),
        ("tolerance", ["`close_to`"]),
    ])
    func `a word with several meanings has an entry for each, those of steps first`(_ word: String, _ owners: [String])
    {
        let found = Reference.entries(for: word).filter { $0.kind == .key }.map(\.owner)
        #expect(Set(found).isSuperset(of: owners), "\(found)")
        #expect(found.first == owners.first)
    }

    @Test(arguments: [
        ("assert", ["expect", "that"]), ("sleep", ["wait"]), ("status_code", ["status"]), ("nothing-at-all", []),
        ("StatusCode", ["status"]), ("upload", ["file", "multipart"]), ("runners", ["base_url", "base"]), ("{{x}}", []),
    ])
    func `words of other tools lead to those of the language`(_ word: String, _ words: [String]) {
        #expect(Reference.meanings(ofForeign: word) == words)
    }

    @Test(arguments: [
        ("retyr", "retry"), ("expct", "expect"), ("starts-with", "starts_with"),
        ("unknown-key", "workflow.unknown-key"),
        ("expired", "network.tls.expired"),
    ])
    func `near an unknown word are those that it is close to or a part of`(_ word: String, _ near: String) {
        #expect(Reference.entries(for: word).isEmpty)
        #expect(Reference.near(word).contains(near), "\(Reference.near(word))")
    }

    @Test(arguments: [("RETRY", "retry"), ("Check.Failed", "check.failed"), ("startswith", "startsWith")])
    func `upper and lower case find the same word`(_ written: String, _ word: String) {
        #expect(Reference.entries(for: written).first?.word == word)
    }

    @Test(arguments: [
        ("as `retry`", "as `retry`"), ("see [below](#one-login-for-many)", "see \"one login for many\""),
        ("the [cache](cache.md) too", "the cache too"), ("a \\| b", "a | b"),
    ])
    func `a cell of a page is plain text`(_ cell: String, _ text: String) {
        #expect(Reference.plain(cell) == text)
    }
}
