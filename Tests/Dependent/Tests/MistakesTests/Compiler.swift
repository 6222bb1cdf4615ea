import Foundation

/// The Swift compiler, which checks a file and builds nothing.
struct Compiler {
    /// What it says of a file: errors and warnings, wherever they stand, and the texts of its notes.
    struct Verdict {
        var remarks: [Mistake.Remark] = []
        var notes: [String] = []
        var output: String
    }

    /// The version of the compiler, such as `6.3.1`.
    static let version: String = {
        let output = (try? run(["--version"])) ?? ""
        return output.firstMatch(of: /Swift version ([0-9.]+)/).map { String($0.1) } ?? output
    }()

    static func check(_ mistake: Mistake, isFixed: Bool) throws -> Verdict {
        let file = Mistake.folder.appending(path: mistake.name).path
        var arguments = ["-typecheck", "-parse-as-library", "-swift-version", "6", "-diagnostic-style=llvm"]
        arguments +=
            mistake.flags + Package.moduleFolders.flatMap { ["-I", $0.path] } + (isFixed ? ["-D", "FIXED"] : [])
        let output = try run(arguments + [file])
        var verdict = Verdict(output: output)
        // FILE:LINE:COLUMN: error: TEXT [#GROUP]
        let pattern = /^(.*?):(?:(\d+):\d+:)? ?(error|warning|note): (.*?)\s*(?:\[#\w+\])?$/
        for line in output.split(separator: "\n") {
            guard let match = try? pattern.wholeMatch(in: line) else { continue }
            if match.3 == "note" {
                verdict.notes.append(String(match.4))
            } else {
                // What is said of another file, or of none, stands in no line of this one.
                let number = match.1 == file ? match.2.flatMap { Int($0) } ?? 0 : 0
                verdict.remarks.append(Mistake.Remark(line: number, text: "\(match.3): \(match.4)"))
            }
        }
        return verdict
    }

    private static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swiftc"] + arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
