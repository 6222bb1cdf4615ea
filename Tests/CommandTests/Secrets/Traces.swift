import CommandCalls
import Glibc
import ProjectFolders

@testable import BatonHistory

/// What a run leaves behind: what it wrote, every file below a folder, and what the history's tables hold.
struct Traces {
    private(set) var texts: [(name: String, bytes: [UInt8])] = []

    init(_ result: Baton.Result, below folder: String, except inputs: [String]) throws {
        texts.append(("standard output", Array(result.output.utf8)))
        texts.append(("standard error", Array(result.errorOutput.utf8)))
        try addFiles(folder, "", inputs)
    }

    private mutating func addFiles(_ root: String, _ folder: String, _ inputs: [String]) throws {
        for name in try FileContents.names(in: root + folder) {
            let path = "\(folder)/\(name)"
            if inputs.contains(where: { path.hasPrefix($0) }) { continue }
            var status = stat()
            guard lstat(root + path, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try addFiles(root, path, inputs)
            } else {
                texts.append((path, try FileContents.bytes(of: root + path)))
                if name.hasSuffix(".sqlite") { try addTables(root + path, path) }
            }
        }
    }

    /// Every value of every column: pages may tear a text apart, and a journal may hold what the file does not.
    private mutating func addTables(_ file: String, _ name: String) throws {
        guard let database = try? Connection(file, .readOnly) else { return }
        for table in try Self.column(database, "SELECT name FROM sqlite_master WHERE type = 'table'") {
            let table = String(decoding: table, as: UTF8.self)
            for column in try Self.column(database, "SELECT name FROM pragma_table_info('\(table)')") {
                let column = String(decoding: column, as: UTF8.self)
                let values = try Self.column(database, "SELECT CAST(\"\(column)\" AS BLOB) FROM \"\(table)\"")
                texts.append(("\(name) \(table).\(column)", Array(values.joined(separator: [0]))))
            }
        }
    }

    private static func column(_ database: Connection, _ query: String) throws -> [[UInt8]] {
        let statement = try database.statement(query)
        var values: [[UInt8]] = []
        while try statement.step() { values.append(statement.blob(0)) }
        return values
    }

    /// Where a text stands.
    func places(of text: String) -> [String] {
        let wanted = Array(text.utf8)
        return texts.filter { Self.holds($0.bytes, wanted) }.map(\.name)
    }

    private static func holds(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
        guard let first = wanted.first, bytes.count >= wanted.count else { return false }
        return bytes.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            var start = 0
            while start + wanted.count <= bytes.count,
                let found = memchr(base + start, Int32(first), bytes.count - wanted.count - start + 1)
            {
                if memcmp(found, wanted, wanted.count) == 0 { return true }
                start = base.distance(to: UnsafeRawPointer(found)) + 1
            }
            return false
        }
    }
}
