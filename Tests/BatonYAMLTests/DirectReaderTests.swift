import BatonDiagnostics
import BatonSystem
import FuzzTargets
import Testing

@testable import BatonYAML

/// Ordinary files are read without libyaml, and nobody can tell.
///
/// That the trees are the same is asked of every text in this suite, and of all others that these tests compose.
@Suite struct DirectReaderTests {
    private static let root = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))
    private static let samples = FuzzSeeds(repository: root, conformance: root).texts(for: .yaml)

    /// Whether libyaml is not needed; records what it would read otherwise.
    private static func isDirect(_ bytes: [UInt8]) -> Bool {
        let composed = Composed(bytes: bytes)
        let check = TextCheck(composed.file)
        guard check.findings.isEmpty, !check.hasTabsOrReturns else { return false }
        return DirectReader.read(composed.file, .init()) != nil
    }

    @Test(arguments: [
        "a: 1\n", "a: 1", "  a: x  y # c\n  b: 'it''s'\n\n# end\n",
        "a:\n- 1\n-   b: 2\n    c: - 3\n"
            .replacing("c: - 3", with: "c:\n    - 3"), "- - - a\n  - b\n-\n  c: d\n",
        "a: {b: [1, 'x', \"\\n\"], \"c\":d,\n e: {}, }\nf: [\n]\n",
        "a: |\n\n  x\n\n   y\nb: >-\n z\n# c\nc: |+\n  w\n\n",
        "$.é: $(f('a', \"b\"))\n\"k k\" : http://x:80/?a=b#c\n'q': -1\n", "a:  # c\n\n  b: {c: $(f(1))}\n", "a: 1\n ",
    ])
    func `an ordinary file needs no libyaml`(_ text: String) { #expect(Self.isDirect(Array(text.utf8))) }

    @Test(arguments: [
        "", "a", "[a]", "---\na: 1\n", "a: 1\n...\n", "%YAML 1.2\n---\na: 1\n", "\u{FEFF}a: 1\n", "a: &x 1\n",
        "a: *x\n",
        "a: !t 1\n", "? a\n", "a:\t1\n", "a: 1\r\n", "a: b\n c\n", "a: 'b\n  c'\n", "a: \"b\\\n  c\"\n",
        "a: |2\n   b\n",
        "a: | # c\n  b\n", "a:\n", "- a\n-\n", "a: 1\na: 2\n", "<<: {}\n", "a: {{b}}\n", "a: x{{b}}\n", "a: {b}\n",
        "a: [b: c]\n", "a: {b: }\n", "a: [$(f(1, 2))]\n", "a: f(1 # 2)\n", "a: b: c\n", "a: 'b' c\n", "a: [b] c\n",
        "a: {b: 1\n---\n}\n", "a: @b\n", "a: 1\n  b: 2\n", "  a: 1\n b: 2\n", "a:\n    b: 1\n  c: 2\n",
        "a: \"\\u0041\"\n",
        "a: |\n", "a: |\n    \n  b\n", "a: [b, c\n", "a: {b: c?}\n", "a: {b: c:, d: 1}\n",
    ])
    func `any other file is left to libyaml`(_ text: String) { #expect(!Self.isDirect(Array(text.utf8))) }

    @Test func `nearly all samples of the repository are ordinary`() {
        let direct = Self.samples.count { Self.isDirect($0) }
        #expect(direct * 10 > Self.samples.count * 8, "\(direct) of \(Self.samples.count)")
    }

    @Test func `samples that were changed at random are read alike`() {
        var mutation = TextMutation(seed: 11)
        var direct = 0
        for _ in 0..<2_000 {
            if Self.isDirect(mutation.applied(to: mutation.pick(Self.samples), mutation.pick(Self.samples))) {
                direct += 1
            }
        }
        #expect(direct > 200)
    }

    @Test(arguments: 0..<50) func `files made at random are read alike`(_ seed: UInt64) {
        var random = RandomOrdinaryFile(seed: seed)
        let direct = (0..<60).count { _ in Self.isDirect(Array(random.file().utf8)) }
        #expect(direct > 6)
    }
}
