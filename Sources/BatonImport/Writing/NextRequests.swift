/// Where scripts choose the request that follows: a variable holds its name, and conditions look at it.
///
/// A jump forward skips the steps between, and an end skips the rest; so does a name that no request has. A jump backward
/// repeats what stands between as a group with `while`: from the step that holds the target to the one that holds the jump, in
/// the innermost list that holds both. Within, the steps before the target and behind the jump are skipped.
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
    /// Requests that jumps lead back to: the variable is emptied before them.
    private(set) var targets: Set<Place> = []
    private(set) var isUsed = false
    /// Jumps that cannot be written, by the name of the request and of the target.
    private var lost: Set<[String]> = []
    /// Names that no request has.
    private var unknown: Set<String> = []

    init(_ collection: ImportedCollection) {
        var requests: [(place: Place, request: ImportedRequest)] = []
        Self.gather(collection.items, [], into: &requests)
        // Of several requests of one name it is the last one.
        var indices: [String: Int] = [:]
        for (index, entry) in requests.enumerated() { indices[entry.request.name] = index }
        for (index, entry) in requests.enumerated() {
            var targets: [String?] = []
            Self.gather(entry.request.before + entry.request.after, into: &targets)
            for target in targets {
                if let target, indices[target] == nil { unknown.insert(target) }
                add(target, target.flatMap { indices[$0] }, from: index, requests.map(\.place), entry.request.name)
            }
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
            // A callback chooses as well.
            case .request(let request): gather(request.after, into: &targets)
            default: break
            }
        }
    }

    private mutating func add(
        _ target: String?, _ goal: Int?, from index: Int, _ places: [Place], _ name: String
    ) {
        isUsed = true
        guard let target, let goal else {
            for later in places.dropFirst(index + 1) { skip(later, Self.end) }
            return
        }
        if goal > index {
            for later in places[(index + 1)..<goal] { skip(later, target) }
        } else if let range = repeatSteps(from: places[goal], to: places[index], target) {
            let within = places.indices.filter { places[$0].starts(with: range.list) && range.holds(places[$0]) }
            for other in within where other < goal || other > index { skip(places[other], target) }
            targets.insert(places[goal])
        } else {
            lost.insert([name, target])
        }
    }

    private mutating func skip(_ place: Place, _ target: String) {
        if skipped[place]?.contains(target) != true { skipped[place, default: []].append(target) }
    }

    private struct Repetition {
        var list: Place
        var steps: ClosedRange<Int>

        func holds(_ place: Place) -> Bool { place.count > list.count && steps.contains(place[list.count]) }
    }

    /// The steps of the innermost list that holds both; nil where other repeated steps would be cut.
    private mutating func repeatSteps(from first: Place, to last: Place, _ target: String) -> Repetition? {
        let depth = min(zip(first, last).prefix { $0 == $1 }.count, first.count - 1, last.count - 1)
        let range = Repetition(list: Array(first.prefix(depth)), steps: first[depth]...last[depth])
        let known = repeated[range.list] ?? []
        if known.contains(where: { $0.target == target && $0.steps == range.steps }) { return range }
        guard known.allSatisfy({ !$0.steps.overlaps(range.steps) }) else { return nil }
        repeated[range.list] = known + [Range(steps: range.steps, target: target)]
        return range
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
                            reason: "steps that another jump repeats would be repeated in part",
                            advice: "write a group with `while`, or `if` on the steps between"))
                }
                let name = target.flatMap { unknown.contains($0) ? nil : $0 }
                return .set(name: Self.variable, expression: ExpressionText.literal(name ?? Self.end))
            case .branch(let test, let then, let otherwise):
                return .branch(
                    test: test, then: resolved(then, of: request, path: path),
                    otherwise: resolved(otherwise, of: request, path: path))
            case .loop(let list, let name, let body):
                return .loop(list: list, name: name, body: resolved(body, of: request, path: path))
            case .request(var sent):
                sent.after = resolved(sent.after, of: request, path: path)
                return .request(sent)
            default: return statement
            }
        }
    }
}
