import BatonDiagnostics
import Testing

@testable import BatonLoading

/// A text that the loader refuses, and how it says so; `⟦…⟧` in it marks the place.
struct ExpectedDiagnostic: Sendable, CustomTestStringConvertible {
    /// A file, or the part of one that a suite puts its frame around.
    var text: String
    var code: String
    var message: String
    /// Not compared where it is nil.
    var help: String?

    init(_ text: String, _ code: String, _ message: String, help: String? = nil) {
        self.text = text
        self.code = code
        self.message = message
        self.help = help
    }

    var testDescription: String { message }

    /// Loads the file and looks for the diagnostic; gives back all that were found.
    @discardableResult
    func check(
        in file: String, files: [String: String] = [:], sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) -> [Diagnostic] {
        let (text, range) = Loading.marked(file)
        let result = Loading.load(text, files: files)
        compare(result, at: range, sourceLocation: sourceLocation)
        return result.diagnostics
    }

    /// Looks for the diagnostic in what loading a file gave.
    ///
    /// - Parameter range: the bytes that are marked.
    func compare(
        _ result: Loading.Result, at range: Range<Int>, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(result.workflow == nil, sourceLocation: sourceLocation)
        let found = result.diagnostics.first { $0.code == code }
        #expect(
            found != nil, "\(result.diagnostics.map { "\($0.code): \($0.message)" })", sourceLocation: sourceLocation)
        #expect(found?.message.text == message, sourceLocation: sourceLocation)
        if let help { #expect(found?.help?.text == help, sourceLocation: sourceLocation) }
        if let place = found?.range, !range.isEmpty {
            #expect(place.lower..<place.upper == range, "\(place.text)", sourceLocation: sourceLocation)
        }
    }
}
