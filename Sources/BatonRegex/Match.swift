/// The result of a search: the text of each group.
package struct Match: Sendable {
    /// Group 0 is the whole match; nil for a group that did not take part in it.
    package let groups: [Substring?]

    /// The whole match.
    package var text: Substring { groups.first.flatMap { $0 } ?? "" }
}
