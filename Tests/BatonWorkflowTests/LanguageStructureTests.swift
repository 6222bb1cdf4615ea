import Testing

@testable import BatonWorkflow

/// What stands where: a key that holds a map of the language in one place holds it in every place that has the key.
@Suite struct LanguageStructureTests {
    @Test(arguments: ["tls", "follow_redirects", "multipart", "graphql", "binary", "cache", "auth"])
    func `a key is described wherever it is`(_ key: String) {
        for context in Language.contexts where context.keys.contains(where: { $0.name == key }) {
            #expect(Language.content(of: key, in: context) != nil, "`\(key)` in \(context.title)")
        }
    }

    @Test(arguments: ["a step", "an endpoint", "`sample`"])
    func `so is a body from a file`(_ title: String) throws {
        let context = try #require(Language.contexts.first { $0.title == title })
        #expect(Language.content(of: "file", in: context)?.context.title == Language.fileBody.title)
    }
}
