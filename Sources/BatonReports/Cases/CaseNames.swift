import BatonRecords
import BatonValues

/// Names of cases and steps in reports of test cases: unique, and the same in every run.
///
/// A name contains no host, port, time or random part, so that a CI service finds a test's earlier results. The name of
/// a workflow depends only on its own path and row. If a character must be replaced and another workflow could get the
/// same name, a hash of path and row is appended: `a.b.yaml` and `a_b.yaml`.
enum CaseNames {
    /// Maximum length of a name. Consumers cut longer names at different lengths; here the cut name ends in a hash of
    /// the whole.
    static let longest = 512

    static func suite(_ identity: CaseIdentity) -> String {
        let marks = identity.marks
        return named(
            marks.isEmpty ? identity.path : "\(identity.path) \(marks)",
            of: [
                identity.path, mark(identity.row), mark(identity.variant), mark(identity.repetition.map { String($0) }),
            ],
            isExact: !identity.path.withUTF8Bytes { $0.contains(tilde) } && areExact(marks))
    }

    /// The path with dots for slashes and without `.yaml`; a dot in a name becomes `_`: `accounts.sign_in`. Rows of a
    /// workflow share it, so that services which group by it show them together.
    static func className(_ identity: CaseIdentity) -> String {
        let (name, isExact) = dotted(identity.path)
        return named(name, of: [identity.path], isExact: isExact)
    }

    /// The workflow as people call it: `Pay a large amount [row=ada]`. One without a name of its own is called by its
    /// path, since files of the same name are many.
    static func title(_ identity: CaseIdentity) -> String {
        let marks = identity.marks
        let name = isFileName(identity.name, of: identity.path) ? identity.path : identity.name
        return short(marks.isEmpty ? name : "\(name) \(marks)")
    }

    /// A step with its workflow, as services show it that show nothing else: `Pay a large amount › Pay`. A step that is
    /// called as its workflow adds nothing.
    static func test(_ step: String, of title: String, _ identity: CaseIdentity) -> String {
        step == identity.name ? title : capped("\(title) › \(short(step))")
    }

    private static func isFileName(_ name: String, of path: String) -> Bool {
        path.withUTF8Bytes { path in
            name.withUTF8Bytes { name in
                let last = path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
                return last.count > name.count && last[last.startIndex + name.count] == UInt8(ascii: ".")
                    && last.starts(with: name) && endings.contains { $0.count == last.count - name.count }
            }
        }
    }

    private static let tilde = UInt8(ascii: "~")

    /// - Parameters:
    ///   - parts: what the name stands for.
    ///   - isExact: whether nothing else than they can give it.
    private static func named(_ name: String, of parts: @autoclosure () -> [String], isExact: Bool) -> String {
        let shown = EscapedCICommands.of(PrintableText.line(name))
        let isWhole = shown.utf8.count <= longest || shown.unicodeScalars.count <= longest
        if isExact, isWhole, shown == name { return shown }
        var hash = StableHash()
        for part in parts() { hash.combine(part) }
        return String(String.UnicodeScalarView(shown.unicodeScalars.prefix(longest - 17))) + "~" + hash.text
    }

    private static func mark(_ text: String?) -> String { text.map { "=\($0)" } ?? "" }

    /// Whether the marks are unambiguous: a row may be named `a][repeat=1`.
    private static func areExact(_ marks: String) -> Bool {
        marks.isEmpty
            || !marks.utf8.contains(tilde)
                && !marks.replacing("][repeat=", with: "").dropFirst().dropLast().utf8
                    .contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }
    }

    /// The name for a path, and whether no other path gives the same name.
    ///
    /// `.yml` and `.json` become `_yml` and `_json`; a `.yaml` file whose name ends so is not exact.
    private static func dotted(_ path: String) -> (name: String, isExact: Bool) {
        path.withUTF8Bytes { bytes in
            let ending = endings.first { bytes.count > $0.count && bytes.suffix($0.count).elementsEqual($0) }
            let stem = bytes.dropLast(ending?.count ?? 0)
            let isExact = ending != nil && !stem.contains(where: isLossy)
            guard ending == endings[0] else { return (dotted(bytes[...]), isExact) }
            return (dotted(stem), isExact && !replacedEndings.contains { stem.suffix($0.count).elementsEqual($0) })
        }
    }

    private static let endings = [".yaml", ".yml", ".json"].map { Array($0.utf8) }
    private static let replacedEndings = ["_yml", "_json"].map { Array($0.utf8) }

    /// Whether a byte stands for more than one byte of a path, or marks a row.
    private static func isLossy(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"): true
        default: false
        }
    }

    static func short(_ name: String) -> String {
        let name = PrintableText.line(name)
        return capped(name.isEmpty ? "unnamed" : name)
    }

    /// Dots for slashes and `_` for dots.
    private static func dotted(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> String {
        String(unsafeUninitializedCapacity: path.count) { name in
            name.initialize(
                fromContentsOf: path.lazy.map {
                    $0 == UInt8(ascii: ".") ? UInt8(ascii: "_") : $0 == UInt8(ascii: "/") ? UInt8(ascii: ".") : $0
                })
        }
    }

    private static func capped(_ name: String) -> String {
        let name = EscapedCICommands.of(name)
        guard name.utf8.count > longest, name.unicodeScalars.count > longest else { return name }
        return String(String.UnicodeScalarView(name.unicodeScalars.prefix(longest - 17))) + "~"
            + StableHash.of(name).text
    }
}

/// Makes the names of one workflow's test cases unique.
struct UniqueNames {
    /// Number of names up to which a linear search is faster than a hash table.
    private static let mostCompared = 8

    /// All names, once there are more than that.
    private var table: Set<String> = []

    /// The name for the next case, with ` #2` and so on appended where an earlier case has the same name.
    mutating func next(_ name: String, behind cases: [ReportedCase]) -> String {
        if isFree(name, behind: cases) { return name }
        var number = 2
        while !isFree("\(name) #\(number)", behind: cases) { number += 1 }
        return "\(name) #\(number)"
    }

    /// - Returns: whether the name was free; from now on it is taken.
    private mutating func isFree(_ name: String, behind cases: [ReportedCase]) -> Bool {
        if cases.count < Self.mostCompared { return !cases.indices.contains { cases[$0].name == name } }
        if table.isEmpty { table = Set(cases.indices.map { cases[$0].name }) }
        return table.insert(name).inserted
    }
}
