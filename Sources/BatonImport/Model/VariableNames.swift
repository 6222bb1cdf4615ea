/// The names that variables of a source have in the workflow: one table for templates and scripts, so that both mean the same.
package struct VariableNames: Sendable {
    package enum Scope: String, Sendable, CaseIterable {
        // From the one that wins to the one that loses.
        case local, data, environment, collection, global
    }

    private var names: [String: String] = [:]
    private var taken: Set<String>
    /// Names of the source that scripts or declarations give a value.
    package private(set) var given: Set<String> = []
    /// Names of the source that something reads.
    package private(set) var read: Set<String> = []
    /// Names of the source that scripts read, and perhaps nothing else.
    package private(set) var readByScripts: Set<String> = []

    /// Words that CEL or workflows reserve, which no variable can have.
    package init(reserved: Set<String>) { taken = reserved }

    /// The name for what `scope` reads or writes under a name of the source; nil for whichever scope has it.
    package mutating func name(of sourceName: String, in scope: Scope? = nil) -> String {
        if let name = names[sourceName] { return name }
        let name = unused(Self.identifier(sourceName))
        names[sourceName] = name
        taken.insert(name)
        return name
    }

    package mutating func noteGiven(_ sourceName: String) { given.insert(sourceName) }
    package mutating func noteRead(_ sourceName: String) { read.insert(sourceName) }

    /// Notes what a script reads: where nothing gives it a value it is `undefined`, so null, and not the text `{{name}}`.
    package mutating func noteReadByScript(_ sourceName: String) { readByScripts.insert(sourceName) }

    /// A name for a value that only the workflow has: never that of a variable of the source.
    package mutating func temporary(_ wanted: String) -> String {
        let name = unused(Self.identifier(wanted))
        taken.insert(name)
        return name
    }

    private func unused(_ wanted: String) -> String {
        if !taken.contains(wanted) { return wanted }
        var number = 2
        while taken.contains("\(wanted)_\(number)") { number += 1 }
        return "\(wanted)_\(number)"
    }

    /// Letters, digits and `_`, beginning with no digit: other characters become `_`.
    static func identifier(_ text: String) -> String {
        var name = String(text.unicodeScalars.map { isNameCharacter($0) ? Character($0) : "_" })
        if name.first?.isNumber ?? true { name = "_" + name }
        return name
    }

    private static func isNameCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_")
    }
}
