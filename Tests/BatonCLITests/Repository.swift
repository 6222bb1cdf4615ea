import BatonFiles

/// The files of the repository, for tests that hold pages against the code.
enum Repository {
    static let path = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))

    /// The pages for users, but for what is measured, which names options of compilers and linkers.
    static let pages: [String] = ["docs", "docs/guide", "docs/reference"].flatMap { folder in
        let names = (try? Folder.names(in: "\(path)/\(folder)")) ?? []
        return names.sorted().filter { $0.hasSuffix(".md") && $0 != "performance.md" }.map { "\(folder)/\($0)" }
    }

    static func text(of name: String) throws -> String {
        String(decoding: try FileReading.bytes(of: "\(path)/\(name)"), as: UTF8.self)
    }
}
