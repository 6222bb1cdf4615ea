import Glibc
import ProjectFolders
import Testing

/// The script that installs a release: install.sh.
@Suite struct InstallerTests {
    /// Runs the installer that lies beside an unpacked program.
    private func install(
        _ release: ReleaseFolder, _ arguments: [String], in folder: Folder, path: String? = nil
    ) async throws -> Baton.Result {
        let path = path ?? String(cString: getenv("PATH"))
        return try await Baton(folder: folder, environment: ["PATH": path], program: "/bin/sh").run(
            [release.unpackedInstaller] + arguments)
    }

    @Test func `what is installed runs, is replaced by a newer version, and is removed without a trace`() async throws {
        let folder = try Folder()
        try folder.write("p/bin/mine", "mine")
        let old = try await ReleaseFolder(version: "1.0.0", pages: ["baton.1.gz", "baton-gone.1.gz"])
        let first = try await install(old, ["--prefix", "p"], in: folder)
        #expect(first.exitCode == 0, "\(first.everything)")
        #expect(first.output.contains("is installed: \(folder.path)/p/bin/baton\n"), "\(first.output)")
        #expect(first.output.contains("note: \(folder.path)/p/bin is not on the PATH; for this shell: export PATH="))
        #expect(folder.exists("p/share/man/man1/baton-gone.1.gz"))

        let new = try await ReleaseFolder()
        let path = "\(folder.path)/p/bin:" + String(cString: getenv("PATH"))
        let second = try await install(new, ["--prefix", "p"], in: folder, path: path)
        #expect(second.exitCode == 0 && !second.output.contains("note: "), "\(second.everything)")
        #expect(!folder.exists("p/share/man/man1/baton-gone.1.gz"))
        let version = try await Baton(folder: folder, program: "\(folder.path)/p/bin/baton")("--version")
        #expect(version.exitCode == 0 && second.output.hasPrefix("Baton \(version.output.dropLast()) is installed: "))

        let removed = try await install(new, ["--prefix", "p", "--uninstall"], in: folder)
        #expect(removed.exitCode == 0 && removed.output == "Baton is removed from \(folder.path)/p\n")
        #expect(try FileContents.names(in: "\(folder.path)/p/bin") == ["mine"])
        #expect(!folder.exists("p/share"))
        let again = try await install(new, ["--prefix", "p", "--uninstall"], in: folder)
        #expect(again.exitCode == 1 && again.errorOutput.contains("nothing was installed into \(folder.path)/p"))
    }

    @Test func `folders that were made for it are removed, those that were there or hold other files are not`()
        async throws
    {
        let folder = try Folder()
        try folder.write("old/share/x", "")
        unlink(folder.path + "/old/share/x")
        let release = try await ReleaseFolder()
        for prefix in ["new", "old", "used"] {
            #expect(try await install(release, ["--prefix", prefix], in: folder).exitCode == 0)
        }
        try folder.write("used/share/man/man1/other.1", "")
        for prefix in ["new", "old", "used"] {
            #expect(try await install(release, ["--prefix", prefix, "--uninstall"], in: folder).exitCode == 0)
        }
        #expect(!folder.exists("new"))
        #expect(try FileContents.names(in: folder.path + "/old") == ["share"])
        #expect(try FileContents.names(in: folder.path + "/old/share") == [])
        #expect(try FileContents.names(in: folder.path + "/used") == ["share"])
        #expect(try FileContents.names(in: folder.path + "/used/share/man/man1") == ["other.1"])
    }

