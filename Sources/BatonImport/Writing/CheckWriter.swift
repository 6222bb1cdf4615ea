/// Checks as `expect`, in the order of their subjects: status, headers, cookies, document, paths, body, duration, conditions.
///
/// Several operators on one subject stand in one map. Where a map cannot hold two, because they are the same operator with
/// another value, the second becomes a condition of `that`.
struct CheckWriter {
    let texts: TemplateText
    private var subjects: [Subject] = []
    private var conditions: [Condition] = []
    private var lastName: String?
    /// What could not be written.
    private(set) var lost: [ImportedCheck] = []

    /// A key of `expect`, or of one of its maps of names.
    private struct Subject {
        var group: Group
        /// The key within the group.
        var key: String
        var value: Content
        var comments: [String] = []
        var tests: [Document.Test]
    }

    /// A condition of `that`, with the names of the tests that say it.
    struct Condition {
        var comment: String?
        var text: String
        var tests: [String]
        /// Whether an `if` or a loop stands around it.
        var isGuarded = false
    }

    private enum Content {
        case operators([ImportedOperator])
        case value(Document.Value)
    }

    private enum Group: Int {
        case status, header, cookie, schema, document, documentIncludes, path, body, duration
    }

    init(texts: TemplateText) { self.texts = texts }

    var isEmpty: Bool { subjects.isEmpty && conditions.isEmpty }

    // MARK: - Gathering

    mutating func add(_ check: ImportedCheck, comments: [String] = []) {
        let name = check.name == lastName ? nil : check.name
        lastName = check.name ?? lastName
        let said = (name.flatMap { Self.saysMore($0, than: check.subject) ? $0 : nil }.map { [$0] } ?? []) + comments
        switch check.subject {
        case .status(let operators): add(.status, "status", operators, check, said)
        case .header(let name, let operators):
            Self.isToken(name) ? add(.header, name.lowercased(), operators, check, said) : fail(check)
        case .cookie(let name, let operators):
            Self.isToken(name) ? add(.cookie, name, operators, check, said) : fail(check)
        case .body(let operators): add(.body, "body", operators, check, said)
        case .json(let path, let operators):
            let isList = Self.selects(path)
            if isList, !operators.allSatisfy(Self.appliesToLists) {
                addCondition(of: check, said)
            } else {
                add(.path, path, operators, check, said)
            }
        case .document(let value): add(.document, "json", value, check, said)
        case .documentIncludes(let value): add(.documentIncludes, "json_includes", value, check, said)
        case .schema(let schema, nil): add(.schema, "schema", schema, check, said)
        case .schema(let schema, let path?): add(.path, path, [ImportedOperator(.schema, schema)], check, said)
        case .duration(let operators): add(.duration, "duration", operators, check, said)
        case .condition(let condition):
            add(condition: condition, of: check.name, comment: said.first, isGuarded: check.isGuarded)
        }
    }

    /// - Parameter test: the name of the test that says it.
    mutating func add(condition: String, of test: String?, comment: String?, isGuarded: Bool = false) {
        let tests = test.map { [$0] } ?? []
        if let index = conditions.firstIndex(where: { $0.text == condition }) {
            conditions[index].tests += tests
            conditions[index].isGuarded = conditions[index].isGuarded && isGuarded
        } else {
            conditions.append(Condition(comment: comment, text: condition, tests: tests, isGuarded: isGuarded))
        }
    }

    private mutating func fail(_ check: ImportedCheck) { lost.append(check) }

    private mutating func add(
        _ group: Group, _ key: String, _ operators: [ImportedOperator], _ check: ImportedCheck, _ comments: [String]
    ) {
        let tests =
            check.name.map { name in operators.map { Document.Test(name: name, comparison: $0.name.rawValue) } } ?? []
        guard let index = subjects.firstIndex(where: { $0.group == group && $0.key == key }),
            case .operators(var known) = subjects[index].value
        else {
            guard Self.canStand(operators, in: group) else { return addCondition(of: check, comments) }
            subjects.append(
                Subject(group: group, key: key, value: .operators(operators), comments: comments, tests: tests))
            return
        }
        for one in operators where !known.contains(one) {
            if let wider = known.firstIndex(where: { Self.isNarrower(one, than: $0) }) {
                known[wider] = one
                continue
            }
            if known.contains(where: { Self.isNarrower($0, than: one) }) { continue }
            if known.contains(where: { Self.conflict($0, one, in: group) }) { return addCondition(of: check, comments) }
            known.append(one)
        }
        subjects[index].value = .operators(known)
        subjects[index].tests += tests
        subjects[index].comments += comments.filter { !subjects[index].comments.contains($0) }
    }

