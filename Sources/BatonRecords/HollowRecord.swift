package import BatonSecrets

/// A check that passed without having looked at anything, as reports say it.
package struct HollowRecord: Sendable, Equatable {
    /// The name of the check: `$.items[*].id`.
    package let check: MaskedText
    /// Why: `there is no element to look at`.
    package let reason: MaskedText
    package let place: Place

    package init(check: MaskedText, reason: MaskedText, place: Place) {
        self.check = check
        self.reason = reason
        self.place = place
    }

    /// `a.yaml:12: $.items[*].id: there is no element to look at`.
    package var line: String { "\(place.file):\(place.line): \(check.text): \(reason.text)" }
}

/// The hollow checks of a run: all are counted, the first ones are kept.
package struct HollowRecords: Sendable {
    private static let most = 20

    package private(set) var first: [HollowRecord] = []
    package private(set) var count = 0

    package init() {}

    package mutating func add(_ record: CaseRecord) {
        for step in record.steps where !step.hollow.isEmpty {
            count += step.hollow.count
            first += step.hollow.prefix(Self.most - first.count)
        }
    }

    /// `2 checks looked at nothing`.
    package var headline: String { count == 1 ? "1 check looked at nothing" : "\(count) checks looked at nothing" }

    /// The number of those that are not kept.
    package var rest: Int { count - first.count }
}
