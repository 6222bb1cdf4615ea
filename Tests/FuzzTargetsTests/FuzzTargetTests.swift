import BatonFiles
import BatonProcesses
import FuzzTargets
import Testing
import Thoroughness

/// The targets of `scripts/fuzz` without its fuzzer: texts that are known, changed by numbers that are.
@Suite struct FuzzTargetTests {
    private static let root = RealPath.folder(of: RealPath.folder(of: RealPath.folder(of: #filePath)))
    private static let seeds = FuzzSeeds(
        repository: root,
        conformance: EnvironmentVariables.current()["BATON_CONFORMANCE"] ?? root + "/../shared/conformance")

    @Test(arguments: FuzzTarget.allCases) func `a text to begin with breaks nothing`(_ target: FuzzTarget) {
        let texts = Self.seeds.texts(for: target)
        #expect(!texts.isEmpty)
        for text in texts { Self.verify(text, target) }
    }

    @Test(arguments: FuzzTarget.allCases) func `a changed text breaks nothing`(_ target: FuzzTarget) {
        let texts = Self.seeds.texts(for: target)
        var mutation = TextMutation(seed: 7)
        for _ in 0..<Thoroughness.of(target.isSlow ? 300 : 1_500, nightly: target.isSlow ? 3_000 : 15_000) {
            Self.verify(mutation.applied(to: mutation.pick(texts), mutation.pick(texts)), target)
        }
    }

    /// What broke something once, in `Found/TARGET`.
    @Test(arguments: FuzzTarget.allCases) func `a text that was found breaks nothing any more`(_ target: FuzzTarget) {
        let folder = Self.root + "/Tests/FuzzTargetsTests/Found/" + target.rawValue
        guard let walk = try? FolderWalk(folder, endings: [""]) else { return }
        for file in walk.files {
            guard let text = try? FileReading.bytes(of: folder + "/" + file) else {
                Issue.record("\(file) cannot be read")
                continue
            }
            Self.verify(text, target)
        }
    }

    private static func verify(_ text: [UInt8], _ target: FuzzTarget) {
        if let violation = target.violation(in: text) {
            Issue.record("\(violation) in: \(String(decoding: text.prefix(2_000), as: UTF8.self).debugDescription)")
        }
    }
}

extension FuzzTarget {
    fileprivate var isSlow: Bool { self == .workflow || self == .yaml }
}
