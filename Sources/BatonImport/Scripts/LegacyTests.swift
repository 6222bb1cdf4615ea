/// Tests of the old form: `tests["…"] = condition`. Postman takes the last value that a test is given.
///
/// A test that is given one value is a check at once. One that is given several, or one in each pass of a loop, is a variable
/// of the script, and a check when the script has ended: a first reading counts, a second one knows.
struct LegacyTests {
    /// How often each is given a value.
    private(set) var counts: [String: Int] = [:]
    /// Those that are given several, in their order.
    let repeated: [String]
    /// Those that something behind the end of the script gives a value.
    private(set) var late: Set<String>
    /// Those of which a note says already that they are lost.
    var told: Set<String> = []
    private var order: [String] = []
    /// Where each gets its last value.
    private(set) var places: [String: Range<Int>] = [:]

    init(after first: LegacyTests? = nil) {
        repeated = first?.toRepeat ?? []
        late = first?.late ?? []
    }

    /// What a second reading must know.
    var toRepeat: [String] { order.filter { counts[$0, default: 0] > 1 } }

    mutating func note(_ name: String, at place: Range<Int>, isInLoop: Bool, isLate: Bool) {
        if counts[name] == nil { order.append(name) }
        counts[name, default: 0] += isInLoop ? 2 : 1
        places[name] = place
        if isLate { late.insert(name) }
    }

    /// What holds the value of a repeated one: no name of a script has a bracket.
    static func cell(of name: String) -> String { "tests[\(name)]" }

    static func isCell(_ name: String) -> Bool { name.hasPrefix("tests[") }
}

extension ScriptEvaluator {
    /// A test that no branch gives a value does not fail.
    mutating func declareLegacyTests() {
        for name in oldTests.repeated { declare(LegacyTests.cell(of: name), .boolean(true)) }
    }

    /// `tests["…"] = condition`.
    mutating func legacyTest(_ name: String, _ value: ScriptValue, isConstant: Bool = true) throws(ScriptLoss) {
        noteLegacyTest(name, isConstant: isConstant)
        let condition = try condition(value)
        if oldTests.repeated.contains(name) { return assign(LegacyTests.cell(of: name), condition) }
        checks.total += 1
        let outer = (test, isTestWhole)
        (test, isTestWhole) = (name, true)
        defer { (test, isTestWhole) = outer }
        require(condition)
        checks.carried += 1
    }

    private mutating func noteLegacyTest(_ name: String, isConstant: Bool) {
        oldTests.note(
            name, at: statementRange, isInLoop: isConstant && loopDepth > 0, isLate: isInCallback || isBehindEnd)
    }

    /// What a lost statement would have given a test. The name is nil where only a run knows it.
    mutating func loseLegacyTest(_ name: String?, _ loss: ScriptLoss) {
        guard let name else {
            for name in oldTests.repeated { assign(LegacyTests.cell(of: name), .lost(loss)) }
            checks.total += 1
            return
        }
        noteLegacyTest(name, isConstant: true)
        if oldTests.repeated.contains(name) {
            assign(LegacyTests.cell(of: name), .lost(loss))
        } else {
            checks.total += 1
        }
    }

    /// The checks of tests with their last values.
    mutating func stateLegacyTests(areLate: Bool) {
        let outer = (test, isTestWhole)
        defer { (test, isTestWhole) = outer }
        for name in oldTests.repeated where oldTests.late.contains(name) == areLate {
            (test, isTestWhole) = (name, true)
            checks.total += 1
            var said: [Output] = []
            swap(&said, &output)
            defer { output = said + output }
            do {
                let value = try value(of: LegacyTests.cell(of: name))
                require(try condition(value))
                try accept()
                checks.carried += 1
            } catch {
                output = []
                if oldTests.told.contains(name) { continue }
                let place = oldTests.places[name] ?? 0..<0
                note(error, statement: source.text(place), at: place.lowerBound)
            }
        }
    }

    /// The name of the test that a target is: nil for any other target, and an empty one where only a run knows it.
    static func legacyTest(_ target: JavaScriptExpression) -> String? {
        switch target.kind {
        case .member(let owner, let name, _) where owner.isTests: return name
        case .index(let owner, let key, _) where owner.isTests:
            if case .string(let name) = key.kind { return name }
            return ""
        default: return nil
        }
    }
}

extension JavaScriptExpression {
    fileprivate var isTests: Bool { if case .identifier("tests") = kind { true } else { false } }
}
