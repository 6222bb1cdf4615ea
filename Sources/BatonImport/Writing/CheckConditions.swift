/// Checks as conditions in CEL, for where `expect` has no place: behind an `if`, in a loop, or beside another check of the same
/// subject.
enum CheckConditions {
    /// Nil where CEL cannot say it: schemas, and documents with further members.
    static func condition(_ subject: ImportedSubject) -> String? {
        switch subject {
        case .status(let operators): joined(operators.map(status))
        case .header(let name, let operators):
            optional(operators, of: "response.headers[\(ExpressionText.literal(name))]")
        case .cookie(let name, let operators):
            optional(operators, of: "response.cookies[\(ExpressionText.literal(name))]")
        case .body(let operators): all(operators, of: "response.body", as: .text)
        case .json(let path, let operators): json(path, operators)
        case .document(let value): "response.json == \(ExpressionText.of(value))"
        case .documentIncludes, .schema: nil
        case .duration(let operators): durations(operators)
        case .condition(let condition): condition
        }
    }

    /// Whether a condition is always true or always false as it stands.
    static func isConstant(_ condition: String) -> Bool {
        ["true", "false"].contains(condition.filter { !" ()!".contains($0) })
    }

    private static func joined(_ conditions: [String?]) -> String? {
        let known = conditions.compactMap(\.self)
        guard known.count == conditions.count, !known.isEmpty else { return nil }
        return known.count == 1 ? known[0] : known.map(bracketedAlternative).joined(separator: " && ")
    }

    private static func bracketedAlternative(_ condition: String) -> String {
        condition.contains("||") || condition.contains("?") ? "(\(condition))" : condition
    }

    /// What type a subject surely has.
    private enum Kind { case any, text, number }

    private static func all(_ operators: [ImportedOperator], of subject: String, as kind: Kind = .any) -> String? {
        joined(operators.map { comparison($0, subject, kind) })
    }

    /// `2xx` is a range here.
    private static func status(_ one: ImportedOperator) -> String? {
        let values: [ImportedValue]
        switch (one.name, one.value) {
        case (.eq, let value), (.ne, let value): values = [value]
        case (.in, .list(let items)), (.notIn, .list(let items)): values = items
        default: return comparison(one, "response.status", .number)
        }
        let ranges = statusRanges(of: values.compactMap(statusClass))
        let codes = values.filter { statusClass($0) == nil }
        if ranges.isEmpty {
            let isListOfCodes = [.in, .notIn].contains(one.name) && codes.allSatisfy { fits($0, .number) }
            return comparison(one, "response.status", isListOfCodes ? .any : .number)
        }
        var alternatives = ranges.count == 1 && codes.isEmpty ? ranges : ranges.map { "(\($0))" }
        if !codes.isEmpty {
            let kind = codes.allSatisfy { fits($0, .number) } ? Kind.any : .text
            guard let listed = comparison(ImportedOperator(.in, .list(codes)), "response.status", kind) else {
                return nil
            }
            alternatives.append(listed)
        }
        let whole = alternatives.joined(separator: " || ")
        return one.name == .ne || one.name == .notIn ? "!(\(whole))" : whole
    }

    /// The first digit of `2xx`.
    private static func statusClass(_ value: ImportedValue) -> Int? {
        guard case .text(let text) = value, let word = text.literal, word.utf8.count == 3, word.hasSuffix("xx") else {
            return nil
        }
        return Int(word.prefix(1))
    }

    /// Classes that follow each other are one range.
    private static func statusRanges(of digits: [Int]) -> [String] {
        var ranges: [ClosedRange<Int>] = []
        for digit in Set(digits).sorted() {
            if let last = ranges.last, last.upperBound + 1 == digit {
                ranges[ranges.count - 1] = last.lowerBound...digit
            } else {
                ranges.append(digit...digit)
            }
        }
        return ranges.map { "response.status >= \($0.lowerBound)00 && response.status < \($0.upperBound + 1)00" }
    }

