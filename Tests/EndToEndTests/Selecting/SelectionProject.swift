/// A project without a server: its workflows hold conditions, so that it is quick to run again and again.
struct SelectionProject {
    let folder: Folder

    /// - Parameter files: texts by names below `workflows/`.
    init(_ files: [String: String]) throws {
        folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        for (name, text) in files { try folder.write("workflows/\(name)", text) }
    }

    static func passing(_ name: String) -> String { "name: \(name)\nsteps:\n  - that: 1 == 1\n" }
    static func failing(_ name: String) -> String { "name: \(name)\nsteps:\n  - that: 1 == 2\n" }

    func run(_ arguments: String...) async throws -> Baton.Result {
        try await baton(["run", "--jobs", "1"] + arguments)
    }

    func baton(_ words: [String]) async throws -> Baton.Result {
        // The folder is there as long as the project.
        defer { withExtendedLifetime(folder) {} }
        return try await Baton(folder: folder).run(words)
    }
}

extension Baton.Result {
    /// The paths of the workflows that ran, in the order of the output, each with the sign of its outcome.
    var ran: [String] {
        output.split(separator: "\n").compactMap { line in
            guard let sign = line.first, "✓✗!-".contains(sign), line.dropFirst().hasPrefix(" workflows/") else {
                return nil
            }
            let words = line.split(separator: " ")
            let marks = words.dropFirst(2).filter { $0.hasPrefix("[") }
            return "\(sign)\(words[1].dropFirst("workflows/".count).dropLast(".yaml".count))\(marks.joined())"
        }
    }
}
