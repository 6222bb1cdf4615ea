/// The output of `git ls-files -z -t --cached --others --stage --debug`: the untracked files, and the staged files with
/// the file data in the index.
struct GitList: Equatable {
    struct Time: Equatable {
        var seconds: UInt32
        var nanoseconds: UInt32
    }

    /// A staged file.
    struct Entry: Equatable {
        var path: String
        /// The mode, as in `100644`.
        var mode: UInt32
        /// The digest of the contents, in hexadecimal digits.
        var digest: String
        /// False while a merge has left several versions.
        var isMerged: Bool
        /// The file's modification time, change time, inode number and size when it was found to equal what is staged; 0
        /// if unknown. Each is the lower 32 bits.
        var modified: Time
        var changed: Time
        var inode: UInt32
        var size: UInt32
        /// Whether the file must not be compared: it is outside of a sparse checkout, or assumed unchanged.
        var isExcepted: Bool
    }

    var untracked: [String] = []
    var entries: [Entry] = []

    /// Nil for malformed output.
    ///
    /// An entry is `? PATH` and a NUL; or `H MODE DIGEST STAGE`, a tab, the path, a NUL and five lines of numbers.
    init?(_ text: [UInt8]) {
        var rest = text[...]
        while !rest.isEmpty {
            guard let end = rest.firstIndex(of: 0) else { return nil }
            let line = rest[..<end].dropFirst(2)
            let isUntracked = rest.starts(with: "? ".utf8)
            rest = rest[(end + 1)...]
            if isUntracked {
                untracked.append(String(decoding: line, as: UTF8.self))
                continue
            }
            guard let tab = line.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
            let words = line[..<tab].split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
            guard words.count == 3, let mode = UInt32(words[0], radix: 8), let noted = Self.noted(&rest) else {
                return nil
            }
            entries.append(
                Entry(
                    path: String(decoding: line[(tab + 1)...], as: UTF8.self), mode: mode, digest: words[1],
                    isMerged: words[2] == "0", modified: noted.modified, changed: noted.changed, inode: noted.inode,
                    size: noted.size, isExcepted: noted.flags & Self.exceptions != 0))
        }
    }

    /// The bits "skip worktree" and "assume valid" in the index format.
    private static let exceptions: UInt32 = 0x4000_0000 | 0x8000

    /// Reads the five lines `NAME: NUMBER:NUMBER`, or `NAME: NUMBER`, a tab and `NAME: NUMBER`.
    private static func noted(
        _ rest: inout ArraySlice<UInt8>
    ) -> (modified: Time, changed: Time, inode: UInt32, size: UInt32, flags: UInt32)? {
        var values: [String: Substring] = [:]
        for _ in 0..<5 {
            guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            for part in String(decoding: rest[..<end], as: UTF8.self).split(separator: "\t") {
                let words = part.drop { $0 == " " }.split(separator: ":", maxSplits: 1)
                guard words.count == 2 else { return nil }
                values[String(words[0])] = words[1].drop { $0 == " " }
            }
            rest = rest[(end + 1)...]
        }
        guard let modified = values["mtime"].flatMap(time), let changed = values["ctime"].flatMap(time),
            let inode = values["ino"].flatMap({ UInt32($0) }), let size = values["size"].flatMap({ UInt32($0) }),
            let flags = values["flags"].flatMap({ UInt32($0, radix: 16) })
        else { return nil }
        return (modified, changed, inode, size, flags)
    }

    /// `SECONDS:NANOSECONDS`
    private static func time(_ text: Substring) -> Time? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, let seconds = UInt32(parts[0]), let nanoseconds = UInt32(parts[1]) else { return nil }
        return Time(seconds: seconds, nanoseconds: nanoseconds)
    }
}
