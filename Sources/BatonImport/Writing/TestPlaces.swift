/// Where a written workflow checks what the tests of the source say: finds the tests of a check that has failed, and the steps
/// that must run for a test to have a verdict.
package struct TestPlaces: Sendable {
    package struct Step: Sendable {
        fileprivate let lines: ClosedRange<Int>
        /// The request of the source that it belongs to.
        package let source: Document.Source?
    }

    private struct Place {
        /// Counted from 1.
        var lines: ClosedRange<Int>
        /// Of a part of one line, counted from 1 in code points.
        var columns: Range<Int>?
        var tests: [Document.Test]
    }

    private let places: [Place]
    /// An outer one comes before those within.
    package let steps: [Step]
    /// The steps that check a test, by the places of requests and the names of tests.
    package let tests: [Int: [String: Set<Int>]]
    /// Those of them that may hold without having been looked at.
    package let guarded: [Int: Set<String>]

    package init(_ document: Document) {
        let text = Array(DocumentWriter.write(document).utf8)
        var starts = [0]
        for (index, byte) in text.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
        let lines = Lines(text: text, starts: starts)
        var tests: [[Int]: [Document.Test]] = [:]
        Self.gather(.map(document.root), [], &tests)
        let written = DocumentWriter.places(in: document)
        places = written.flatMap { place in tests[place.path].map { lines.places(of: $0, in: place.range) } ?? [] }
        var sources: [[Int]: Document.Source?] = [:]
        Self.gather(.map(document.root), [], nil, &sources)
        let found = written.compactMap { place in
            sources[place.path].map { (place.path, Step(lines: lines.lines(of: place.range), source: $0)) }
        }.sorted { $0.0.lexicographicallyPrecedes($1.0) }
        steps = found.map(\.1)
        let indices = Dictionary(uniqueKeysWithValues: found.indices.map { (found[$0].0, $0) })
        var checked: [Int: [String: Set<Int>]] = [:]
        var (guarded, certain): ([Int: Set<String>], [Int: Set<String>]) = ([:], [:])
        for (path, tests) in tests {
            let ways = path.indices.reversed().map { Array(path[..<$0]) }
            guard let step = ways.lazy.compactMap({ indices[$0] }).first, let request = steps[step].source?.place
            else { continue }
            for test in tests {
                checked[request, default: [:]][test.name, default: []].insert(step)
                if test.isGuarded {
                    guarded[request, default: []].insert(test.name)
                } else {
                    certain[request, default: []].insert(test.name)
                }
            }
        }
        self.tests = checked
        self.guarded = guarded.merging(certain) { $0.subtracting($1) }.filter { guarded[$0.key] != nil }
    }

    /// The innermost step on a line.
    package func step(atLine line: Int) -> Int? { steps.lastIndex { $0.lines.contains(line) } }

    /// The steps with what they were made of: one within another is of the same request.
    private static func gather(
        _ value: Document.Value, _ path: [Int], _ source: Document.Source?, _ sources: inout [[Int]: Document.Source?]
    ) {
        guard case .map(let map) = value else { return }
        for (index, entry) in map.entries.enumerated() where entry.key == "steps" {
            guard case .list(let items) = entry.value else { continue }
            for (position, item) in items.enumerated() {
                guard case .map(let step) = item.value else { continue }
                let path = path + [index, position]
                let own = source ?? step.source
                sources[path] = own
                gather(item.value, path, own, &sources)
            }
        }
    }

    /// The names of the tests that say a check.
    ///
    /// - Parameter comparison: the operator that failed.
    package func names(line: Int, column: Int, comparison: String?) -> [String] {
        var around = places.filter { $0.lines.contains(line) }
        if let exact = around.map(\.lines.count).min() { around.removeAll { $0.lines.count > exact } }
        let beside = around.filter { $0.columns?.contains(column) ?? true }
        let tests = (beside.isEmpty ? around : beside).flatMap(\.tests)
        let compared = tests.filter { $0.comparison == nil || $0.comparison == comparison }
        var names: [String] = []
        for test in compared.isEmpty ? tests : compared where !names.contains(test.name) { names.append(test.name) }
        return names
    }

    private static func gather(_ value: Document.Value, _ path: [Int], _ tests: inout [[Int]: [Document.Test]]) {
        switch value {
        case .map(let map):
            for (index, entry) in map.entries.enumerated() {
                if !entry.tests.isEmpty { tests[path + [index]] = entry.tests }
                gather(entry.value, path + [index], &tests)
            }
        case .list(let items):
            for (index, item) in items.enumerated() { gather(item.value, path + [index], &tests) }
        case .word, .text, .parameter: break
        }
    }

    private struct Lines {
        let text: [UInt8]
        let starts: [Int]

        /// The line that a byte is in, from 0.
        private func line(of offset: Int) -> Int {
            var low = 0
            var high = starts.count
            while high - low > 1 {
                let middle = (low + high) / 2
                if starts[middle] <= offset { low = middle } else { high = middle }
            }
            return low
        }

        private func column(of offset: Int, in line: Int) -> Int {
            String(decoding: text[starts[line]..<offset], as: UTF8.self).unicodeScalars.count + 1
        }

        /// Counted from 1.
        func lines(of range: Range<Int>) -> ClosedRange<Int> {
            line(of: range.lowerBound) + 1...line(of: max(range.upperBound - 1, range.lowerBound)) + 1
        }

        func places(of tests: [Document.Test], in range: Range<Int>) -> [Place] {
            let (first, last) = (lines(of: range).lowerBound - 1, lines(of: range).upperBound - 1)
            let columns =
                first == last ? column(of: range.lowerBound, in: first)..<column(of: range.upperBound, in: first) : nil
            var places: [Place] = []
            let whole = tests.filter { $0.line == nil }
            if !whole.isEmpty { places.append(Place(lines: first + 1...last + 1, columns: columns, tests: whole)) }
            guard whole.count < tests.count else { return places }
            for line in first...last {
                let end = line + 1 < starts.count ? starts[line + 1] - 1 : text.count
                let content = String(decoding: text[starts[line]..<end], as: UTF8.self).trimmingSpaces
                let own = tests.filter { $0.line == content }
                if !own.isEmpty { places.append(Place(lines: line + 1...line + 1, tests: own)) }
            }
            return places
        }
    }
}
