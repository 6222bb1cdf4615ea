package import BatonJSON

extension JSONSchema {
    /// A value that a keyword does not let pass, as data: words are made where it is shown.
    package struct Violation: Sendable, Equatable {
        package enum Step: Sendable, Hashable {
            case name(String)
            case index(Int)

            var name: String? {
                if case .name(let name) = self { name } else { nil }
            }
        }

        package enum Finding: Sendable, Equatable {
            /// It is of none of these types.
            case type([String])
            case const(JSONValue)
            case values([JSONValue])
            /// `minimum` and its like: the keyword says which way.
            case bound(JSONNumber)
            case multiple(JSONNumber)
            /// `minLength` and its like: the limit, and how many there are.
            case count(Int, actual: Int)
            case pattern(String)
            case format(String)
            /// The positions of two equal elements.
            case duplicate(Int, Int)
            /// The way leads to a member that is not there; `because` names the one that makes it necessary.
            case missing(because: String?)
            /// Nothing may be here.
            case unexpected
            /// How many elements fit, and how many should; nil is any number.
            case contains(found: Int, least: Int, most: Int?)
            /// None of that many alternatives fits; what keeps the nearest of them from it follows.
            case none(of: Int, nearest: Int)
            /// More than one fits where exactly one should: their positions.
            case several([Int], of: Int)
            case negated
        }

        /// From the root of the value that was judged.
        package let way: [Step]
        /// Whether it is the name of the last step that does not fit, and not what stands there.
        package let isName: Bool
        /// What stands there.
        package let value: JSONValue
        package let keyword: String
        /// Where the keyword is written.
        package let place: Place
        package let finding: Finding
        /// At how many more places of the value the same is wrong, other elements of the same lists.
        package internal(set) var repeats = 0
    }
}
