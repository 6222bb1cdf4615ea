import BatonCEL
import BatonJSON
import Testing

@testable import BatonRunner

@Suite struct PassNamesTests {
    static let cases: [(value: JSONValue, name: String)] = [
        ("ada", "item=ada"), (3, "item=3"), (true, "item=true"), (.null, "item=null"), ("", "item=#1"),
        ("two\nlines", "item=two lines"), (["name": "ada", "age": 36], "item=ada"),
        (["password": "x-pass", "name": "ada"], "item=ada"), (["access_token": "x-pass"], "item=#1"),
        (["tags": ["a"], "id": 7], "item=7"), ([1, 2], "item=#1"), (["tags": []], "item=#1"),
        (.string(String(repeating: "x", count: 61)), "item=" + String(repeating: "x", count: 59) + "…"),
    ]

    @Test(arguments: cases.indices)
    func `a pass is called by its element`(_ index: Int) {
        var names = PassNames()
        #expect(names.name("item", CELValue(Self.cases[index].value), index: 0) == Self.cases[index].name)
    }

    @Test func `equal elements are told apart`() {
        var names = PassNames()
        #expect(
            ["a", "b", "a", "a"].enumerated().map { names.name("item", .string($1), index: $0) } == [
                "item=a", "item=b", "item=a #2", "item=a #3",
            ])
    }

    @Test func `a secret never enters a name`() {
        var names = PassNames()
        var secret = CELValue.string("hunter2")
        secret.isTainted = true
        #expect(names.name("item", secret, index: 4) == "item=#5")
    }
}
