import BatonRunner
import SampleRuns
import Testing

@testable import BatonHistory

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A history that somebody else prepared, as one in a cloned repository may be: it is refused, and nothing of it runs.
@Suite struct ForeignHistoryTests {
    private let folder = TemporaryFolder()
    private var path: String { "\(folder.path)/history.sqlite" }

    /// Makes a history with one run.
    private func make() throws {
        let connection = try HistoryDatabase.openForWriting(path)
        try connection.execute(
            """
            INSERT INTO run (uuid, state, started, project, host, plan_hash, tool_version, jobs, planned)
            VALUES ('0198f3c7-a2b0-7000-8000-000000000001', 'passed', 1, 'shop', 'h', 'p', '1', 1, 1)
            """)
    }

    private func error(_ open: (String) throws -> Connection) -> HistoryError? {
        do {
            _ = try open(path)
            return nil
        } catch {
            return error as? HistoryError
        }
    }

    /// The failures to open the history for reading and for writing.
    private var errors: [HistoryError?] {
        [
            error { try HistoryDatabase.openForReading($0) }, error { try HistoryDatabase.openForWriting($0) },
        ]
    }

    @Test func `the digest is that of the schema that a new history has`() throws {
        try make()
        let connection = try Connection(path, .readOnly)
        let digest = try HistoryDatabase.digest(connection)
        #expect(digest == HistoryMigrations.digest)
        #expect(errors == [nil, nil])
    }

    @Test(arguments: [
        ("trigger `t`", "CREATE TRIGGER t AFTER INSERT ON run BEGIN DELETE FROM run; END"),
        ("view `v`", "CREATE VIEW v AS SELECT 1"), ("table `x`", "CREATE TABLE x (a)"),
        ("index `i`", "CREATE INDEX i ON run (host)"),
        (
            "view `case_result`",
            "DROP VIEW case_result; CREATE VIEW case_result AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) SELECT x FROM c"
        ),
    ])
    func `a history with what no history has is refused`(_ what: String, _ sql: String) throws {
        try make()
        let foreign = try Connection(path, .readWrite)
        try foreign.execute(sql)
        for error in errors {
            #expect(error?.code == .notHistory)
            #expect(error?.message.contains("has the \(what), which no history has") == true, "\(error?.message ?? "")")
        }
    }

    @Test func `a trigger does not run, not even before it is found`() throws {
        try make()
        let foreign = try Connection(path, .readWrite)
        try foreign.execute("CREATE TRIGGER t AFTER UPDATE ON run BEGIN DELETE FROM run; END")
        try foreign.execute("UPDATE run SET jobs = 2")
        #expect(try foreign.integer("SELECT count(*) FROM run") == 1)
    }

    @Test(arguments: ["-journal", "-wal", "-shm"], [S_IFIFO, S_IFLNK, S_IFREG])
    func `what is no file of its own in the place of a file of SQLite is refused, and nothing hangs`(
        _ ending: String, _ kind: mode_t
    ) throws {
        try make()
        let place = path + ending
        switch kind {
        case S_IFIFO: #expect(mkfifo(place, 0o600) == 0)
        case S_IFLNK: #expect(symlink("/dev/zero", place) == 0)
        default:
            TemporaryFolder.write("", to: "\(folder.path)/other")
            #expect(link("\(folder.path)/other", place) == 0)
        }
        for error in errors {
            #expect(
                error?.message.contains("its `\(ending)` is not a file of its own") == true, "\(error?.message ?? "")")
        }
    }

    /// A hot rollback journal whose end names a super-journal, which SQLite would delete after the rollback.
    @Test func `a journal that names another file is refused, and the file stays`() throws {
        try make()
        let victim = "\(folder.path)/id_ed25519"
        TemporaryFolder.write("a private key", to: victim)
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        var journal = magic + number(0) + number(1) + number(1) + number(512) + number(4096)
        journal += [UInt8](repeating: 0, count: 512 - journal.count)
        let name = Array(victim.utf8)
        let sum = name.reduce(0) { $0 + Int(Int8(bitPattern: $1)) }
        journal += number(0x4000_0000 / 4096 + 1) + name + number(name.count) + number(sum) + magic
        let file = try #require(fopen(path + "-journal", "w"))
        #expect(fwrite(journal, 1, journal.count, file) == journal.count)
        fclose(file)
        for error in errors {
            #expect(error?.message.contains("names a file that SQLite would delete") == true, "\(error?.message ?? "")")
        }
        #expect(access(victim, F_OK) == 0)
    }
}
