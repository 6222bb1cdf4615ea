import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonLoading
import BatonWorkflow
import Testing

@testable import BatonRecords
@testable import BatonRunner

/// `await`: branches of `parallel` that wait for steps of each other.
@Suite struct AwaitTests {
    /// A tree of steps, made of a seed.
    private indirect enum Node {
        case step(id: String, isSkipped: Bool)
        case awaiting(String)
        case group([Node])
        case parallel([Node])

        func text(_ indent: String = "  ") -> String {
            func list(_ key: String, _ nodes: [Node]) -> String {
                "\(indent)- \(key):\n" + nodes.map { $0.text(indent + "    ") }.joined()
            }
            return switch self {
            case .step(let id, let isSkipped):
                "\(indent)- { id: \(id), that: 1 < 2\(isSkipped ? ", if: 1 > 2" : "") }\n"
            case .awaiting(let id): "\(indent)- await: \(id)\n"
            case .group(let nodes): list("steps", nodes)
            case .parallel(let nodes): list("parallel", nodes)
            }
        }

        /// The ids in it, and what it awaits.
        var ids: Set<String> {
            switch self {
            case .step(let id, _): [id]
            case .awaiting: []
            case .group(let nodes), .parallel(let nodes): nodes.reduce(into: []) { $0.formUnion($1.ids) }
            }
        }

        /// What is awaited here and stands in no other branch of one `parallel`.
        var unmet: [String] {
            switch self {
            case .step: []
            case .awaiting(let id): [id]
            case .group(let nodes): nodes.flatMap(\.unmet)
            case .parallel(let nodes):
                nodes.enumerated().flatMap { index, node in
                    node.unmet.filter { id in
                        !nodes.enumerated().contains { $0.offset != index && $0.element.ids.contains(id) }
                    }
                }
            }
        }

        /// Goes as far as it can while these steps have passed; returns whether it came to its end.
        func advance(_ passed: inout Set<String>) -> Bool {
            switch self {
            case .step(let id, _):
                passed.insert(id)
                return true
            case .awaiting(let id): return passed.contains(id)
            case .group(let nodes):
                for node in nodes where !node.advance(&passed) { return false }
                return true
            case .parallel(let nodes):
                return nodes.reduce(true) { all, node in node.advance(&passed) && all }
            }
        }

        /// Whether nothing waits for ever.
        var ends: Bool {
            var passed: Set<String> = []
            while true {
                let before = passed.count
                if advance(&passed) { return true }
                if passed.count == before { return false }
            }
        }
    }

    private struct Maker {
        var random: SplitMix64
        let skips: Bool
        var count = 0

        mutating func node(_ depth: Int) -> Node {
            switch Int.random(in: 0..<(depth == 0 ? 5 : 9), using: &random) {
            case 0..<3:
                count += 1
                return .step(id: "s\(count)", isSkipped: skips && Int.random(in: 0..<4, using: &random) == 0)
            case 3..<5: return .awaiting("s\(Int.random(in: 1...6, using: &random))")
            case 5..<7: return .group(nodes(depth))
            default: return .parallel(nodes(depth))
            }
        }

        /// A branch with a step of its own, and one that awaits that of another branch.
        mutating func branch(_ index: Int) -> Node {
            let other = (index + Int.random(in: 1...2, using: &random)) % 3
            let own = Node.step(id: "s\(index)", isSkipped: skips && Int.random(in: 0..<4, using: &random) == 0)
            return .group([own, .awaiting("s\(other)")].shuffled(using: &random))
        }

        mutating func nodes(_ depth: Int) -> [Node] {
            (0..<Int.random(in: 2...3, using: &random)).map { _ in node(depth - 1) }
        }
    }

    private static func root(_ seed: Int, skips: Bool) -> Node {
        var maker = Maker(random: SplitMix64(state: UInt64(seed)), skips: skips)
        return .parallel((0..<3).map { seed.isMultiple(of: 2) ? maker.node(2) : maker.branch($0) })
    }

    private static let awaitsNoBranch = "waits for a step of another branch"
    private static let neverComes = "would never come"

    /// The errors of a file, each by the words that tell its kind.
    private static func load(_ text: String) -> [String] {
        let sink = DiagnosticSink()
        let context = LoadingContext(projectVariables: [], environment: nil, hasBaseURL: true)
        _ = FileLoader(context).load(SourceFile(path: "w.yaml", text: text), into: sink)
        return sink.diagnostics.filter { $0.severity == .error }.map { error in
            [awaitsNoBranch, neverComes].first(where: error.message.text.contains) ?? error.message.text
        }
    }

    @Test(.timeLimit(.minutes(20)))
    func `what would wait for ever is refused, and everything else runs to its end`() async throws {
        var met: [String: Int] = [:]
        for seed in 0..<600 {
            let root = Self.root(seed, skips: false)
            let text = "steps:\n" + root.text()
            let found = Set(Self.load(text))
            let expected: Set<String> =
                if !root.unmet.isEmpty {
                    [Self.awaitsNoBranch]
                } else if root.ends {
                    []
                } else {
                    [Self.neverComes]
                }
            #expect(found == expected, "\(seed):\n\(text)")
            met[expected.first ?? "", default: 0] += 1
            guard found.isEmpty, text.contains("await") else { continue }
            let cases = try await Bench().run(text)
            #expect(cases[0].outcome == .passed || root.ids.isEmpty, "\(seed):\n\(text)")
        }
        #expect(met.count == 3 && met.values.allSatisfy { $0 > 10 }, "\(met)")
    }

    @Test(.timeLimit(.minutes(20)))
    func `nothing waits for a step that is skipped or never reached`() async throws {
        var counts: [Outcome: Int] = [:]
        for seed in 0..<600 {
            let text = "steps:\n" + Self.root(seed, skips: true).text()
            guard text.contains("await"), Self.load(text).isEmpty else { continue }
            let cases = try await Bench().run(text)
            counts[cases[0].outcome, default: 0] += 1
        }
        #expect((counts[.error] ?? 0) > 10, "\(counts)")
    }
}
