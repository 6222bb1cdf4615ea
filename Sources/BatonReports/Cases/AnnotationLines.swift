import BatonRecords
import BatonValues

/// The last lines of a failure's text: tools that annotate pull requests find the file and line of the failure there.
///
/// `dorny/test-reporter` reads the first line that looks like a frame of a Java stack trace and names a tracked file.
/// `mikepenz/action-junit-report` reads the last place that names the file of the test suite.
struct AnnotationLines {
    private let place: Place
    /// The line of the workflow's own file that led to the place.
    private let own: Place

    /// - Parameters:
    ///   - failure: the first one, perhaps in a file that the workflow uses.
    ///   - step: nil for what happened outside the steps.
    init(_ failure: FailureRecord, step: StepRecord?, of identity: CaseIdentity) {
        place = failure.place
        own = Self.own(failure, step: step, of: identity) ?? Place(file: identity.path, line: 1, column: 1)
    }

    /// The place in the workflow's own file that led to a failure, or where a step stands that had none; nil where all of
    /// it lies in other files.
    static func own(_ failure: FailureRecord?, step: StepRecord?, of identity: CaseIdentity) -> Place? {
        [failure?.place, failure?.related?.place, step?.place].lazy.compactMap(\.self)
            .first { $0.file == identity.path }
    }

    /// Each line ends the text of a failure; a path that is too long to be a file's is left out.
    var text: String {
        var lines: [String] = []
        if Self.isShown(place) {
            lines.append(frame)
            if place.file != own.file { lines.append(Self.line(of: place)) }
        }
        if Self.isShown(own) { lines.append(Self.line(of: own)) }
        return lines.joined(separator: "\n")
    }

    private static func isShown(_ place: Place) -> Bool { place.file.utf8.count <= 4096 }

    /// ` at workflows/accounts/sign_in.yaml:17`; the path follows a space, by which tools know its beginning.
    private static func line(of place: Place) -> String {
        PrintableText.line(" at \(place.file):\(place.line)")
    }

    /// `at workflows.accounts.Workflow.run(sign_in.yaml:17)`: the form of a frame of a Java stack trace.
    ///
    /// A reader takes the parts before the first one that begins with a character up to `Z` for folders, and compares them
    /// with the last folders of a tracked file of that name. Folders such as `01-smoke` and `V2` would be taken for a
    /// class, and one with a dot for two, so only the folders behind the last of these are written.
    private var frame: String {
        var folders = place.file.split(separator: "/", omittingEmptySubsequences: false)
        let name = folders.popLast() ?? ""
        let readable = folders.reversed().prefix { folder in
            folder.unicodeScalars.first.map { $0 > "Z" } == true && !folder.utf8.contains(UInt8(ascii: "."))
        }
        let trace = (readable.reversed() + ["Workflow", "run"]).joined(separator: ".")
        return PrintableText.line("at \(trace)(\(name):\(place.line))")
    }
}