    private mutating func add(
        _ group: Group, _ key: String, _ value: ImportedValue, _ check: ImportedCheck, _ comments: [String]
    ) {
        let isSchema = group == .schema
        let written = isSchema ? texts.value(value) : document(value)
        let tests = check.name.map { [Document.Test(name: $0)] } ?? []
        guard let index = subjects.firstIndex(where: { $0.group == group }) else {
            subjects.append(Subject(group: group, key: key, value: .value(written), comments: comments, tests: tests))
            return
        }
        if case .value(written) = subjects[index].value {
            subjects[index].tests += tests
            return
        }
        if isSchema {
            add(.path, "$", [ImportedOperator(.schema, value)], check, comments)
        } else {
            addCondition(of: check, comments)
        }
    }

    private mutating func addCondition(of check: ImportedCheck, _ comments: [String]) {
        guard let condition = CheckConditions.condition(check.subject) else { return fail(check) }
        add(condition: condition, of: check.name, comment: comments.first)
    }

    /// Bounds beside each other may leave no value, and what `eq` says leaves nothing for others to say: both are mistakes of
    /// a file.
    private static func conflict(_ one: ImportedOperator, _ other: ImportedOperator, in group: Group) -> Bool {
        one.name == other.name || isExact(one) || isExact(other) || isBound(one) && isBound(other)
            || one.name == .exists && one.value == .boolean(false)
            || other.name == .exists && other.value == .boolean(false)
    }

    /// Whether one operator is a type, and the other one a list that has it.
    private static func isNarrower(_ one: ImportedOperator, than other: ImportedOperator) -> Bool {
        guard one.name == .type, other.name == .type, case .text = one.value, case .list(let types) = other.value
        else {
            return false
        }
        return types.contains(one.value)
    }

    private static func isExact(_ one: ImportedOperator) -> Bool { [.eq, .in, .ne, .notIn].contains(one.name) }
    private static func isBound(_ one: ImportedOperator) -> Bool { [.gt, .gte, .lt, .lte].contains(one.name) }

    /// Whether `expect` takes the operators for this subject: it refuses those that no value meets, or every one.
    private static func canStand(_ operators: [ImportedOperator], in group: Group) -> Bool {
        if Set(operators.map(\.name)).count < operators.count { return false }
        if operators.filter({ isExact($0) || isBound($0) }).count > 1 { return false }
        return operators.allSatisfy { one in
            switch group {
            case .duration:
                return isBound(one) && DurationOf.milliseconds(one.value) != nil && one.value != .number("0")
            case .status: return isStatus(one)
            case .header, .cookie, .body: return isText(one)
            default: return operand(one)
            }
        }
    }

    /// Whether a path selects, so that it gives a list: from a wildcard, a slice, a filter or `..` on.
    static func selects(_ path: String) -> Bool {
        var quote: Character?
        var last: Character = " "
        for character in path {
            if let open = quote {
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                quote = character
            } else if "*?:,".contains(character) || character == "." && last == "." {
                return true
            }
            last = character
        }
        return false
    }

    private static func appliesToLists(_ one: ImportedOperator) -> Bool {
        switch (one.name, one.value) {
        case (.eq, .list), (.ne, .list): true
        case (.contains, _), (.notContains, _), (.length, _), (.exists, _), (.empty, _), (.inAnyOrder, _), (.schema, _):
            true
        default: one.value.isComputed
        }
    }

    private static func isStatus(_ one: ImportedOperator) -> Bool {
        func isCode(_ value: ImportedValue) -> Bool {
            guard case .number(let digits) = value, let code = Int(digits) else { return value.isComputed }
            return (100...599).contains(code)
        }
        switch (one.name, one.value) {
        case (.in, .list(let items)), (.notIn, .list(let items)):
            return !items.isEmpty && items.allSatisfy(isStatusWord)
        case (.eq, let value), (.ne, let value): return isStatusWord(value)
        case (.gt, let value), (.gte, let value), (.lt, let value), (.lte, let value):
            guard case .number(let digits) = value, let code = Int(digits) else { return false }
            return (101...598).contains(code)
        default: return false
        }
        func isStatusWord(_ value: ImportedValue) -> Bool {
            if case .text(let text) = value, let word = text.literal {
                return ["1xx", "2xx", "3xx", "4xx", "5xx"].contains(word)
            }
            return isCode(value)
        }
    }

    private static func isText(_ one: ImportedOperator) -> Bool {
        switch (one.name, one.value) {
        case (.eq, .null), (.eq, .list), (.eq, .map), (.type, _): false
        default: operand(one)
        }
    }

    /// Whether an operand is one that says something.
    private static func operand(_ one: ImportedOperator) -> Bool {
        switch (one.name, one.value) {
        case (.length, .number(let digits)): Int(digits).map { $0 >= 0 } ?? false
        case (.contains, .list(let items)), (.notContains, .list(let items)), (.in, .list(let items)),
            (.notIn, .list(let items)):
            !items.isEmpty
        case (.contains, .text(let text)), (.notContains, .text(let text)), (.startsWith, .text(let text)),
            (.endsWith, .text(let text)), (.matches, .text(let text)):
            !text.isEmpty
        default: true
        }
    }

