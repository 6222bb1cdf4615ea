/// Variables that one script sets once, to a literal or to what is made up but is not the time, before anything reads them: they
/// are variables of the workflow from the beginning, and no step sets them.
struct ConstantSets {
    private let movable: Set<String>
    private var moved: [ImportedVariable] = []

    static func moved(_ project: ImportedProject) -> ImportedProject {
        var sets = ConstantSets(project)
        guard !sets.movable.isEmpty else { return project }
        var project = project
        sets.visit(&project.collection.items)
        project.collection.variables += sets.moved
        return project
    }

    private init(_ project: ImportedProject) {
        let requests = project.collection.requests
        let declared = Set((project.collection.variables + (project.environment?.variables ?? [])).map(\.name))
        var counts: [String: Int] = [:]
        var hasJumps = false
        for request in requests { Self.count(request.before + request.after, into: &counts, &hasJumps) }
        let early = VariableUse.readTooEarly(in: project.collection, declared: [])
        movable =
            hasJumps ? [] : Set(counts.filter { $0.value == 1 }.keys).subtracting(declared).subtracting(early)
    }

    private static func count(
        _ statements: [ImportedStatement], into counts: inout [String: Int], _ hasJumps: inout Bool
    ) {
        for statement in statements {
            switch statement {
            case .set(let name, _), .capture(let name, _): counts[name, default: 0] += 1
            case .branch(_, let then, let otherwise): count(then + otherwise, into: &counts, &hasJumps)
            case .loop(_, _, let body): count(body, into: &counts, &hasJumps)
            case .request(let request): count(request.before + request.after, into: &counts, &hasJumps)
            case .next: hasJumps = true
            case .check, .wait, .fail, .note: break
            }
        }
    }

    private mutating func visit(_ items: inout [ImportedItem]) {
        for index in items.indices {
            switch items[index] {
            case .folder(var folder):
                visit(&folder.items)
                items[index] = .folder(folder)
            case .request(var request):
                request.before.removeAll { take($0) }
                request.after.removeAll { take($0) }
                items[index] = .request(request)
            }
        }
    }

    /// Whether a statement is one that need not be a step.
    private mutating func take(_ statement: ImportedStatement) -> Bool {
        guard case .set(let name, let expression) = statement, movable.contains(name) else { return false }
        guard ExpressionText.isCertain(expression), !ExpressionText.names(in: expression).contains("now") else {
            return false
        }
        let literal = ExpressionText.tokens(expression).count == 1 ? ExpressionText.value(ofLiteral: expression) : nil
        let trimmed = expression.trimmingSpaces
        let value: ImportedValue =
            if let literal {
                .text(ImportText(literal))
            } else if YAMLText.isNumber(trimmed) {
                .number(trimmed)
            } else if trimmed == "null" {
                .null
            } else {
                .text(ImportText(expression: expression))
            }
        moved.append(ImportedVariable(name: name, value: value))
        return true
    }
}
