import BatonDiagnostics
import BatonYAML
import Testing

@Test func `a small file becomes a tree`() {
    let sink = DiagnosticSink()
    let node = YAMLComposer.compose(SourceFile(path: "a.yaml", text: "a: 1\nb: [x, 'y']\n"), into: sink)
    #expect(sink.diagnostics.isEmpty)
    #expect(node?["b"]?.items?.count == 2)
}
