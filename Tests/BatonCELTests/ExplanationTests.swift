import BatonCEL
import Testing

@Suite struct ExplanationTests {
    private func lines(_ text: String) throws -> [String] {
        var issues: [CELIssue] = []
        let program = CELProgram.compile(text, in: Sample.declarations) { issues.append($0) }
        return try #require(program, "\(issues)").explain(Sample.activation()).map { part in
            if !part.wasEvaluated { return "\(part.text): not evaluated" }
            if let error = part.error { return "\(part.text): \(error.message)" }
            return "\(part.text): \(part.value?.brief ?? "?")"
        }
    }

    @Test func `every part but the literals is shown with its value`() throws {
        #expect(
            try lines("response.status == 201 && size(response.json.items) > 5") == [
                "response.status == 201: false", "response.status: 200",
                "size(response.json.items) > 5: not evaluated",
            ])
        #expect(
            try lines("size(response.json.items) > 5") == [
                "size(response.json.items): 3",
                "response.json.items: [{\"price\": 1}, {\"price\": 2}, {\"price\": -1}]",
            ])
    }

    @Test func `the element that decided is shown in place of the variable`() throws {
        #expect(
            try lines("json.items.all(i, i.price > 0)") == [
                "json.items: [{\"price\": 1}, {\"price\": 2}, {\"price\": -1}]",
                "json.items[2].price > 0: false", "json.items[2].price: -1",
            ])
    }

    @Test func `nested loops show both elements`() throws {
        #expect(
            try lines("[[1, 2], [3, 0]].all(row, row.all(x, x > 0))") == [
                "[[1, 2], [3, 0]][1].all(x, x > 0): false", "[[1, 2], [3, 0]][1]: [3, 0]",
                "[[1, 2], [3, 0]][1][1] > 0: false", "[[1, 2], [3, 0]][1][1]: 0",
            ])
    }

    @Test func `a loop in which nothing decided shows what it went through`() throws {
        #expect(
            try lines("json.items.exists(i, i.price > 5)") == [
                "json.items: [{\"price\": 1}, {\"price\": 2}, {\"price\": -1}]"
            ])
    }

    @Test func `where a member is missing the part before it is shown`() throws {
        #expect(
            try lines("json.items[0].cost > 1") == [
                "json.items[0].cost > 1: there is no `cost`", "json.items[0].cost: there is no `cost`",
                "json.items[0]: {\"price\": 1}",
            ])
    }

    @Test func `a bare name is shown itself`() throws {
        #expect(try lines("name == \"Bob\"") == ["name: \"Ada\""])
        #expect(try lines("json").count == 1)
    }
}
