/// A project without a server: its workflows hold conditions, so that it is quick to run again and again.
package struct SelectionProject {
    package let folder: Folder

    /// - Parameter files: texts by names below `workflows/`.
    package init(_ files: [String: String]) throws {
        folder = try Folder()
        try folder.write("baton.yaml", "name: shop\n")
        for (name, text) in files { try folder.write("workflows/\(name)", text) }
    }

    package static func passing(_ name: String) -> String { "name: \(name)\nsteps:\n  - that: 1 == 1\n" }
    package static func failing(_ name: String) -> String { "name: \(name)\nsteps:\n  - that: 1 == 2\n" }
}

extension CommandResult {
    /// The paths of the workflows that ran, in the order of the output, each with the sign of its outcome.
    package var ran: [String] {
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