    /// A header or cookie, of which `exists` asks.
    private static func optional(_ operators: [ImportedOperator], of subject: String) -> String? {
        joined(
            operators.map { one in
                guard one.name == .exists, case .boolean(let isThere) = one.value else {
                    return comparison(one, subject, .text)
                }
                return existence(of: subject, isThere)
            })
    }

    /// `has(a.b)` for `a["b"]`, which has no such form: the optional member.
    private static func existence(of subject: String, _ isThere: Bool) -> String {
        guard let bracket = subject.firstIndex(of: "[") else { return isThere ? "true" : "false" }
        let optional = "\(subject[..<bracket])[?\(subject[subject.index(after: bracket)...]).hasValue()"
        return isThere ? optional : "!\(optional)"
    }

    private static func json(_ path: String, _ operators: [ImportedOperator]) -> String? {
        guard let subject = member(path) else {
            guard !path.contains("$(") else { return nil }
            let found = "jsonpath(response.json, \(ExpressionText.literal(path)))"
            return operators.contains { $0.name == .exists } ? nil : all(operators, of: found)
        }
        return joined(
            operators.map { one in
                guard one.name == .exists, case .boolean(let isThere) = one.value else {
                    return comparison(one, subject.plain, .any)
                }
                return "\(isThere ? "" : "!")\(subject.optional).hasValue()"
            })
    }

    /// A path of names and positions as CEL reads it, and the same as an optional value; nil for other paths.
    static func member(_ path: String) -> (plain: String, optional: String)? {
        guard path.hasPrefix("$"), path.count > 1 else {
            return path == "$" ? ("response.json", "optional.of(response.json)") : nil
        }
        var plain = "response.json"
        var optional = "response.json"
        var rest = path.dropFirst()
        while let first = rest.first {
            if first == "." {
                let name = rest.dropFirst().prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
                guard let start = name.first, !start.isNumber else { return nil }
                let member = "[\(ExpressionText.literal(String(name)))]"
                plain += VariableNames.reservedWords.contains(String(name)) ? member : ".\(name)"
                optional += "[?\(ExpressionText.literal(String(name)))]"
                rest = rest.dropFirst(name.count + 1)
            } else if first == "[", let end = rest.firstIndex(of: "]") {
                let index = rest[rest.index(after: rest.startIndex)..<end]
                let isName = index.count > 2 && (index.first == "\"" || index.first == "'") && index.last == index.first
                let inner = isName ? index.dropFirst().dropLast() : index
                let isPlainName = isName && !inner.contains(where: { "\\\"'$".contains($0) })
                guard isPlainName || Int(index).map({ $0 >= 0 }) == true else { return nil }
                let written = isName ? ExpressionText.literal(String(inner)) : String(index)
                plain += "[\(written)]"
                optional += "[?\(written)]"
                rest = rest[rest.index(after: end)...]
            } else {
                return nil
            }
        }
        return (plain, optional)
    }

    private static let comparisons: [ImportedOperator.Name: String] = [
        .eq: "==", .ne: "!=", .gt: ">", .gte: ">=", .lt: "<", .lte: "<=",
    ]
    private static let types = [
        "string": "string", "boolean": "bool", "array": "list", "object": "map",
    ]

