import BatonJudging
package import BatonLanguage

extension Language {
    /// Keys of every step about whether, when and how often it runs.
    package enum Flow {
        package static let skip = Key(
            "skip", .plainText, "Leaves the step out, always; the value says why, and reports show it.",
            example: "skip: The export is not ready.")
        package static let delay = Key(
            "delay", .duration, "Waits this long before the step begins, once, behind `if`.", example: "delay: 1s")
        package static let continueOnFailure = Key(
            "continue_on_failure", .boolean, "Runs the later steps although this one failed; the workflow still fails.",
            unlessWritten: "`false`")
        package static let namespaces = Key(
            "namespaces", .map, "What prefixes of XPaths mean here and in the steps within.",
            example: #"namespaces: { s: "urn:example:stock" }"#)
        package static let keys = [skip, delay, continueOnFailure, namespaces]
    }
}
