package import BatonRegex

/// `size`, `contains`, `startsWith`, `endsWith`, `matches`, `type` and `dyn`.
enum CoreFunctions {
    static let list: [CELFunction] = [
        .unary("size", .either, [(.string, .int), (.bytes, .int), (.anyList, .int), (.anyMap, .int)]) {
            value throws(CELError) in try size(value)
        },
        text("contains") { ByteSearch.position(of: $1, in: $0, from: 0) != nil },
        text("startsWith") { $0.starts(with: $1) },
        text("endsWith") { $0.count >= $1.count && $0.suffix($1.count).elementsEqual($1) },
        .binary(
            "matches", .either, [(.string, .string, .bool)], isCostly: true,
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard let pattern = try PatternArgument.written(constants, at: 1, isRE2: true) else { return nil }
                return .binary { text, _ throws(CELError) in try matches(text, pattern) }
            }
        ) { text, pattern throws(CELError) in
            try matches(text, try PatternArgument.read(pattern, of: "matches", isRE2: true))
        },
        .unary("type", .function, [(.dyn, .type)]) { value throws(CELError) in
            CELValue(.type(CELTypeName(value.typeName)))
        },
        .unary("dyn", .function, [(.dyn, .dyn)]) { value throws(CELError) in value },
    ]

    private static func size(_ value: CELValue) throws(CELError) -> CELValue {
        switch value.kind {
        case .jsonArray(let elements): return .int(elements.count)
        case .jsonObject(let object): return .int(object.count)
        case .list(let elements): return .int(elements.count)
        case .map(let map): return .int(map.count)
        case .string(let text): return .int(text.unicodeScalars.count)
        case .bytes(let bytes): return .int(bytes.count)
        case .native(let native):
            if let plain = try native.plainValue() { return try size(plain) }
            throw .noOverload("size", value)
        default: throw .noOverload("size", value)
        }
    }

    private static func matches(_ text: CELValue, _ pattern: Pattern) throws(CELError) -> CELValue {
        guard case .string(let subject) = text.kind else { throw .noOverload("matches", text) }
        do throws(PatternError) {
            return .bool(try pattern.matches(subject))
        } catch {
            throw CELError(.limit, error.message)
        }
    }

    private static func text(
        _ name: String,
        _ test: @escaping @Sendable (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> CELFunction {
        .binary(name, .method, [(.string, .string, .bool)]) { text, part throws(CELError) in
            guard case .string(var whole) = text.kind, case .string(var part) = part.kind else {
                throw .noOverload(name, text, part)
            }
            return .bool(whole.withUTF8 { whole in part.withUTF8 { test(whole, $0) } })
        }
    }
}

/// Regular expressions as arguments; a literal is checked and compiled once, when the file is loaded.
package enum PatternArgument {
    /// The pattern of a literal argument; nil for an argument that is not a literal.
    package static func written(
        _ constants: [CELValue?], at position: Int, isRE2: Bool = false
    ) throws(CELArgumentDiagnostic) -> Pattern? {
        guard let text = constants.text(position) else { return nil }
        do {
            return try pattern(text, isRE2)
        } catch {
            throw CELArgumentDiagnostic(
                message(error), at: position, part: place(of: error, in: text),
                help: help(error, text, isRE2))
        }
    }

    package static func read(
        _ value: CELValue, of function: String, isRE2: Bool = false
    ) throws(CELError) -> Pattern {
        guard case .string(let text) = value.kind else { throw .noOverload(function, value) }
        do {
            return try pattern(text, isRE2)
        } catch {
            throw CELError(.argument, message(error), help: help(error, text, isRE2))
        }
    }

    private static func pattern(_ text: String, _ isRE2: Bool) throws(PatternError) -> Pattern {
        isRE2 ? try Pattern(text, in: .re2) : try Pattern(text)
    }

    /// The range of the character at the error's offset, if the error has one.
    private static func place(of error: PatternError, in text: String) -> Range<Int>? {
        guard let offset = error.offset else { return nil }
        let rest = text.utf8.dropFirst(offset)
        return offset..<offset + (rest.isEmpty ? 0 : 1 + rest.dropFirst().prefix { $0 & 0xC0 == 0x80 }.count)
    }

    private static func message(_ error: PatternError) -> String { "the pattern is not valid: \(error.message)" }

    /// A pattern that RE2 rejects may be valid in PCRE2.
    private static func help(_ error: PatternError, _ text: String, _ isRE2: Bool) -> String? {
        guard isRE2, error.code == .syntax, (try? Pattern(text)) != nil else { return nil }
        return "`matches` has RE2's syntax; `regex(text, pattern) != null` knows PCRE2's, where this is valid"
    }
}
