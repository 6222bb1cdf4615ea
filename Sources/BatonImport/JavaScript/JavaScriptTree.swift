/// A script as a tree of statements and expressions of ES2015 (ECMA-262, 6th edition), without classes, modules and generators.
/// ``JavaScriptParser`` makes it; nothing evaluates it.
package struct JavaScriptProgram: Sendable {
    package var statements: [JavaScriptStatement]
    /// The bytes that the statements stand in, for excerpts.
    package var source: JavaScriptSource
}

/// A statement with its place in the source.
package struct JavaScriptStatement: Sendable {
    package var kind: Kind
    /// Offsets into the source's UTF-8.
    package var range: Range<Int>

    package indirect enum Kind: Sendable {
        case expression(JavaScriptExpression)
        case variables(keyword: String, [Declarator])
        case function(name: String, JavaScriptFunction)
        case block([JavaScriptStatement])
        case `if`(JavaScriptExpression, then: JavaScriptStatement, otherwise: JavaScriptStatement?)
        /// `for (let x of list)` and `for (let x in object)`.
        case forEach(JavaScriptPattern, isOf: Bool, JavaScriptExpression, body: JavaScriptStatement)
        case `for`(
            start: JavaScriptStatement?, test: JavaScriptExpression?, update: JavaScriptExpression?,
            body: JavaScriptStatement)
        case `while`(JavaScriptExpression, body: JavaScriptStatement)
        case doWhile(JavaScriptStatement, test: JavaScriptExpression)
        case `return`(JavaScriptExpression?)
        case `break`(label: String?)
        case `continue`(label: String?)
        case labeled(String, JavaScriptStatement)
        case `throw`(JavaScriptExpression)
        case `try`(
            [JavaScriptStatement], parameter: JavaScriptPattern?, handler: [JavaScriptStatement]?,
            finalizer: [JavaScriptStatement]?)
        case `switch`(JavaScriptExpression, [SwitchCase])
        case empty
    }

    package struct Declarator: Sendable {
        package var pattern: JavaScriptPattern
        package var value: JavaScriptExpression?
    }

    package struct SwitchCase: Sendable {
        /// nil for `default`.
        package var test: JavaScriptExpression?
        package var statements: [JavaScriptStatement]
    }
}

package struct JavaScriptExpression: Sendable {
    package var kind: Kind
    /// Offsets into the source's UTF-8, with the parentheses around it.
    package var range: Range<Int>

    package indirect enum Kind: Sendable {
        case identifier(String)
        case this
        case null
        case boolean(Bool)
        /// The digits as written, and the value.
        case number(String, Double)
        case string(String)
        case regularExpression(pattern: String, flags: String)
        /// One more text than expressions.
        case template([String], [JavaScriptExpression])
        /// A template behind the function that makes its value.
        case tagged(JavaScriptExpression, [String], [JavaScriptExpression])
        /// nil for a hole, as in `[1,,2]`.
        case array([JavaScriptExpression?])
        case object([Property])
        case function(JavaScriptFunction)
        case member(JavaScriptExpression, String, isOptional: Bool)
        case index(JavaScriptExpression, JavaScriptExpression, isOptional: Bool)
        case call(JavaScriptExpression, [JavaScriptExpression], isOptional: Bool)
        case new(JavaScriptExpression, [JavaScriptExpression])
        /// `!`, `-`, `+`, `~`, `typeof`, `void`, `delete`, `await`.
        case unary(String, JavaScriptExpression)
        /// `++` and `--`.
        case update(String, JavaScriptExpression, isPrefix: Bool)
        /// Arithmetic, comparison, `in`, `instanceof`, `&&`, `||`, `??`.
        case binary(String, JavaScriptExpression, JavaScriptExpression)
        case conditional(JavaScriptExpression, JavaScriptExpression, JavaScriptExpression)
        /// `=`, `+=`, …
        case assignment(String, JavaScriptPattern, JavaScriptExpression)
        case sequence([JavaScriptExpression])
        case spread(JavaScriptExpression)
    }

    package struct Property: Sendable {
        package enum Key: Sendable {
            case name(String)
            case computed(JavaScriptExpression)
            /// `...other`, which stands in ``value``.
            case spread
        }

        package var key: Key
        package var value: JavaScriptExpression
    }
}

