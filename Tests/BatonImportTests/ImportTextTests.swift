import BatonImport
import Testing

@Suite struct `A text with expressions` {
    @Test func `joins neighbouring literals`() {
        var text = ImportText("a")
        text.append(.literal("b"))
        text.append(.expression("c"))
        text.append(.literal(""))
        #expect(text.pieces == [.literal("ab"), .expression("c")])
    }

    @Test func `keeps the type of a value that is one expression`() {
        #expect(ImportText(expression: "size(items)").expression == "size(items)")
        #expect(ImportText("5").expression == nil)
        #expect(ImportText("5").literal == "5")
    }
}
