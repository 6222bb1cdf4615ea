import BatonFiles
import Testing

struct RealPathTests {
    @Test(arguments: [("a/b", "c", "a/b/c"), ("a/", "c", "a/c"), ("a", "/c", "/c"), ("", "c", "c")])
    func `paths are joined`(_ folder: String, _ path: String, _ joined: String) {
        #expect(RealPath.join(folder, path) == joined)
    }

    @Test(arguments: [("a/b", "a", "b"), ("a", ".", "a"), ("/a", "/", "a"), ("/", "/", "")])
    func `paths are split`(_ path: String, _ folder: String, _ name: String) {
        #expect(RealPath.folder(of: path) == folder)
        #expect(RealPath.name(of: path) == name)
    }

    @Test func `a folder contains itself and what is in it, not its namesakes`() {
        #expect(RealPath.contains("/a", "/a") && RealPath.contains("/a", "/a/b") && RealPath.contains("/", "/a"))
        #expect(!RealPath.contains("/a", "/ab") && !RealPath.contains("/a/b", "/a"))
    }
}
