/// Checks the arguments of a call: their number and their types.
extension CELCompiler {
    private static func takes(_ overload: CELFunction.Overload, _ isVariadic: Bool, _ count: Int) -> Bool {
        overload.parameters.count == count || isVariadic && count >= overload.parameters.count
    }

    /// Reports a wrong number of arguments; nil if an overload takes this number. The receiver counts as an argument.
    mutating func refuseCount(
        _ overloads: [CELFunction.Overload], isVariadic: Bool, _ count: Int, _ word: CELSyntax.Word,
        name: String? = nil, receivers: Int = 0
    ) -> Typed? {
        if overloads.contains(where: { Self.takes($0, isVariadic, count) }) { return nil }
        return argumentCount(overloads, isVariadic: isVariadic, count, word, name: name, receivers: receivers)
    }

    mutating func argumentCount(
        _ overloads: [CELFunction.Overload], isVariadic: Bool, _ count: Int, _ word: CELSyntax.Word,
        name: String? = nil, receivers: Int = 0
    ) -> Typed {
        let counts = Set(overloads.map { max(0, $0.parameters.count - receivers) }).sorted()
        let wanted = counts.map(String.init).joined(separator: " or ") + (isVariadic ? " or more" : "")
        let noun = counts == [1] && !isVariadic ? "argument" : "arguments"
        return report(
            "argument", "`\(word.text)` takes \(wanted) \(noun), not \(count - receivers)", word.range,
            help: Self.callHelp(overloads, name ?? word.text, isMethod: receivers > 0))
    }

    /// The possible forms of a call, one for each number of arguments.
    private static func callHelp(_ overloads: [CELFunction.Overload], _ name: String, isMethod: Bool) -> String {
        let forms = Dictionary(grouping: overloads, by: \.parameters.count).sorted { $0.key < $1.key }
        let calls = forms.map { count, alike in
            var types = (0..<count).map { position -> String in
                let types = Set(alike.map { $0.parameters[position].description })
                return types.count == 1 && types != ["dyn"] ? types.first ?? "value" : "value"
            }
            let receiver = isMethod && !types.isEmpty ? types.removeFirst() + "." : ""
            return "`\(receiver)\(name)(\(types.joined(separator: ", ")))`"
        }
        return "call it as \(calls.joined(separator: " or "))"
    }

    /// The result type of the overloads that the arguments may fit; reports a mistake if there is none.
    mutating func check(
        _ overloads: [CELFunction.Overload], isVariadic: Bool, _ typed: [Typed], _ sources: [CELSyntax],
        _ word: CELSyntax.Word, help: String? = nil
    ) -> CELType {
        let counted = overloads.filter { Self.takes($0, isVariadic, typed.count) }
        let fitting = counted.filter { overload in
            typed.indices.allSatisfy { Self.fits(typed[$0], Self.parameter(overload, $0)) }
        }
        if fitting.isEmpty { reportArguments(counted, typed, sources, word, help) }
        return Self.common(fitting.map(\.result))
    }

    /// Whether an argument may fit a parameter. A literal `null` does not fit a text or number, although a value of
    /// unknown type may be null.
    private static func fits(_ typed: Typed, _ parameter: CELType) -> Bool {
        guard typed.type.mayBe(parameter) else { return false }
        guard case .null? = typed.constant?.kind else { return true }
        switch parameter {
        case .dyn, .null, .optional, .native, .type: return true
        default: return false
        }
    }

    private static func parameter(_ overload: CELFunction.Overload, _ position: Int) -> CELType {
        overload.parameters.indices.contains(position)
            ? overload.parameters[position] : overload.parameters.last ?? .dyn
    }

    private mutating func reportArguments(
        _ overloads: [CELFunction.Overload], _ typed: [Typed], _ sources: [CELSyntax], _ word: CELSyntax.Word,
        _ help: String?
    ) {
        let wrong = typed.indices.first { position in
            !overloads.contains { Self.fits(typed[position], Self.parameter($0, position)) }
        }
        let position = wrong ?? typed.indices.last ?? 0
        guard typed.indices.contains(position), sources.indices.contains(position) else { return }
        let types = overloads.map { Self.parameter($0, position) }
        var wanted: [String] = []
        for type in types where !wanted.contains(type.description) { wanted.append(type.description) }
        report(
            "wrong-type",
            "`\(word.text)` works on \(wanted.joined(separator: " or ")), not \(typed[position].type)",
            sources[position].range,
            help: help ?? argumentHelp(typed[position], sources[position], to: types, word, position))
    }

    private func argumentHelp(
        _ typed: Typed, _ source: CELSyntax, to wanted: [CELType], _ word: CELSyntax.Word, _ position: Int
    ) -> String? {
        let conversion = conversionHelp(typed, source, to: wanted)
        guard word.text == "contains" else { return conversion }
        if position == 0 { return "whether a list holds it: `… in \(text(source.range))`" }
        // The receiver may indeed be a list.
        return (conversion.map { $0 + "; " } ?? "") + "whether a list holds it: `\(text(source.range)) in list`"
    }

    /// The help that says how to convert the argument to one of the wanted types.
    private func conversionHelp(_ typed: Typed, _ source: CELSyntax, to wanted: [CELType]) -> String? {
        let written = text(source.range)
        if wanted.contains(.timestamp), let help = timeHelp(typed, source) { return help }
        func by(_ function: String, _ type: CELType) -> String? {
            wanted.contains(type) && declarations.library.function(function) != nil
                ? "write `\(function)(\(written))`" : nil
        }
        switch typed.type {
        case .int, .uint, .double, .bool:
            if typed.constant != nil, wanted.contains(.string) { return "write `\"\(written)\"`, in quotes" }
            return by("string", .string)
        case .string:
            if let content = typed.constant?.stringValue, Double(content) != nil, wanted.contains(where: \.isNumeric) {
                return "write `\(content)`, without quotes"
            }
            return by("timestamp", .timestamp) ?? by("duration", .duration) ?? by("bytes", .bytes) ?? by("int", .int)
                ?? by("double", .double)
        case .bytes, .timestamp, .duration: return by("string", .string)
        default: return nil
        }
    }
}