    // MARK: - Writing

    /// The map of `expect`; nil where nothing is checked.
    func expect() -> Document.Value? {
        if isEmpty { return nil }
        var map = Document.Map()
        for group in [Group.status, .header, .cookie, .schema, .document, .documentIncludes, .path, .body, .duration] {
            let members = subjects.filter { $0.group == group }
            if members.isEmpty { continue }
            if group == .header || group == .cookie {
                var names = Document.Map()
                for member in members {
                    names.add(member.key, value(member), comments: member.comments, tests: member.tests)
                }
                map.add(group == .header ? "headers" : "cookies", .map(names))
            } else {
                for member in members {
                    map.add(member.key, value(member), comments: member.comments, tests: member.tests)
                }
            }
        }
        if let that = Self.that(conditions) { map.entries.append(that) }
        map.isBlock = map.entries.count > 1
        return .map(map)
    }

    /// `that` with its conditions: one of them on its line, several in a block with a line for each.
    static func that(_ conditions: [Condition]) -> Document.Entry? {
        let written = conditions.map { condition in
            var condition = condition
            condition.text = ExpressionText.hardened(condition.text, isWhole: false)
            return condition
        }
        guard let first = written.first else { return nil }
        if written.count == 1 {
            return Document.Entry(
                "that", .text(first.text), comments: first.comment.map { [$0] } ?? [],
                tests: first.tests.map { Document.Test(name: $0, isGuarded: first.isGuarded) })
        }
        var lines: [String] = []
        for condition in written {
            if let comment = condition.comment {
                lines += YAMLText.comment(comment, width: 100).map { "# \($0)" }
            }
            lines.append(condition.text)
        }
        let block = lines.joined(separator: "\n") + "\n"
        let tests = written.flatMap { condition in
            condition.tests.map { Document.Test(name: $0, line: condition.text, isGuarded: condition.isGuarded) }
        }
        guard YAMLText.isBlock(block) else {
            let items = written.map { Document.Item(.text($0.text), comments: $0.comment.map { [$0] } ?? []) }
            return Document.Entry("that", .list(items), tests: tests)
        }
        return Document.Entry("that", .text(block), tests: tests)
    }

    private func value(_ subject: Subject) -> Document.Value {
        guard case .operators(let operators) = subject.value else {
            if case .value(let value) = subject.value { return value }
            return .null
        }
        if operators.count == 1, let bare = bare(operators[0], subject.group) { return bare }
        var map = Document.Map()
        for one in operators { map.add(one.name.rawValue, operand(one, subject.group)) }
        return .map(map)
    }

    /// The value by itself, where it means the same: equality, and a list of statuses.
    private func bare(_ one: ImportedOperator, _ group: Group) -> Document.Value? {
        if group == .status, one.name == .in { return operand(one, group) }
        if group == .duration || one.name != .eq { return nil }
        if case .map = one.value { return nil }
        return operand(one, group)
    }

    private func operand(_ one: ImportedOperator, _ group: Group) -> Document.Value {
        if group == .duration { return .text(DurationOf.milliseconds(one.value) ?? "0ms") }
        return texts.value(one.value, .operand)
    }

    /// A document, in which texts such as `<string>` are no wildcards.
    private func document(_ value: ImportedValue) -> Document.Value {
        switch value {
        case .text(let text):
            if let literal = text.literal, literal.hasPrefix("<"), literal.hasSuffix(">") {
                return .text(TemplateText.expression(ExpressionText.literal(literal), isWhole: true))
            }
            return texts.value(text)
        case .list(let items): return .list(items.map(document))
        case .map(let members):
            var map = Document.Map()
            for member in members { map[texts.string(member.name)] = document(member.value) }
            return .map(map)
        default: return texts.value(value)
        }
    }

    // MARK: - Names of tests

    private static let plainWords: Set<String> = [
        "status", "code", "is", "the", "a", "an", "response", "be", "should", "ok", "successful", "success", "request",
        "has",
        "have", "equals", "equal", "to", "of", "returns", "return", "http", "test", "check", "valid", "time", "less",
        "than",
        "ms", "json", "body", "header", "present", "exists", "content", "type", "contains",
    ]

    /// Whether the name of a test tells a reader more than the check below it.
    static func saysMore(_ name: String, than subject: ImportedSubject) -> Bool {
        let words = name.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
        if words.isEmpty { return false }
        switch subject {
        case .status, .duration: return !words.allSatisfy { plainWords.contains($0) || Int($0) != nil }
        default: return !words.allSatisfy(plainWords.contains)
        }
    }

    /// Whether a text can be the name of a header or cookie (RFC 9110, 5.6.2).
    static func isToken(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || "!#$%&'*+-.^_`|~".utf8.contains($0)
            }
    }
}

extension ImportedValue {
    /// Whether the value is an expression, so that only the run tells it.
    var isComputed: Bool {
        if case .text(let text) = self { text.expression != nil } else { false }
    }
}
