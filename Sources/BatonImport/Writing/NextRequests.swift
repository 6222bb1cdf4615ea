/// Where scripts choose the request that follows: a variable holds its name, and conditions look at it.
///
/// A jump forward skips the steps between, a jump backward repeats them as a group with `while`, and an end skips the rest.
struct NextRequests {
    static let variable = "next_request"
    private static let end = "(end)"

    /// What the steps of a list have to do with jumps.
    struct Range: Equatable {
        var steps: ClosedRange<Int>
        var target: String
    }

    /// A list of the source: that of the collection, or a folder's.
    typealias Place = [Int]

    /// Names that the variable must not have for a step to run, by the step's place.
    private(set) var skipped: [Place: [String]] = [:]
    /// Groups that are repeated, by the place of their list.
    private(set) var repeated: [Place: [Range]] = [:]
    private(set) var isUsed = false
    /// Jumps that cannot be written, by the name of the request and of the target.
    private var lost: Set<[String]> = []

    init(_ collection: ImportedCollection) {
        var requests: [(place: Place, request: ImportedRequest)] = []
        Self.gather(collection.items, [], into: &requests)
        for (index, (place, request)) in requests.enumerated() {
            var targets: [String?] = []
            Self.gather(request.before + request.after, into: &targets)
            for target in targets { add(target, from: index, place, requests) }
        }
    }

    private static func gather(
        _ items: [ImportedItem], _ place: Place, into found: inout [(place: Place, request: ImportedRequest)]
    ) {
        for (index, item) in items.enumerated() {
            switch item {
            case .request(let request): found.append((place + [index], request))
            case .folder(let folder): gather(folder.items, place + [index], into: &found)
            }
        }
    }

    private static func gather(_ statements: [ImportedStatement], into targets: inout [String?]) {
        for statement in statements {
            switch statement {
            case .next(let target): targets.append(target)
            case .branch(_, let then, let otherwise): gather(then + otherwise, into: &targets)
            case .loop(_, _, let body): gather(body, into: &targets)
            default: break
            }
        }
    }

    private mutating func add(
        _ target: String?, from index: Int, _ place: Place, _ requests: [(place: Place, request: ImportedRequest)]
    ) {
        let named = requests.indices.filter { requests[$0].request.name == target }
        guard target == nil || named.count == 1 else {
            lost.insert([requests[index].request.name, target ?? ""])
            return
        }
        isUsed = true
        guard let target, let goal = named.first else {
            for later in requests.dropFirst(index + 1) { skip(later.place, Self.end) }
            return
        }
        if goal > index {
            for later in requests[(index + 1)..<goal] { skip(later.place, target) }
        } else if !repeatSteps(from: requests[goal].place, to: place, target) {
            lost.insert([requests[index].request.name, target])
        }
    }

    private mutating func skip(_ place: Place, _ target: String) {
        if skipped[place]?.contains(target) != true { skipped[place, default: []].append(target) }
    }

    /// Two steps of one list, and what stands between them; false where other repeated steps would be cut.
    private mutating func repeatSteps(from first: Place, to last: Place, _ target: String) -> Bool {
        guard first.dropLast() == last.dropLast(), let low = first.last, let high = last.last else { return false }
        let list = Array(first.dropLast())
        let known = repeated[list] ?? []
        if known.contains(where: { $0.target == target && $0.steps == low...high }) { return true }
        guard known.allSatisfy({ !$0.steps.overlaps(low...high) }) else { return false }
        repeated[list] = known + [Range(steps: low...high, target: target)]
        return true
    }

    /// The condition under which a step runs; nil where it always does.
    func condition(at place: Place) -> String? {
        guard let targets = skipped[place], let first = targets.first else { return nil }
        if targets.count == 1 { return "\(Self.variable) != \(ExpressionText.literal(first))" }
        return "!(\(Self.variable) in [\(targets.map(ExpressionText.literal).joined(separator: ", "))])"
    }

    /// The statements with jumps as values of the variable, and those that cannot be written as notes.
    func resolved(_ statements: [ImportedStatement], of request: String, path: [String]) -> [ImportedStatement] {
        statements.map { statement in
            switch statement {
            case .next(let target):
                if let target, lost.contains([request, target]) {
                    return .note(
                        ImportNote(
                            .lost, request: path.joined(separator: " › "), place: "test script",
                            statement: "setNextRequest(\(ExpressionText.literal(target)))",
                            reason: "this request is not in the same folder, or not there once",
                            advice: "write a group with `while`, or `if` on the steps between"))
                }
                return .set(name: Self.variable, expression: ExpressionText.literal(target ?? Self.end))
            case .branch(let test, let then, let otherwise):
                return .branch(
                    test: test, then: resolved(then, of: request, path: path),
                    otherwise: resolved(otherwise, of: request, path: path))
            case .loop(let list, let name, let body):
                return .loop(list: list, name: name, body: resolved(body, of: request, path: path))
            default: return statement
            }
        }
    }
}
