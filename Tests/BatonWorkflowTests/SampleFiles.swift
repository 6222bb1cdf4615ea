import Glibc

/// The workflows of the repository and the examples of its documents, to try things on.
enum SampleFiles {
    static let all: [(name: String, bytes: [UInt8])] = workflows + examples

    /// `workflows/*.yaml`.
    private static let workflows = names(in: "workflows", ending: ".yaml").map { ($0, read("workflows/\($0)")) }

    /// The YAML blocks of `docs/*.md`.
    private static let examples: [(name: String, bytes: [UInt8])] = names(in: "docs", ending: ".md").flatMap { name in
        let parts = String(decoding: read("docs/\(name)"), as: UTF8.self)
            .split(separator: "```yaml\n", omittingEmptySubsequences: false).dropFirst()
        return parts.enumerated().map { index, part in
            let block = part.split(separator: "```", maxSplits: 1, omittingEmptySubsequences: false).first ?? ""
            return ("\(name) #\(index + 1)", Array(block.utf8))
        }
    }

    private static let root = {
        let steps = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return steps.joined(separator: "/")
    }()

    private static func names(in folder: String, ending: String) -> [String] {
        guard let stream = opendir("\(root)/\(folder)") else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(ending) { names.append(name) }
        }
        return names.sorted()
    }

    private static func read(_ path: String) -> [UInt8] {
        guard let stream = fopen("\(root)/\(path)", "r") else { return [] }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = fread(&buffer, 1, buffer.count, stream)
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}
