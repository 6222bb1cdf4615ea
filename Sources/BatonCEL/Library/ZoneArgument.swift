package import BatonValues

/// Time zones as arguments; a literal is checked when the file is loaded.
package enum ZoneArgument {
    static func help(hasDatabase: Bool) -> String {
        hasDatabase
            ? "write a name such as `Europe/Berlin`, an offset such as `+02:00`, or `UTC`"
            : "this machine knows no zones by name: install its package `tzdata`, or write an offset such as `+02:00`"
    }

    private static func unknown(_ name: String) -> String { "there is no time zone `\(name)`" }

    /// Throws if a literal argument is not the name of a time zone.
    package static func check(_ constants: [CELValue?], at position: Int) throws(CELArgumentIssue) {
        if let name = constants.text(position), Zone(name) == nil {
            throw CELArgumentIssue("time-zone", unknown(name), at: position, help: help(hasDatabase: Zone.hasDatabase))
        }
    }

    package static func read(_ value: CELValue, of function: String) throws(CELError) -> Zone {
        guard case .string(let name) = value.kind else { throw .noOverload(function, value) }
        guard let zone = Zone(name) else {
            throw CELError(.argument, unknown(name), help: help(hasDatabase: Zone.hasDatabase))
        }
        return zone
    }
}
