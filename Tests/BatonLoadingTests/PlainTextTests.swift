import BatonDiagnostics
import Testing

/// Keys whose text stands as it is.
@Suite struct PlainTextTests {
    @Test(arguments: [
        ("name: ⟦Read $(run.id)⟧\nsteps: [ get: /x ]", "name"),
        ("steps:\n  - get: /x\n    name: ⟦\"$(run.id)\"⟧", "name"),
        ("description: ⟦of $(run.id)⟧\nsteps: [ get: /x ]", "description"),
    ])
    func `an expression in it gets a warning`(_ file: String, _ key: String) {
        let (text, range) = Loading.marked(file)
        let result = Loading.load(text)
        #expect(result.workflow != nil)
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.message) == ["`\(key)` is plain text: `$(…)` stays in it as written"])
        #expect(result.diagnostics.first?.range.map { $0.lower..<$0.upper } == range)
    }

    @Test(arguments: ["What $(…) means", "costs $5", "ends in $("])
    func `a dollar sign gets none`(_ name: String) {
        #expect(Loading.load("name: \(name)\nsteps: [ get: /x ]").diagnostics.map(\.message) == [])
    }
}
