import BatonFiles
import TemporaryFolders
import Testing

@Suite struct SpoolFileTests {
    @Test func `what was put aside is there, and the folder shows nothing of it`() throws {
        let folder = try TemporaryFolder()
        let spool = try SpoolFile(in: folder.path)
        let first = try #require(spool.append(Array("one".utf8)))
        let second = try #require(spool.append(Array(repeating: 7, count: 100_000)))
        #expect(try spool.bytes(at: first, count: 3) == Array("one".utf8))
        #expect(try spool.bytes(at: second, count: 100_000) == Array(repeating: 7, count: 100_000))
        #expect(throws: FileError.self) { try spool.bytes(at: second, count: 100_001) }
        #expect(try Folder.names(in: folder.path).isEmpty)
    }

    @Test func `where nothing can be written there is none`() {
        #expect(throws: FileError.self) { try SpoolFile(in: "/nowhere/at/all") }
    }
}
