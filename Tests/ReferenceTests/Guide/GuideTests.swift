import ProjectFolders
import RunningDemo
import Subprocess
import Testing

/// The pages of docs/guide do what they show, from their first block to their last.
@Suite struct GuideTests {
    static let pages =
        (try? FileContents.names(in: "\(Repository.path)/docs/guide"))?.sorted().filter {
            $0.first?.isNumber == true
        } ?? []

    private static func page(_ name: String) throws -> GuidePage {
        GuidePage(try FileContents.text(of: "\(Repository.path)/docs/guide/\(name)"))
    }

    @Test(arguments: pages)
    func `files and commands of a page give what the page shows`(_ name: String) async throws {
        let folder = try Folder()
        let base = try Demo.freshBaseURL()
        var exports = ""
        var count = 0
        for (step, line) in try Self.page(name).steps {
            let place = "docs/guide/\(name):\(line)"
            switch step {
            case .write(let path, let text):
                try folder.write(path, text.replacing("http://127.0.0.1:8917", with: base))
            case .change(let path, let old, let new):
                var text = try folder.read(path)
                let found = try #require(text.ranges(of: old).last, "\(place): \(path) has no \(old)")
                text.replaceSubrange(found, with: new)
                try folder.write(path, text)
            case .type(let commands, let exitCode):
                var code: Int32 = 0
                for command in commands {
                    if command.line.hasPrefix("export ") {
                        exports += "\(command.line); "
                        continue
                    }
                    let (output, ended) = try await Self.type(exports + command.line, in: folder)
                    code = ended
                    let difference = ShownOutput.difference(of: output, from: command.shown)
                    #expect(difference == nil, "\(place): \(command.line)\n\(output)")
                    count += 1
                }
                #expect(code == exitCode, "\(place)")
            case .quote(let path, let lines):
                let text = try FileContents.text(of: "\(Repository.path)/\(path)")
                #expect(text.contains(lines.joined(separator: "\n")), "\(place): \(path) has other lines")
            case .other(let language):
                // Commands of other machines.
                #expect(language == "sh", "\(place): mark the block with <!-- file: PATH -->")
            }
        }
        #expect(count > 0, "\(name) shows no run")
    }

    /// Types a line into a shell that knows `baton`; standard output and standard error come as one, as on a terminal.
    private static func type(_ line: String, in folder: Folder) async throws -> (output: String, exitCode: Int32) {
        let script = "exec 2>&1; baton() { '\(Products.path(of: "baton"))' \"$@\"; }; \(line)"
        let result = try await Subprocess.run(
            .path("/bin/sh"), arguments: ["-c", script],
            environment: .custom([
                "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent", "LANG": "C.UTF-8",
            ]),
            workingDirectory: .init(folder.path), output: .string(limit: 1 << 20), error: .string(limit: 1 << 20))
        let code: Int32 =
            switch result.terminationStatus {
            case .exited(let code): code
            case .signaled(let signal): 128 + signal
            }
        return (result.standardOutput, code)
    }

    @Test(arguments: pages)
    func `a page says where it begins, names each file and shows each change`(_ name: String) throws {
        let page = try Self.page(name)
        #expect(page.prose.contains("Begin in an empty folder"), "\(name)")
        for (step, line) in page.steps {
            switch step {
            case .write(let path, _):
                #expect(page.prose.contains("`\(path)`"), "docs/guide/\(name):\(line)")
            case .change(_, _, let new):
                #expect(page.prose.contains(new), "docs/guide/\(name):\(line)")
            case .type, .quote, .other: break
            }
        }
    }

    @Test func `the contents list each page once, in order, under its heading`() throws {
        let text = try FileContents.text(of: "\(Repository.path)/docs/guide/README.md")
        #expect(GuidePage(text).pages == Self.pages)
        #expect(Self.pages.count == 10)
        for (index, name) in Self.pages.enumerated() {
            let page = try FileContents.text(of: "\(Repository.path)/docs/guide/\(name)")
            let heading = try #require(page.split(separator: "\n").first).dropFirst(2)
            #expect(text.contains("\n\(index + 1). [\(heading)](\(name))"), "\(name)")
        }
    }

    @Test func `each page leads to the next one`() throws {
        for (name, next) in zip(Self.pages, Self.pages.dropFirst()) {
            #expect(try Self.page(name).pages.last == next, "\(name)")
        }
    }
}
