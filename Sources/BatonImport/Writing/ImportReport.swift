package import BatonJSON

/// What is carried over from a source, and what is not.
package struct ImportReport: Sendable {
    /// How many there are, and how many of them are carried over.
    package struct Count: Sendable, Equatable {
        package var carried: Int
        package var total: Int

        package var isWhole: Bool { carried == total }
    }

    /// All notes, in the order of the source.
    package let notes: [ImportNote]
    package let requests: Count
    /// Tests by their names; a check without a name is one by itself.
    package let checks: Count
    /// The tests that are carried over, by the names of their requests from the top, joined by " › ".
    package let tests: [String: Set<String>]

    init(of project: ImportedProject, more: [ImportNote], secrets: SecretTexts) {
        var gathering = Gathering()
        gathering.visit(project.collection.notes)
        gathering.visit(project.collection.items, [])
        gathering.visit(elsewhere: more)
        notes = gathering.notes.map { note in
            var note = note
            note.request = secrets.masked(note.request)
            note.statement = secrets.masked(note.statement)
            note.reason = secrets.masked(note.reason)
            note.advice = secrets.masked(note.advice)
            note.test = note.test.map(secrets.masked)
            return note
        }
        let lostRequests = Set(gathering.notes.filter { $0.kind == .lost && $0.test == nil }.map(\.request))
        let carried = gathering.requests.count { !lostRequests.contains($0) }
        requests = Count(carried: carried, total: gathering.requests.count)
        let known = gathering.tests.filter { !gathering.isLost($0) }
        checks = Count(carried: known.count, total: known.count + gathering.lostCount)
        var tests: [String: Set<String>] = [:]
        for request in gathering.requests { tests[secrets.masked(request)] = [] }
        for test in known {
            if let name = test.name { tests[secrets.masked(test.request)]?.insert(secrets.masked(name)) }
        }
        self.tests = tests
    }

    /// Whether something that a verdict may depend on is left out.
    package var isLossy: Bool { notes.contains { $0.kind == .lost } }

    /// `213 of 224 requests, 601 of 640 checks carried over`.
    package var summary: String {
        "\(requests.carried) of \(requests.total) requests, \(checks.carried) of \(checks.total) checks carried over"
    }

    /// A paragraph for each note of something that is lost.
    package var text: String {
        notes.filter { $0.kind == .lost }.map { note in
            let place = [note.request, note.place].filter { !$0.isEmpty }.joined(separator: ", ")
            let statement = Excerpt.line(note.statement, limit: 160)
            let advice = note.advice.isEmpty ? "" : "\n  by hand: \(Excerpt.line(note.advice, limit: 300))"
            return "not carried over: \(Excerpt.line(place, limit: 200))"
                + (statement.isEmpty ? "" : ": \(statement)") + "\n  \(Excerpt.line(note.reason, limit: 300))" + advice
        }.joined(separator: "\n")
    }

    /// - Parameter file: the source, as it was given.
    package func json(file: String) -> JSONValue {
        let rows = notes.map { note in
            JSONValue.object([
                "file": .string(file), "request": .string(note.request), "place": .string(note.place),
                "statement": .string(Excerpt.line(note.statement, limit: 1000)), "reason": .string(note.reason),
                "by_hand": .string(note.advice), "kind": .string(note.kind.rawValue),
                "check": note.test.map { .string($0) } ?? .null,
            ])
        }
        func count(_ count: Count) -> JSONValue {
            .object(["carried_over": .number(JSONNumber(count.carried)), "total": .number(JSONNumber(count.total))])
        }
        return .object([
            "file": .string(file), "summary": .string(summary), "requests": count(requests), "checks": count(checks),
            "not_carried_over": .array(rows),
        ])
    }
}

private struct Gathering {
    struct Test: Hashable {
        var request: String
        var name: String?
        /// Tells requests of one name apart.
        var place: Int
        /// Tells checks without a name apart.
        var number = 0
    }

    var notes: [ImportNote] = []
    /// By their names from the top.
    var requests: [String] = []
    var tests: Set<Test> = []
    var lostTests: Set<Test> = []
    private var count = 0
    /// Of notes that name their request, and stand elsewhere.
    private static let nowhere = -1

    mutating func visit(_ found: [ImportNote]) {
        for note in found { visit(note) }
    }

    mutating func visit(elsewhere found: [ImportNote]) {
        for note in found { visit(note, Self.nowhere) }
    }

    /// A test counts once, whether notes tell its place or not.
    var lostCount: Int {
        let placed = Set(lostTests.filter { $0.place != Self.nowhere }.map { [$0.request, $0.name ?? ""] })
        return lostTests.count {
            $0.place != Self.nowhere || $0.number > 0 || !placed.contains([$0.request, $0.name ?? ""])
        }
    }

    func isLost(_ test: Test) -> Bool {
        guard let name = test.name, !name.isEmpty else { return false }
        return [test.place, Self.nowhere].contains { place in
            lostTests.contains(Test(request: test.request, name: name, place: place))
        }
    }

    private mutating func visit(_ note: ImportNote, _ place: Int? = nil) {
        notes.append(note)
        guard note.kind == .lost, let name = note.test else { return }
        count += 1
        lostTests.insert(
            Test(
                request: note.request, name: name, place: place ?? requests.count - 1, number: name.isEmpty ? count : 0)
        )
    }

    mutating func visit(_ items: [ImportedItem], _ path: [String]) {
        for item in items {
            switch item {
            case .folder(let folder):
                visit(folder.notes)
                visit(folder.items, path + [folder.name])
            case .request(let request):
                let name = (path + [request.name]).joined(separator: " › ")
                requests.append(name)
                visit(request, name)
            }
        }
    }

    private mutating func visit(_ request: ImportedRequest, _ name: String) {
        visit(request.notes)
        visit(request.before, name)
        visit(request.after, name)
    }

    private mutating func visit(_ statements: [ImportedStatement], _ request: String) {
        for statement in statements {
            switch statement {
            case .check(let check):
                count += 1
                tests.insert(
                    Test(
                        request: request, name: check.name, place: requests.count - 1,
                        number: check.name == nil ? count : 0))
            case .branch(_, let then, let otherwise): visit(then + otherwise, request)
            case .loop(_, _, let body): visit(body, request)
            case .request(let inner): visit(inner, request)
            case .note(let note): visit(note)
            case .fail(_, let test?):
                tests.insert(Test(request: request, name: test, place: requests.count - 1))
            case .set, .capture, .wait, .next, .fail: break
            }
        }
    }
}
