import BatonCEL
import BatonValues

/// `fake("email")`: values that look real and belong to nobody.
///
/// ``FakeKind`` is the table of what can be made up, ``FakeWords`` holds the words that it is put together from. Addresses, hosts
/// and numbers are those that are reserved for examples, so that no request or mail made from them reaches anybody.
enum FakeFunction {
    static let list: [CELFunction] = [
        CELFunction(
            "fake", [.init([.string], .string)],
            body: .contextual { arguments, activation throws(CELError) in
                let word = try FunctionLibrary.text(arguments[0], of: "fake")
                guard let kind = FakeKind.named(word) else {
                    throw CELError(.argument, "`fake` makes up no such kind of text", help: help(for: word))
                }
                return try make(kind, NoHost.of(activation))
            },
            prepare: { constants throws(CELArgumentDiagnostic) in
                guard let word = constants.text(0) else { return nil }
                guard let kind = FakeKind.named(word) else {
                    throw CELArgumentDiagnostic("`fake` makes up no `\(word)`", at: 0, help: help(for: word))
                }
                return .contextual { _, activation throws(CELError) in try make(kind, NoHost.of(activation)) }
            })
    ]

    private static func make(_ kind: FakeKind, _ host: any FunctionHost) throws(CELError) -> CELValue {
        var source = FakeSource(host: host)
        return .string(try kind.make(&source))
    }

    private static func help(for word: String) -> String {
        if let nearest = Spelling.nearest(to: word, in: FakeKind.all.map(\.name)) {
            return "did you mean `\(nearest)`?"
        }
        return "it makes up " + FakeKind.all.map { "`\($0.name)`" }.joined(separator: ", ")
    }
}

/// The random choices that a made-up value consists of.
struct FakeSource {
    let host: any FunctionHost

    mutating func number(_ range: ClosedRange<Int>) throws(CELError) -> Int {
        range.lowerBound + Int(try host.random() % UInt64(range.count))
    }

    mutating func pick<Element>(_ list: [Element]) throws(CELError) -> Element {
        list[try number(0...list.count - 1)]
    }

    /// So many decimal digits.
    mutating func digits(_ count: Int) throws(CELError) -> String {
        var text = ""
        for _ in 0..<count { text += String(try number(0...9)) }
        return text
    }

    /// So many pairs of hexadecimal digits.
    mutating func bytes(_ count: Int, separator: String) throws(CELError) -> String {
        var parts: [String] = []
        for _ in 0..<count { parts.append(SHA256.hex(of: [UInt8(try number(0...255))])) }
        return parts.joined(separator: separator)
    }

    mutating func words(_ count: Int) throws(CELError) -> [String] {
        var words: [String] = []
        for _ in 0..<count { words.append(try pick(FakeWords.nouns + FakeWords.verbs + FakeWords.adjectives)) }
        return words
    }

    mutating func sentence() throws(CELError) -> String {
        let (first, second) = (try pick(FakeWords.adjectives), try pick(FakeWords.nouns))
        let (verb, object) = (try pick(FakeWords.verbs), try pick(FakeWords.nouns))
        return "The \(first) \(second) \(verb)s a \(object)."
    }

    mutating func sentences(_ count: Int) throws(CELError) -> String {
        var sentences: [String] = []
        for _ in 0..<count { sentences.append(try sentence()) }
        return sentences.joined(separator: " ")
    }

    /// `ada.lindqvist42`: a name with a number, so that two seldom are equal.
    mutating func account() throws(CELError) -> String {
        let (first, last) = (try pick(FakeWords.firstNames), try pick(FakeWords.lastNames))
        return "\(first).\(last)\(try number(10...9999))".lowercased()
    }
}
