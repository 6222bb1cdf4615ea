import Testing

@testable import BatonJudging
@testable import BatonLanguage
@testable import BatonLoading
@testable import BatonWorkflow

/// What stands where: a key that holds a map of the language in one place holds it in every place that has the key.
@Suite struct LanguageStructureTests {
    @Test(arguments: ["tls", "follow_redirects", "multipart", "graphql", "binary", "cache", "auth"])
    func `what a key holds is known wherever the key is`(_ name: String) {
        for map in Language.maps {
            guard let key = map[name] else { continue }
            #expect(key.content() != nil, "`\(name)` in \(map.title)")
        }
    }

    @Test(arguments: [Language.Step.map, Language.Endpoint.map, Language.Sample.map])
    func `a body from a file is written as a map of the same keys everywhere`(_ map: Language.Map) throws {
        let key = try #require(map["file"])
        #expect(key.content()?.map == Language.FileBody.map)
    }

    @Test(arguments: [("exec", Language.ExecExpect.map), ("workflow", Language.WorkflowExpect.map)])
    func `expect holds other checks beside a program and beside a workflow`(_ sibling: String, _ map: Language.Map) {
        #expect(Language.Step.expect.content(beside: ["name", sibling])?.map == map)
        #expect(Language.Step.expect.content(beside: ["get"])?.map == Language.Expect.map)
    }

    @Test func `a map finds each of its keys by its name, and no name twice`() {
        for map in Language.maps {
            #expect(Set(map.keys.map(\.name)).count == map.keys.count, "\(map.title)")
            for key in map.keys { #expect(map[key.name] === key, "`\(key.name)` in \(map.title)") }
        }
    }

    @Test func `no two maps have one title`() {
        #expect(Set(Language.maps.map(\.title)).count == Language.maps.count)
    }

    @Test func `what a key needs or excludes stands in the same map`() {
        for map in Language.maps {
            for rule in map.rules {
                switch rule {
                case .all(let keys), .exactlyOne(let keys), .atMostOne(let keys):
                    for key in keys { #expect(map.keys.contains(key), "`\(key.name)` in \(map.title)") }
                case .needs(let keys, let owner):
                    for key in keys + [owner] { #expect(map.keys.contains(key), "`\(key.name)` in \(map.title)") }
                case .notEmpty: break
                }
            }
        }
    }

    @Test func `a key that restates another one is the same key, and keys of one name are not`() {
        #expect(Language.Defaults.headers == Language.Step.headers)
        #expect(Language.Defaults.headers !== Language.Step.headers)
        #expect(Language.RequestFlow.every != Language.Retry.every)
    }
}

@Suite struct OperatorWordTests {
    @Test func `every operator is found by its name, and only by that`() {
        for word in OperatorWord.all { #expect(OperatorWord[word.name]?.key === word.key) }
        #expect(OperatorWord["steps"] == nil)
    }

    @Test(
        arguments: [
            "", "x", "step", "stepss", "Steps", "continue_on_failurf", "continue_on_failure_", "default_environmenu",
            "defaultXenvironment", "follow_redirectz", "$.name", "PROPFIND", "na\u{0}e",
        ])
    func `what only resembles a word is none`(_ text: String) {
        #expect(!Language.words.contains(text))
        #expect(Language.maps.allSatisfy { $0[text] == nil })
    }
}