package struct JavaScriptFunction: Sendable {
    package var name: String?
    package var parameters: [JavaScriptPattern]
    /// `...rest`, the last of the parameters.
    package var rest: String?
    package var body: [JavaScriptStatement]
    /// An arrow without braces: ``body`` is the `return` of its expression.
    package var isExpression: Bool
    package var isAsync: Bool
}

/// What a value is bound to: a name, a member, or a pattern that takes it apart.
package indirect enum JavaScriptPattern: Sendable {
    case name(String)
    /// `a.b = …`; of assignments only.
    case expression(JavaScriptExpression)
    case object([(key: String, pattern: JavaScriptPattern)], rest: String?)
    case array([JavaScriptPattern?], rest: String?)
    case withDefault(JavaScriptPattern, JavaScriptExpression)
}

/// The text of a script, and what stands at an offset of its UTF-8.
package struct JavaScriptSource: Sendable {
    package let bytes: [UInt8]
    private let lineStarts: [Int]

    package init(_ text: String) {
        bytes = Array(text.utf8)
        lineStarts = [0] + bytes.indices.filter { [bytes] in bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    }

    package func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

    /// Counted from 1.
    package func line(at offset: Int) -> Int {
        var (low, high) = (0, lineStarts.count)
        while low < high {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Counted from 1, in Unicode scalars.
    package func column(at offset: Int) -> Int {
        let start = lineStarts[line(at: offset) - 1]
        return 1 + bytes[start..<min(offset, bytes.count)].count { $0 & 0xC0 != 0x80 }
    }
}

// MARK: - Optional chains

extension JavaScriptExpression {
    /// `a?.b.c` is undefined as a whole where `a` is null or undefined (ECMA-262, 13.3.9): `a == null ? undefined : a.b.c`. Nil for
    /// any other expression, and where the last link is an optional one.
    var unchained: JavaScriptExpression? {
        guard let link, !link.isOptional, let chain = link.owner.chain, !chain.base.mayChange else {
            return nil
        }
        func made(_ kind: Kind) -> JavaScriptExpression { JavaScriptExpression(kind: kind, range: range) }
        let isNothing = made(.binary("==", chain.base, made(.null)))
        return made(.conditional(isNothing, made(.identifier("undefined")), link.made(chain.rest, false)))
    }

    private struct Link {
        var owner: JavaScriptExpression
        var isOptional: Bool
        /// The same behind another owner.
        var made: (JavaScriptExpression, Bool) -> JavaScriptExpression
    }

    private var link: Link? {
        let range = range
        switch kind {
        case .member(let owner, let name, let isOptional):
            return Link(owner: owner, isOptional: isOptional) { owner, isOptional in
                JavaScriptExpression(kind: .member(owner, name, isOptional: isOptional), range: range)
            }
        case .index(let owner, let key, let isOptional):
            return Link(owner: owner, isOptional: isOptional) { owner, isOptional in
                JavaScriptExpression(kind: .index(owner, key, isOptional: isOptional), range: range)
            }
        case .call(let callee, let arguments, let isOptional):
            // The member that is called is part of the link.
            let inner = isOptional || callee.isBracketed ? nil : callee.link
            return Link(owner: inner?.owner ?? callee, isOptional: inner?.isOptional ?? isOptional) {
                owner, isOptional in
                let callee = inner?.made(owner, isOptional) ?? owner
                let isCallOptional = inner == nil && isOptional
                return JavaScriptExpression(kind: .call(callee, arguments, isOptional: isCallOptional), range: range)
            }
        default: return nil
        }
    }

    /// Whether the member or call stands in parentheses.
    private var isBracketed: Bool {
        switch kind {
        case .member(let owner, _, _), .index(let owner, _, _), .call(let owner, _, _):
            owner.range.lowerBound > range.lowerBound
        default: false
        }
    }

    /// What stands before the first optional link of a chain, and the chain with that link a plain one. One in parentheses is a
    /// chain of its own.
    private var chain: (base: JavaScriptExpression, rest: JavaScriptExpression)? {
        guard let link, !isBracketed else { return nil }
        if let inner = link.owner.chain { return (inner.base, link.made(inner.rest, link.isOptional)) }
        return link.isOptional ? (link.owner, link.made(link.owner, false)) : nil
    }
}