    private static func comparison(_ one: ImportedOperator, _ name: String, _ kind: Kind) -> String? {
        let value = ExpressionText.of(one.value)
        let isComparable = fits(one.value, kind) && (kind != .number || comparisons[one.name] != nil)
        let subject = isComparable ? name : "dyn(\(name))"
        if let sign = comparisons[one.name] {
            // What is outside of JSON is text, and is compared with numbers as one.
            if kind == .text, case .number = one.value { return "double(\(name)) \(sign) \(value)" }
            return "\(subject) \(sign) \(ExpressionText.bracketed(value))"
        }
        switch one.name {
        case .in: return "\(subject) in \(value)"
        case .notIn: return "!(\(subject) in \(value))"
        case .contains:
            if kind == .text { return "\(name).contains(\(isText(one.value) ? value : "string(\(value))"))" }
            let part = isText(one.value) ? value : "string(\(value))"
            return "(type(\(subject)) == string ? string(\(subject)).contains(\(part)) : \(value) in \(subject))"
        case .notContains:
            return comparison(ImportedOperator(.contains, one.value), name, kind).map { "!\($0)" }
        case .startsWith: return "\(subject).startsWith(\(value))"
        case .endsWith: return "\(subject).endsWith(\(value))"
        case .matches: return "regex(\(subject), \(value)) != null"
        case .notMatches: return "regex(\(subject), \(value)) == null"
        case .length:
            if case .number = one.value { return "size(\(subject)) == \(value)" }
            guard case .map(let bounds) = one.value else { return nil }
            return joined(
                bounds.map { bound in
                    let sign = bound.name.literal.flatMap(ImportedOperator.Name.init).flatMap { comparisons[$0] }
                    return sign.map {
                        "size(\(subject)) \($0) \(ExpressionText.bracketed(ExpressionText.of(bound.value)))"
                    }
                })
        case .closeTo:
            guard case .map(let members) = one.value else { return nil }
            let parts = ["value", "tolerance"].compactMap { name in
                members.first { $0.name.literal == name }.map { ExpressionText.bracketed(ExpressionText.of($0.value)) }
            }
            return parts.count == 2 ? "math.abs(\(subject) - \(parts[0])) <= \(parts[1])" : nil
        case .inAnyOrder:
            return "sets.equivalent(\(subject), \(value)) && size(\(subject)) == size(\(value))"
        case .empty:
            guard case .boolean(let isEmpty) = one.value else { return nil }
            return "size(\(subject)) \(isEmpty ? "==" : ">") 0"
        case .type:
            guard case .text(let text) = one.value, let literal = text.literal else { return nil }
            if literal == "null" { return "dyn(\(name)) == null" }
            if literal == "number" { return "type(\(subject)) in [int, uint, double]" }
            if literal == "integer" {
                return
                    "(type(\(subject)) in [int, uint] || type(\(subject)) == double && math.trunc(\(subject)) == \(subject))"
            }
            return types[literal].map { "type(\(subject)) == \($0)" }
        default: return nil
        }
    }

    /// Whether a value can be compared with a subject of this type: others are a mistake of the file, and not equal.
    private static func fits(_ value: ImportedValue, _ kind: Kind) -> Bool {
        switch (kind, value) {
        case (.any, _), (.text, .number), (.number, .number): true
        case (.text, .text(let text)): text.expression == nil
        default: false
        }
    }

    private static func isText(_ value: ImportedValue) -> Bool {
        if case .text(let text) = value { text.expression == nil } else { false }
    }

    /// `response.duration < duration("500ms")`.
    private static func durations(_ operators: [ImportedOperator]) -> String? {
        joined(
            operators.map { one in
                guard let sign = comparisons[one.name], let text = DurationOf.milliseconds(one.value) else {
                    return nil
                }
                return "response.duration \(sign) duration(\"\(text)\")"
            })
    }
}

/// Durations as workflows write them.
enum DurationOf {
    /// `200ms`, `1.5s`; nil for what is no number of milliseconds from 0.
    static func milliseconds(_ value: ImportedValue) -> String? {
        guard case .number(let digits) = value, YAMLText.isNumber(digits), !digits.hasPrefix("-"),
            !digits.lowercased().contains("e"), digits.utf8.count < 12
        else { return nil }
        return Int(digits).map(milliseconds) ?? "\(digits)ms"
    }

    static func milliseconds(_ count: Int) -> String {
        if count > 0, count % 1000 == 0 { return "\(count / 1000)s" }
        return "\(max(0, count))ms"
    }
}
