/// What the command line asks for.
struct Options {
    static let usage = "usage: demo-api [--port N] [--seed N]   (port 0, the default: any that is free)"

    var port: UInt16 = 0
    var seed: UInt64 = 1

    /// Both `--port 8080` and `--port=8080` are understood.
    init(_ arguments: some Sequence<String>) throws(OptionsError) {
        var words = arguments.flatMap { $0.split(separator: "=", maxSplits: 1).map(String.init) }[...]
        while let name = words.popFirst() {
            switch name {
            case "--port": port = try Self.number(after: name, in: &words)
            case "--seed": seed = try Self.number(after: name, in: &words)
            default: throw OptionsError(message: "unknown argument \(name)")
            }
        }
    }

    private static func number<Number: FixedWidthInteger>(
        after name: String, in words: inout ArraySlice<String>
    ) throws(OptionsError) -> Number {
        guard let word = words.popFirst(), let number = Number(word) else {
            throw OptionsError(message: "\(name) needs a number from 0 to \(Number.max)")
        }
        return number
    }
}

struct OptionsError: Error {
    var message: String
}
