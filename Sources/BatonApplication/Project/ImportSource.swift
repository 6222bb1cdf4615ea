import BatonDiagnostics
import BatonFiles
import BatonImport
import BatonJSON

/// A file or folder of another tool, read into memory with what is given beside it.
///
/// `BatonImport` makes a workflow of it: `ImportJob` writes that into a folder, and `ImportedWorkflow` gives it to `run`,
/// `check` and `list` in the place of a file.
struct ImportSource {
    let format: ImportFormat
    let input: ImportInput

    /// As given; `standard input` for `-`.
    let shown: String

    /// Bytes of all files together; a larger source is a mistake.
    static let limit = 100_000_000
    fileprivate static let mostEntries = 100_000
    fileprivate static let deepestFolder = 50

    /// The source that a path of the command names; nil where it is none of another tool.
    ///
    /// - Parameter isCertain: whether the command takes nothing else, so that anything else is an error.
    static func find(
        _ path: String, _ options: ImportOptions, in workingFolder: String, isCertain: Bool
    ) throws(UsageError) -> ImportSource? {
        let reading = Reading(workingFolder: workingFolder)
        guard var input = try reading.input(path, isCertain: isCertain) else { return nil }
        let formats = ImportFormat.all
        let format: ImportFormat?
        if let name = options.format {
            format = formats.first { $0.name == name }
        } else {
            format = formats.first { $0.recognizes(input) }
        }
        let shown = path == "-" ? "standard input" : path
        guard let format else {
            if !isCertain { return nil }
            try Self.checkJSON(input, shown)
            throw UsageError(
                "import.unknown-format", "\(shown): this is no file of a tool that is known",
                help: "known are: \(formats.map(\.name).joined(separator: ", ")); `--from` names one")
        }
        input.environment = try options.environment.map { path throws(UsageError) in try reading.file(path) }
        input.globals = try options.globals.map { path throws(UsageError) in try reading.file(path) }
        input.data = try options.data.map { path throws(UsageError) in try reading.file(path) }
        return ImportSource(format: format, input: input, shown: shown)
    }

    /// A file that is cut off is of no tool that is known, because it cannot be read.
    private static func checkJSON(_ input: ImportInput, _ shown: String) throws(UsageError) {
        guard !input.isFolder, let bytes = input.files.first?.bytes, let first = bytes.first(where: { $0 > 0x20 }),
            "{[".utf8.contains(first)
        else { return }
        do throws(JSONParseError) {
            _ = try JSONParser.parse(bytes)
        } catch {
            throw UsageError(
                "import.unreadable", "\(shown):\(error.line):\(error.column): this is no JSON: \(error.message)",
                help: "export it from its tool again")
        }
    }

    func project() throws(UsageError) -> ImportedProject {
        do {
            return try format.read(input)
        } catch {
            let place = error.path.isEmpty ? shown : error.path
            let code = error.code.rawValue
            throw UsageError(
                code, "\(place)\(error.line.map { ":\($0)" } ?? ""): \(error.message)",
                help: error.advice.map { Message(value: $0) })
        }
    }
}

/// Reads the files of a source.
private struct Reading {
    let workingFolder: String

    /// Nil for a path that is not there, where that is another's matter.
    func input(_ path: String, isCertain: Bool) throws(UsageError) -> ImportInput? {
        if path == "-" {
            do {
                let bytes = try FileReading.readAll(0, path: path, expected: 0, limit: ImportSource.limit)
                return ImportInput(files: [.init(path: "standard input", bytes: bytes)])
            } catch {
                throw UsageError("file.unreadable", "standard input cannot be read: \(error.message)")
            }
        }
        let full = RealPath.join(workingFolder, path)
        switch PathText.kind(of: full) {
        case .file: return ImportInput(files: [try file(path)])
        case .folder:
            var input = ImportInput(files: [])
            input.isFolder = true
            try read(full, into: &input)
            input.folderName = RealPath.name(of: PathText.absolute(full))
            return input
        case .missing:
            if isCertain { throw UsageError("file.unreadable", "\(path): no such file or folder") }
            return nil
        }
    }

    func file(_ path: String) throws(UsageError) -> ImportInput.File {
        let full = RealPath.join(workingFolder, path)
        do {
            return ImportInput.File(path: path, bytes: try FileReading.bytes(of: full, limit: ImportSource.limit))
        } catch {
            throw UsageError("file.unreadable", Message(value: error.message.replacing(full, with: path)))
        }
    }

    /// The YAML files of a folder and of those in it, with paths relative to it; links are not followed.
    private func read(_ folder: String, into input: inout ImportInput) throws(UsageError) {
        var open = [(path: "", depth: 0)]
        var left = ImportSource.limit
        var count = 0
        while let next = open.popLast() {
            let path = next.path.isEmpty ? folder : RealPath.join(folder, next.path)
            do throws(FileError) {
                for name in try Folder.names(in: path) where name != ".git" && name != ".baton" {
                    count += 1
                    let inner = next.path.isEmpty ? name : next.path + "/" + name
                    let full = RealPath.join(folder, inner)
                    if let reason = Self.refusal(full, count: count, depth: next.depth) {
                        if input.unread.count < 1000 { input.unread.append((inner, reason)) }
                    } else if Folder.isFolder(full) {
                        open.append((inner, next.depth + 1))
                    } else if inner.hasSuffix(".yaml") || inner.hasSuffix(".yml") {
                        let bytes = try FileReading.bytes(of: full, limit: left)
                        left -= bytes.count
                        input.files.append(ImportInput.File(path: inner, bytes: bytes))
                    }
                }
            } catch {
                throw UsageError("file.unreadable", Message(value: error.message))
            }
        }
    }

    private static func refusal(_ path: String, count: Int, depth: Int) -> String? {
        if PathText.isLink(path) { return "This is a link, and links are not followed." }
        if count > ImportSource.mostEntries { return "The folder has too many entries." }
        return depth > ImportSource.deepestFolder ? "It lies too deep." : nil
    }
}
