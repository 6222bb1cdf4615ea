import BatonRunner
import BatonText

/// What a case and its steps are called in reports of test cases: unique, and the same in every run.
///
/// No host, port, time or random part is in a name, so that a build service finds a test's earlier results. The suite
/// is the file's path and row, which tells apart even files whose class names are equal.
enum CaseNames {
    /// Longer names are cut by consumers, each at its own place: ours ends in a hash of the whole.
    static let longest = 512

    static func suite(_ identity: CaseIdentity) -> String {
        let marks = identity.marks
        return capped(PrintableText.line(marks.isEmpty ? identity.path : "\(identity.path) \(marks)"))
    }

    /// The path with dots for slashes and without its ending; a dot in a name becomes `_`: `accounts.sign_in`.
    static func className(_ identity: CaseIdentity) -> String {
        let marks = identity.marks
        let name = dotted(identity.path, withEnding: false)
        return capped(PrintableText.line(marks.isEmpty ? name : name + marks))
    }

    static func short(_ name: String) -> String {
        let name = PrintableText.line(name)
        return capped(name.isEmpty ? "unnamed" : name)
    }

    /// `at workflows.accounts.Sign_in(sign_in.yaml:17)`: the form of a Java stack frame, which tools resolve.
    static func frame(_ identity: CaseIdentity, file: String, line: Int) -> String {
        let folder = identity.path.utf8.lastIndex(of: UInt8(ascii: "/")).map { identity.path[..<$0] }
        let fileName =
            file.utf8.lastIndex(of: UInt8(ascii: "/")).map { file[file.utf8.index(after: $0)...] } ?? file[...]
        let prefix = folder.map { dotted(String($0), withEnding: true) + "." } ?? ""
        return PrintableText.line("at \(CutText.head(prefix + word(identity.name), 2 * longest))(\(fileName):\(line))")
    }

    /// Dots for slashes and `_` for dots.
    private static func dotted(_ path: String, withEnding: Bool) -> String {
        path.withUTF8Bytes { bytes in
            let count = withEnding ? bytes.count : bytes.count - ending(of: bytes)
            return String(unsafeUninitializedCapacity: count) { buffer in
                for index in 0..<count {
                    let byte = bytes[index]
                    switch byte {
                    case UInt8(ascii: "."): buffer[index] = UInt8(ascii: "_")
                    case UInt8(ascii: "/"): buffer[index] = UInt8(ascii: ".")
                    default: buffer[index] = byte
                    }
                }
                return count
            }
        }
    }

    /// How many bytes at the end of a path say what is in the file.
    private static func ending(of path: UnsafeBufferPointer<UInt8>) -> Int {
        for ending in [".yaml", ".yml", ".json"] as [StaticString] {
            let count = ending.utf8CodeUnitCount
            if path.count >= count, path[(path.count - count)...].elementsEqual(ending.bytes) { return count }
        }
        return 0
    }

    private static func word(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar -> Character in
            scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? Character(scalar) : "_"
        }
        return letters.isEmpty ? "_" : String(letters)
    }

    private static func capped(_ name: String) -> String {
        let name = DefusedText.of(name)
        guard name.utf8.count > longest, name.unicodeScalars.count > longest else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(longest - 17))) + "~"
            + StableHash.of(name).text
    }
}

extension StaticString {
    fileprivate var bytes: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: utf8Start, count: utf8CodeUnitCount)
    }
}
