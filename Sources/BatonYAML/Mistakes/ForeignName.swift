/// What another tool names in `{{…}}`, `${{ … }}` or `${…}`, as an expression of Baton.
package enum ForeignName {
    /// The expression for the content of such a template: without filters and defaults, and with the names that things
    /// have here: `base_url` is `env.base_url`, `steps.login.outputs.token` is `steps.login.token`.
    ///
    /// - Parameter isShell: whether the form is `${…}`, in which a name in capitals is a variable of the process, as in
    ///   shells.
    package static func expression(_ content: some StringProtocol, isShell: Bool) -> String {
        let name = withoutFilter(content, isShell: isShell)
        if let made = made(name) { return made }
        // `{{$name}}` of a tool in which variables have the sign.
        if name.hasPrefix("$") { return String(name.dropFirst()) }
        if isBaseURL(name) { return "env.base_url" }
        let path = name.split(separator: ".", omittingEmptySubsequences: false)
        if isShell, isInCapitals(name) { return "process.env.\(name)" }
        if path.count == 2, path[0] == "env", isInCapitals(path[1]) { return "process.env.\(path[1])" }
        if path.count == 4, ["steps", "needs"].contains(path[0]), ["outputs", "output"].contains(path[2]) {
            return "\(path[0]).\(path[1]).\(path[3])"
        }
        return name
    }

    /// What makes a value that the other tool makes: `uuid()` for `$guid`; nil for a name. Of values without a function
    /// of their own, `uuid()` is an example.
    private static func made(_ name: String) -> String? {
        guard name.hasPrefix("$") else { return nil }
        let word = name.prefix { $0 != " " }
        if ["$guid", "$uuid", "$datetime", "$localDatetime"].contains(word) { return "uuid()" }
        return switch word {
        case "$timestamp": "int(now())"
        case "$isoTimestamp": "now()"
        case "$randomInt": "random_int(0, 1000)"
        default: word.hasPrefix("$random") ? "uuid()" : nil
        }
    }

    private static func isBaseURL(_ name: String) -> Bool {
        ["base_url", "baseurl", "host_url", "env.baseurl"].contains(name.lowercased())
    }

    /// Of `name | upper` and `NAME:-none` the name; `a || b` is an expression.
    private static func withoutFilter(_ content: some StringProtocol, isShell: Bool) -> String {
        let bytes = Array(content.utf8)
        var end = bytes.count
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            let isFilter = byte == UInt8(ascii: "|") && next != byte && (index == 0 || bytes[index - 1] != byte)
            let isDefault = isShell && byte == UInt8(ascii: ":") && "-=?+".utf8.contains(next)
            if isFilter || isDefault {
                end = index
                break
            }
        }
        let isSpace = { (byte: UInt8) in byte <= UInt8(ascii: " ") }
        let kept = bytes[..<end].drop(while: isSpace).reversed().drop(while: isSpace).reversed()
        return String(decoding: Array(kept), as: UTF8.self)
    }

    private static func isInCapitals(_ name: some StringProtocol) -> Bool {
        name.utf8.first.map { 0x41...0x5A ~= $0 || $0 == UInt8(ascii: "_") } == true
            && name.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
    }
}
