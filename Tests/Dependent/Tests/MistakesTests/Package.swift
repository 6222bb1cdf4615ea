import Foundation

/// Where this package lies, and what was built of it.
enum Package {
    /// The package's own folder.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The repository.
    static let repository = folder.deletingLastPathComponent().deletingLastPathComponent()

    /// The modules that were built together with this test, and those of the system's libraries.
    static let moduleFolders: [URL] = {
        let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        let sources = repository.appending(path: "Sources")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: sources.path)) ?? []
        let libraries = names.map { sources.appending(path: $0) }.filter {
            FileManager.default.fileExists(atPath: $0.appending(path: "module.modulemap").path)
        }
        return [program.deletingLastPathComponent().appending(path: "Modules")] + libraries
    }()
}
