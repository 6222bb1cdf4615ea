import BatonFiles
import Glibc
import TemporaryFolders
import Testing

struct FolderWalkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `workflow files are found in byte order`() throws {
        for name in ["b.yaml", "a/c.yml", "a.yaml", "a/b/d.yaml", "B.yaml", "ä.yaml", "x.txt", "yaml", "a/e.yaml.bak"] {
            try folder.write(name)
        }
        #expect(try FolderWalk(folder.path).files == ["B.yaml", "a.yaml", "a/b/d.yaml", "a/c.yml", "b.yaml", "ä.yaml"])
    }

    @Test func `hidden folders and files are left out`() throws {
        for name in [".a.yaml", ".git/b.yaml", ".baton/c.yaml", "d/.e/f.yaml", "g.yaml"] { try folder.write(name) }
        let walk = try FolderWalk(folder.path)
        #expect(walk.files == ["g.yaml"])
        #expect(walk.skipped.isEmpty)
    }

    @Test func `links are followed inside the folder and named when they lead out`() throws {
        let other = try TemporaryFolder()
        try other.write("far/x.yaml")
        try folder.write("real/a.yaml")
        try folder.link("file.yaml", to: "real/a.yaml")
        try folder.link("out.yaml", to: other.path + "/far/x.yaml")
        try folder.link("out", to: other.path + "/far")
        try folder.link("out.txt", to: "/etc/passwd")
        try folder.link("nowhere", to: "none")
        let walk = try FolderWalk(folder.path)
        #expect(walk.files == ["real/a.yaml"])
        #expect(walk.skipped.map(\.path) == ["nowhere", "out", "out.yaml"])
        #expect(walk.skipped.first?.reason == "a link that leads nowhere")
        #expect(walk.skipped.dropFirst().allSatisfy { $0.reason == "a link that leads out of the folder" })
    }

    @Test func `links lead into the boundary, and a file is found once by its shortest way`() throws {
        for name in ["w/a.yaml", "shared/b.yaml", "shared/deep/c.yaml", "other/baton.yaml", "other/d.yaml", "e.yaml"] {
            try folder.write(name)
        }
        try folder.link("w/deep", to: "../shared/deep")
        try folder.link("w/link", to: "../shared")
        try folder.link("w/again", to: "../shared")
        try folder.link("w/b.yaml", to: "../shared/b.yaml")
        try folder.link("w/a2.yaml", to: "a.yaml")
        try folder.link("w/e2.yaml", to: "../e.yaml")
        try folder.link("w/e3.yaml", to: "../e.yaml")
        try folder.link("w/other", to: "../other")
        try folder.link("w/d.yaml", to: "../other/d.yaml")
        try folder.link("w/up", to: "..")
        try folder.link("shared/back", to: "../w")
        let walk = try FolderWalk(folder.path + "/w", within: folder.path)
        #expect(walk.files == ["a.yaml", "again/b.yaml", "again/deep/c.yaml", "e2.yaml"])
        #expect(walk.files { $0.hasPrefix("link/") } == ["again/b.yaml", "again/deep/c.yaml"])
        #expect(walk.files { $0 == "deep/c.yaml" } == ["again/deep/c.yaml"])
        #expect(walk.files { ["e3.yaml", "a2.yaml", "b.yaml"].contains($0) } == ["a.yaml", "again/b.yaml", "e2.yaml"])
        #expect(walk.files { $0.hasPrefix("lin") && !$0.contains("/") } == [])
        #expect(
            walk.skipped.map { "\($0.path): \($0.reason)" } == [
                "again/back: a link in a circle: it leads to a folder that it is in",
                "d.yaml: a link into a project of its own", "other: a link into a project of its own",
                "up: a link in a circle: it leads to a folder that it is in",
            ])
    }

    @Test func `endings are taken in capitals too, and what is no file is named`() throws {
        for name in ["a.YAML", "b.Yml", "c.yaml"] { try folder.write(name) }
        mkfifo(folder.path + "/pipe.yaml", 0o600)
        let walk = try FolderWalk(folder.path)
        #expect(walk.files == ["a.YAML", "b.Yml", "c.yaml"])
        #expect(walk.skipped.map { "\($0.path): \($0.reason)" } == ["pipe.yaml: neither a file nor a folder"])
    }

    @Test func `a misspelt ending is named, that of another file is not`() throws {
        for name in ["a.yaml", "b.ymal", "c/d.YAML.TXT", "e.json", "f.yaml.bak", "g.txt"] { try folder.write(name) }
        let walk = try FolderWalk(folder.path, misspelt: [".ymal", ".yaml.txt"])
        #expect(walk.files == ["a.yaml"])
        let reason = "its name does not end in .yaml or .yml"
        #expect(walk.skipped.map { "\($0.path): \($0.reason)" } == ["b.ymal: \(reason)", "c/d.YAML.TXT: \(reason)"])
    }

    @Test func `a workflow behind a link that leads nowhere is not left out in silence`() throws {
        try folder.write("a.yaml")
        try folder.link("nowhere.yaml", to: "none")
        try folder.link("nowhere.txt", to: "none")
        let walk = try FolderWalk(folder.path)
        #expect(walk.files == ["a.yaml", "nowhere.yaml"])
        #expect(walk.skipped.map(\.path) == ["nowhere.txt"])
    }

    @Test func `a folder below with a project file of its own is not entered`() throws {
        for name in ["baton.yaml", "a/x.yaml", "b/baton.yaml", "b/y.yaml", "b/c/z.yaml"] { try folder.write(name) }
        let walk = try FolderWalk(folder.path)
        #expect(walk.files == ["a/x.yaml", "baton.yaml"])
        #expect(walk.skipped.map(\.path) == ["b"])
        #expect(walk.skipped.map(\.reason) == ["a project of its own"])
        #expect(try FolderWalk(folder.path + "/b").files == ["baton.yaml", "c/z.yaml", "y.yaml"])
    }

    @Test func `a circle of links ends`() throws {
        try folder.write("a/x.yaml")
        try folder.link("a/up", to: "..")
        try folder.link("a/here", to: ".")
        #expect(try FolderWalk(folder.path).files == ["a/x.yaml"])
    }

    @Test func `a folder without workflows is empty, one that is missing an error`() throws {
        #expect(try FolderWalk(folder.path).files.isEmpty)
        #expect(failure { _ = try FolderWalk(folder.path + "/none") }?.code == .missing)
        let file = try folder.write("x.yaml")
        #expect(failure { _ = try FolderWalk(file) } != nil)
    }

    @Test func `a tree beyond the limits is refused`() throws {
        #expect(FolderWalk.Limits().depth == 32)
        #expect(FolderWalk.Limits().entries == 200_000)
        try folder.write("a/b/c/d.yaml")
        #expect(
            failure { _ = try FolderWalk(folder.path, limits: .init(depth: 2)) }
                == FileError(
                    .tooLarge, path: folder.path, message: "`\(folder.path)` has folders more than 2 deep"))
        #expect(
            failure { _ = try FolderWalk(folder.path, limits: .init(entries: 3)) }
                == FileError(
                    .tooLarge, path: folder.path,
                    message: "`\(folder.path)` holds too many files and folders to walk"))
        #expect(try FolderWalk(folder.path, limits: .init(depth: 3, entries: 4)).files == ["a/b/c/d.yaml"])
    }
}
