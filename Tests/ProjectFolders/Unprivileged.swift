import Glibc
package import Testing

/// Runs the program as a user whom the system refuses things: root, as which tests often run, ignores modes.
package enum Unprivileged {
    private static let nobody: uid_t = 65534

    /// False where root cannot become somebody else.
    package static var isPossible: Bool { geteuid() != 0 || access("/usr/bin/setpriv", X_OK) == 0 }
    package static let obstacle: Comment = "root ignores modes, and there is no setpriv to become nobody"

    /// Gives a folder with all that is in it to that user.
    package static func own(_ folder: Folder) {
        if geteuid() == 0 { give(folder.path, to: nobody) }
    }

    /// Takes it back.
    package static func disown(_ folder: Folder) {
        if geteuid() == 0 { give(folder.path, to: 0) }
    }

    private static func give(_ path: String, to user: uid_t) {
        lchown(path, user, user)
        guard let names = try? FileContents.names(in: path) else { return }
        for name in names { give("\(path)/\(name)", to: user) }
    }

    /// Runs the built program in a folder.
    package static func run(_ arguments: [String], in folder: Folder) async throws -> CommandResult {
        guard geteuid() == 0 else { return try await Program.baton(in: folder).run(arguments) }
        let words = ["--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups", Products.path(of: "baton")]
        return try await Program("/usr/bin/setpriv", in: folder.path).run(words + arguments)
    }
}
