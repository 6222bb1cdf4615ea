import CommandCalls
import Testing

/// The console of a run with many failures: each cause once, new ones first.
@Suite struct ConsoleCausesTests {
    @Test func `a reviewer sees new causes first, each in one block, in at most 300 lines`() async throws {
        let output = try await ReviewedRun().record().output
        let lines = output.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("::") }
        #expect(lines.count <= 300, "\(lines.count) lines\n\(output)")
        let blocks = lines.filter { $0.hasPrefix("── failure ") }
        let states = blocks.compactMap { $0.split(separator: ", ").last?.split(separator: " ").first.map(String.init) }
        #expect(states.first == "new" && states.last == "known", "\(blocks)")
        let order = states.compactMap { ["new", "changed", "known"].firstIndex(of: $0) }
        #expect(order.count == states.count && order == order.sorted(), "\(blocks)")
        #expect(
            lines.contains { $0.contains(" since ") && $0.contains(": POST /payments ") && $0.contains(" known, ") },
            "\(output)")
        // What failed stands once as a line and once in a block, or by name.
        #expect(lines.count { $0.contains("Pay a large amount") && !$0.contains(": it needs ") } == 2, "\(output)")
        #expect(output.contains("\n  since commit "), "\(output)")
    }
}
