import Testing

@testable import BatonJudging
@testable import BatonLoading

/// A line that is shifted, whichever it is, is one mistake.
@Suite struct IndentationTests {
    private static let lines = """
        name: a
        vars:
          a: 1
          b:
            - 1
            - x: 2
              y: 3
        steps:
          - name: one
            get: /a
            headers:
              A: b
            expect:
              status: 200
              $.a: { gt: 1 }
              $.b:
                type: integer
                gt: 3
            capture:
              id: $.id
          - get: /b
            expect:
              status: 200
          - name: three
            steps:
              - post: /c
                json:
                  a: 1
                  b:
                    - 1
                    - 2
              - that: 1 == 1
          - name: four
            get: /d
        """.split(separator: "\n").map(String.init)

    @Test(arguments: lines.indices, [1, -1])
    func `a line shifted by one space is told once`(_ index: Int, _ shift: Int) {
        var lines = Self.lines
        guard shift > 0 || lines[index].hasPrefix(" ") else { return }
        lines[index] = shift > 0 ? " " + lines[index] : String(lines[index].dropFirst())
        let found = Loading.load(lines.joined(separator: "\n") + "\n").diagnostics.filter { $0.severity == .error }
        #expect(found.count <= 1, "\(found.map { "\($0.code): \($0.message)" })")
    }

    @Test func `of several lines that stand wrong the first is told`() {
        let found = Loading.load("steps:\n - name: one\n    get: /a\n  - name: two\n    get: /b\n").diagnostics
        #expect(found.map(\.message) == ["this line is indented under `name`, which has a value already"])
    }
}
