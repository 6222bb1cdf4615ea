import Testing

@testable import BatonImport

/// What the loader refuses is left out with a note of its own, and the rest is as it was.
@Suite struct `A part that the loader refuses` {
    /// A project with one request, before and behind which scripts do something.
    private static func project(_ before: [ImportedStatement], _ after: [ImportedStatement]) -> ImportedProject {
        var request = ImportedRequest(name: "Read", url: ImportText("http://127.0.0.1:8917/items"))
        (request.before, request.after) = (before, after)
        var collection = ImportedCollection(name: "Shop")
        collection.items = [.request(request)]
        return ImportedProject(collection: collection)
    }

    private static func written(_ before: [ImportedStatement], _ after: [ImportedStatement]) -> WorkflowWriter.Written {
        var settings = WorkflowWriter.Settings()
        settings.refusals = { Loaded($0).refusals }
        return WorkflowWriter.write(project(before, after), settings)
    }

    private static func check(_ condition: String, _ name: String = "a test") -> ImportedStatement {
        .check(ImportedCheck(name: name, subject: .condition(condition)))
    }

    private static let wrong = #"response.status == "200""#
    private static let right = "response.status < 300"

    private static let cases: [(before: [ImportedStatement], after: [ImportedStatement], kept: [String])] = [
        ([], [check(wrong)], []),
        ([], [check(wrong), check(right, "is right")], [right]),
        (
            [], [check(right, "first"), check(wrong, "second"), check("size(response.body) > 0", "third")],
            [right, "first", "third"]
        ),
        (
            [], [check(right), .capture(name: "token", source: .expression("response.status + \"a\""))],
            [right, "{{token}}"]
        ),
        ([.set(name: "a", expression: "1 + \"b\""), .set(name: "b", expression: "2")], [], ["b: 2", "{{a}}"]),
        ([.set(name: "a", expression: "1 + \"b\"")], [check("a == 1")], ["a == 1"]),
        ([.branch(test: wrong, then: [.set(name: "a", expression: "1")], otherwise: [])], [check(right)], [right]),
        ([.loop(list: "5", name: "x", body: [.set(name: "a", expression: "x")])], [check(right)], [right]),
        (
            [],
            [
                .check(
                    ImportedCheck(
                        name: "s",
                        subject: .schema(
                            .map([.init(name: ImportText("type"), value: .text(ImportText("any")))]), path: nil))),
                check(right),
            ], [right]
        ),
    ]

    @Test(arguments: cases.indices) func `goes alone`(index: Int) {
        let (before, after, kept) = Self.cases[index]
        let written = Self.written(before, after)
        let text = written.workflowText
        #expect(Loaded(written).refusals.map(\.reason) == [], "\(text)")
        #expect(kept.allSatisfy(text.contains), "\(text)")
        #expect(text.contains("/items") && text.contains("# not carried over: "), "\(text)")
        #expect(
            written.report.isLossy && written.report.notes.allSatisfy { !$0.statement.isEmpty },
            "\(written.report.text)")
    }

    /// Any part of a workflow may be refused: it goes with what needs it, and a workflow stays.
    @Test(arguments: 0..<12) func `leaves a workflow, whichever it is`(seed: Int) {
        var generated = GeneratedProject(seed)
        let written = WorkflowWriter.write(generated.project())
        let length = written.workflowText.utf8.count
        for offset in stride(from: 0, to: length, by: max(1, length / 30)) {
            var left = written
            var refusals = [Refusal(offset: offset, reason: "wrong", advice: "")]
            for _ in 0..<20 {
                let rest = RefusedParts.takenOut(refusals, of: left.workflow, declared: [], comment: \.statement)
                guard let rest else { break }
                #expect(!rest.notes.isEmpty && rest.document != left.workflow)
                left.workflow = rest.document
                refusals = Loaded(left).refusals
            }
            #expect(Loaded(left).refusals.map(\.reason) == [], "\(left.workflowText)")
        }
    }
}