    @Test func `another program that comes first on the PATH is named`() async throws {
        let folder = try Folder()
        try folder.write("other/baton", "#!/bin/sh\n")
        chmod("\(folder.path)/other/baton", 0o755)
        let path = "\(folder.path)/other:\(folder.path)/p/bin:" + String(cString: getenv("PATH"))
        let result = try await install(try await ReleaseFolder(), ["--prefix", "p"], in: folder, path: path)
        #expect(
            result.output.contains("another one here: \(folder.path)/other/baton comes first on the PATH"),
            "\(result.everything)")
    }

    @Test(.enabled(if: Unprivileged.isPossible, Unprivileged.obstacle))
    func `a folder that cannot be written is one error before anything is fetched, built or written`() async throws {
        let folder = try Folder()
        try folder.write("p/share/x", "")
        for (path, mode) in [(folder.path, 0o755), ("\(folder.path)/p", 0o555)] { chmod(path, mode_t(mode)) }
        let scripts = [
            "\(Repository.path)/scripts/package.d/install.sh", "\(Repository.path)/scripts/install",
        ]
        for script in scripts {
            let shell = script.hasSuffix(".sh") ? ["/bin/sh", script] : ["/bin/bash", script]
            let words = geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
            let line = words + shell + ["--prefix", "\(folder.path)/p"]
            // Only an attempt to fetch or to build would need what these lead to.
            let result = try await Baton(
                folder: folder, environment: ["BATON_RELEASE": "file:///nowhere"], program: line[0]
            ).run(Array(line.dropFirst()))
            #expect(result.exitCode == 1 && result.output == "", "\(script): \(result.everything)")
            let lines = result.errorOutput.split(separator: "\n")
            #expect(lines.count == 2, "\(result.errorOutput)")
            #expect(lines.first?.hasPrefix("install.sh: cannot install into \(folder.path)/p: ") == true)
            #expect(lines.first?.hasSuffix(" may not write into \(folder.path)/p") == true, "\(result.errorOutput)")
            #expect(lines.last?.contains("--prefix \"$HOME/.local\"") == true)
        }
        chmod("\(folder.path)/p", 0o755)
        #expect(try FileContents.names(in: "\(folder.path)/p") == ["share"])
    }

    @Test func `a file in the place of a folder is an error`() async throws {
        let folder = try Folder()
        try folder.write("p", "")
        let result = try await install(try await ReleaseFolder(), ["--prefix", "p/below"], in: folder)
        #expect(
            result.errorOutput
                == "install.sh: cannot install into \(folder.path)/p/below: \(folder.path)/p is not a folder\n")
    }

    /// What a program prints that cannot start, and what the installer makes of it.
    static let obstacles = [
        (
            "bin/baton: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by bin/baton)\n"
                + "bin/baton: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.9' not found (required by bin/baton)",
            "this system's C library is too old: Baton needs glibc 2.34, and here is glibc "
        ),
        (
            "bin/baton: error while loading shared libraries: libcurl.so.4: cannot open shared object file",
            "libraries that Baton needs are not installed: "
        ),
        ("bin/baton: cannot execute binary file: Exec format error", "for another kind of processor than this"),
        ("sh: bin/baton: not found", "it has another C library than glibc, as Alpine Linux has"),
        ("Illegal instruction", "the program does not start here:\n  Illegal instruction"),
    ]

    @Test(arguments: obstacles)
    func `a program that does not start here is not installed, and the reason is told`(
        _ words: String, _ message: String
    ) async throws {
        let folder = try Folder()
        let program = "#!/bin/sh\ncat >&2 <<'END'\n\(words)\nEND\nexit 1\n"
        let result = try await install(try await ReleaseFolder(program: program), ["--prefix", "p"], in: folder)
        #expect(result.exitCode == 1 && result.output == "")
        #expect(result.errorOutput.hasPrefix("install.sh: "), "\(result.errorOutput)")
        #expect(result.errorOutput.contains(message), "\(result.errorOutput)")
        #expect(!folder.exists("p"))
    }

    @Test func `a release is fetched, and only with its sum`() async throws {
        let folder = try Folder()
        let release = try await ReleaseFolder()
        func fetch() async throws -> Baton.Result {
            let environment = ["BATON_RELEASE": release.address + "/"]
            return try await Baton(folder: folder, environment: environment, program: "/bin/sh").run(
                ["-c", "curl -fsSL \"$BATON_RELEASE/install.sh\" | sh -s -- --prefix p"])
        }
        try await release.damage()
        let damaged = try await fetch()
        #expect(damaged.exitCode == 1 && !folder.exists("p"))
        #expect(damaged.errorOutput.contains("does not have the sum that SHA256SUMS"), "\(damaged.errorOutput)")
    }

    /// Runs the installer that lies beside a packed program.
    private func installPacked(_ release: ReleaseFolder, in folder: Folder) async throws -> Baton.Result {
        try await Baton(folder: folder, environment: ["BATON_RELEASE": ""], program: "/bin/sh").run(
            [release.packedInstaller, "--prefix", "p"])
    }

    @Test(arguments: [true, false])
    func `the archive beside the installer is installed without an address`(_ withSums: Bool) async throws {
        let folder = try Folder()
        let release = try await ReleaseFolder()
        if !withSums { try release.removeSums() }
        let result = try await installPacked(release, in: folder)
        #expect(result.exitCode == 0, "\(result.everything)")
        #expect(result.output.contains(" is installed: \(folder.path)/p/bin/baton\n"), "\(result.output)")
        let version = try await Baton(folder: folder, program: "\(folder.path)/p/bin/baton")("--version")
        #expect(version.exitCode == 0 && !version.output.isEmpty, "\(version.everything)")
    }

    @Test func `a damaged archive beside the installer is not installed`() async throws {
        let folder = try Folder()
        let release = try await ReleaseFolder()
        try await release.damage()
        let result = try await installPacked(release, in: folder)
        #expect(result.exitCode == 1 && !folder.exists("p"))
        #expect(result.errorOutput.contains("does not have the sum that SHA256SUMS gives"), "\(result.errorOutput)")
    }

    @Test func `half an archive beside the installer is not installed`() async throws {
        let folder = try Folder()
        let release = try await ReleaseFolder()
        try release.removeSums()
        try await release.cut()
        let result = try await installPacked(release, in: folder)
        #expect(result.exitCode == 1 && !folder.exists("p"))
        #expect(result.errorOutput.contains(".tar.gz cannot be unpacked: it is damaged"), "\(result.errorOutput)")
    }

    @Test func `two archives beside the installer are one error that names both`() async throws {
        let folder = try Folder()
        let release = try await ReleaseFolder(version: "1.0.0")
        try await release.addVersion("1.1.0")
        let result = try await installPacked(release, in: folder)
        #expect(result.exitCode == 1 && !folder.exists("p"))
        #expect(
            result.errorOutput.hasPrefix("install.sh: two releases lie beside this script: baton-1.0.0-linux-"),
            "\(result.errorOutput)")
        #expect(result.errorOutput.contains(".tar.gz and baton-1.1.0-linux-"), "\(result.errorOutput)")
    }

    @Test(arguments: [
        (nil as String?, "BATON_RELEASE is not set\n"),
        ("file:///nowhere", "cannot fetch file:///nowhere/SHA256SUMS\n"),
    ])
    func `without a release there is one error`(_ address: String?, _ message: String) async throws {
        let folder = try Folder()
        let script = "\(Repository.path)/scripts/package.d/install.sh"
        let environment = ["BATON_RELEASE": address ?? ""]
        let result = try await Baton(folder: folder, environment: environment, program: "/bin/sh").run(
            [script, "--prefix", "p"])
        #expect(result.exitCode == 1 && result.errorOutput.contains(message), "\(result.everything)")
        #expect(!folder.exists("p"))
    }

    @Test func `an unknown argument is refused`() async throws {
        let folder = try Folder()
        let result = try await install(try await ReleaseFolder(), ["--perfix", "p"], in: folder)
        #expect(result.exitCode == 1 && result.errorOutput.hasPrefix("install.sh: unknown argument --perfix\n"))
    }
}
