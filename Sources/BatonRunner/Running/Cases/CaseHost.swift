import BatonCEL
import BatonDiagnostics
import BatonLanguage
import BatonValues

/// Gives expression functions access to clock, randomness and files.
struct CaseHost: FunctionHost {
    private let settings: RunSettings
    private let file: SourceFile

    init(_ settings: RunSettings, _ file: SourceFile) {
        self.settings = settings
        self.file = file
    }

    func now() throws(CELError) -> Timestamp {
        let microseconds = settings.dependencies.clock()
        guard let moment = Timestamp(seconds: 0, nanoseconds: microseconds &* 1000) else {
            throw CELError("the clock shows no date")
        }
        return moment
    }

    func random() throws(CELError) -> UInt64 { settings.dependencies.random() }

    func uuid4() throws(CELError) -> String { settings.dependencies.uuid4() }

    func uuid7() throws(CELError) -> String { settings.dependencies.uuid7() }

    func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] {
        do {
            return try settings.files.root(of: file).readFile(
                path, relativeTo: settings.files.folder(of: file), limit: limit)
        } catch {
            throw CELError(error.message)
        }
    }
}
