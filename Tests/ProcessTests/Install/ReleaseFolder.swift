import Glibc
import ProjectFolders
import Subprocess
import Testing

/// A folder with the files of a release that the installer reads, as `scripts/package` makes them: the program in it is a
/// script, in place of a build that takes minutes.
struct ReleaseFolder {
    private let folder: Folder
    let version: String

    #if arch(arm64)
        private static let architecture = "arm64"
    #else
        private static let architecture = "amd64"
    #endif

    /// The script that starts the built program.
    static let builtProgram = "#!/bin/sh\nexec '\(Products.path(of: "baton"))' \"$@\"\n"

    /// - Parameter program: the text of a script.
    init(
        version: String = "1.2.3", program: String = ReleaseFolder.builtProgram, pages: [String] = ["baton.1.gz"]
    ) async throws {
        folder = try Folder()
        self.version = version
        let name = "baton-\(version)-linux-\(Self.architecture)"
        try folder.write("\(name)/bin/baton", program)
        for page in pages { try folder.write("\(name)/share/man/man1/\(page)", "a page") }
        try folder.write("\(name)/share/bash-completion/completions/baton", "complete -W run baton\n")
        let installer = try FileContents.text(of: "\(Repository.path)/scripts/package.d/install.sh")
        try folder.write("\(name)/install.sh", installer)
        try folder.write("release/install.sh", installer)
        try await shell(
            """
            chmod 755 \(name)/bin/baton
            tar -czf release/\(name).tar.gz \(name)
            cd release && sha256sum * >/tmp/sums.$$ && mv /tmp/sums.$$ SHA256SUMS
            """)
    }

    /// What `BATON_RELEASE` is set to.
    var address: String { "file://\(folder.path)/release" }

    private var name: String { "baton-\(version)-linux-\(Self.architecture)" }

    /// The path of the installer beside the packed program.
    var packedInstaller: String { "\(folder.path)/release/install.sh" }

    /// The path of the installer beside the unpacked program.
    var unpackedInstaller: String { "\(folder.path)/\(name)/install.sh" }

    /// Changes the archive after its sum was written down.
    func damage() async throws { try await shell("echo x >>release/\(name).tar.gz") }

    /// Leaves the first bytes of the archive.
    func cut() async throws { try await shell("truncate -s 100 release/\(name).tar.gz") }

    /// Takes the sums away.
    func removeSums() throws { try folder.remove("release/SHA256SUMS") }

    /// Puts an archive of another version beside the one of this.
    func addVersion(_ version: String) async throws {
        try await shell("cp release/\(name).tar.gz release/baton-\(version)-linux-\(Self.architecture).tar.gz")
    }

    private func shell(_ script: String) async throws {
        let result = try await Baton(folder: folder, program: "/bin/sh").run(["-ec", script])
        try #require(result.exitCode == 0, "\(result.everything)")
    }
}
