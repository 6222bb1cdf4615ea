import BatonFiles
import FuzzTargets

/// The workflows of the repository and the examples of its documents, to try things on.
enum SampleFiles {
    static let all: [(name: String, bytes: [UInt8])] = seeds.texts(for: .workflow).enumerated().map { number, bytes in
        let words = String(decoding: bytes.prefix(60), as: UTF8.self).split(separator: "\n").first ?? ""
        return ("#\(number) \(words)", bytes)
    }

    private static let seeds = FuzzSeeds(
        repository: RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath))), conformance: "")
}
