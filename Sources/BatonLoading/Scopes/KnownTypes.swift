import BatonAPI
import BatonJudging

/// The types that `as` may name at one place, beside those of the language.
struct KnownTypes: Sendable {
    /// The file's own types; `ownNames` has their names while they are still being read.
    var own: RecordSchema?
    var ownNames: [String] = []
    /// The types of the API files that are used here, by their aliases.
    var used: [String: Used] = [:]
    /// The default form of dates.
    var dateForm: DateForm?

    struct Used: Sendable {
        let schema: RecordSchema
        /// Whether the file has errors, which have been reported.
        let isBroken: Bool
    }

    /// The type of a name; nil for a name that is no type.
    func type(_ name: String) -> MappedType? {
        if let index = ownNames.firstIndex(of: name) { return .own(index) }
        if let type = own?.type(named: name) { return .record(type) }
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let api = used[parts[0]], !api.isBroken,
            let type = api.schema.type(named: parts[1])
        else { return nil }
        return .record(type)
    }

    /// Whether a name may be a type of a file with errors, which have been reported.
    func isUnknowable(_ name: String) -> Bool {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        return parts.count == 2 && used[parts[0]]?.isBroken == true
    }

    /// All names, sorted.
    var names: [String] {
        let own = ownNames + (self.own?.definitions.map(\.name) ?? [])
        let others = used.sorted { $0.key < $1.key }.flatMap { alias, api in
            api.schema.definitions.map { "\(alias).\($0.name)" }
        }
        return own + others
    }
}
