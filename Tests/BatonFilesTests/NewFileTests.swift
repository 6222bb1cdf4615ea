import TemporaryFolders
import Testing

@testable import BatonFiles

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Files that take their place once they are whole, without a name or with one.
struct NewFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func write(_ text: String, to file: NewFile) throws {
        try Array(text.utf8).withUnsafeBytes { try file.write($0) }
    }

    private func names() throws -> [String] { try folder.names().filter { !$0.hasPrefix(".baton-") } }

    @Test(arguments: [false, true]) func `a file takes its place when it is whole, over what is there`(_ isNamed: Bool)
        throws
    {
        try folder.write("out", "old")
        for text in ["one", "two"] {
            let file = try NewFile(at: FilePlace(folder.path + "/out"), isNamed: isNamed)
            try write(text, to: file)
            #expect(try FileReading.bytes(of: folder.path + "/out") != Array(text.utf8))
            try file.commit()
            #expect(try FileReading.bytes(of: folder.path + "/out") == Array(text.utf8))
        }
        #expect(try folder.names() == ["out"])
    }

    @Test(arguments: [false, true]) func `a file that is dropped leaves nothing`(_ isNamed: Bool) throws {
        let place = try FilePlace(folder.path + "/out")
        for isDiscarded in [true, false] {
            let file = try NewFile(at: place, isNamed: isNamed)
            try write("x", to: file)
            if isDiscarded { file.discard() }
        }
        #expect(try folder.names() == [])
    }

    @Test(arguments: [false, true]) func `the mode is what the umask leaves`(_ isNamed: Bool) throws {
        let mask = umask(0o022)
        defer { umask(mask) }
        try NewFile(at: FilePlace(folder.path + "/out"), isNamed: isNamed).commit()
        #expect(mode(of: folder.path + "/out") == 0o644)
    }

    @Test func `a folder in the place is an error, and nothing is left`() throws {
        try Folder.create(folder.path + "/out")
        for isNamed in [false, true] {
            let file = try NewFile(at: FilePlace(folder.path + "/out"), isNamed: isNamed)
            #expect(failure { try file.commit() } != nil)
        }
        #expect(try folder.names() == ["out"])
    }

    @Test func `leftovers of killed writers go, everything else stays`() throws {
        let place = try FilePlace(folder.path + "/out")
        let living = try NewFile(at: place, isNamed: true)
        try write("x", to: living)
        let kept = [
            ".baton-0123456789abcde.part", ".baton-0123456789ABCDEF.part", "baton-0123456789abcdef.part",
            ".baton-0123456789abcdef.part.txt", "notes.part",
        ]
        for name in kept { try folder.write(name, "kept") }
        // Not written as the others, under a lock: a child that another test starts just then holds it on for a moment.
        let left = open(folder.path + "/.baton-0123456789abcdef.part", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try #require(left >= 0)
        close(left)
        try folder.link(".baton-1123456789abcdef.part", to: "notes.part")
        try Folder.create(folder.path + "/.baton-2123456789abcdef.part")
        #expect(mkfifo(folder.path + "/.baton-3123456789abcdef.part", 0o600) == 0)
        place.removeLeftovers()
        let names = try folder.names()
        #expect(!names.contains(".baton-0123456789abcdef.part"))
        for name in kept { #expect(names.contains(name)) }
        for digit in 1...3 { #expect(names.contains(".baton-\(digit)123456789abcdef.part")) }
        try living.commit()
        #expect(try FileReading.bytes(of: folder.path + "/out") == Array("x".utf8))
    }
}

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Pipes as the files of reports.
struct PipeWritingTests {
    @Test func `a pipe that nobody reads is an error, and not a wait without end`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let error = #expect(throws: FileError.self) { try StreamedFile(path) }
        #expect(error?.message == "`\(path)` is a pipe that nobody reads")
    }

    @Test func `a pipe with a reader is written`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try StreamedFile(path)
        try file.write(Array("line\n".utf8))
        var bytes = [UInt8](repeating: 0, count: 10)
        #expect(read(reader, &bytes, 10) == 5)
    }
}
