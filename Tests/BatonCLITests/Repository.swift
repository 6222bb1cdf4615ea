import BatonFiles

/// The files of the repository, for tests that hold pages against the code.
enum Repository {
    static let path = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))

    static func text(of name: String) throws -> String {
        String(decoding: try FileReading.bytes(of: "\(path)/\(name)"), as: UTF8.self)
    }
}
