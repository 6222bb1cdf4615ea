/// What a script does, one statement after the other.
package indirect enum ImportedStatement: Sendable {
    /// Behind the response only.
    case check(ImportedCheck)
    /// Gives a variable a value, written as an expression in CEL. Behind a response the expression may read `response`.
    case set(name: String, expression: String)
    /// Takes a variable from the response where it is there, else null.
    case capture(name: String, source: ImportedSource)
    /// The expression of the test is CEL and a boolean.
    case branch(test: String, then: [ImportedStatement], otherwise: [ImportedStatement])
    /// Does the statements once for each element of the list, an expression in CEL; `name` is what the element is called.
    case loop(list: String, name: String, body: [ImportedStatement])
    /// A request that a script sends. Its own `after` holds what the script does with the response.
    case request(ImportedRequest)
    /// A duration as workflows write it.
    case wait(ImportText)
    /// The next request to run by its name in the source; nil ends the run.
    case next(request: String?)
    /// A failure that the script asks for, with its text, in a test or outside of all.
    case fail(String, test: String?)
    /// What is not carried over.
    case note(ImportNote)
}

/// Something that a test of the source expects of the response. What several checks of one name say, one test said.
package struct ImportedCheck: Sendable, Equatable {
    /// What the source calls its test.
    package var name: String?
    package var subject: ImportedSubject
    /// Whether an `if` or a loop stands around it, so that it may hold without having been looked at.
    package var isGuarded: Bool

    package init(name: String?, subject: ImportedSubject, isGuarded: Bool = false) {
        self.name = name
        self.subject = subject
        self.isGuarded = isGuarded
    }
}

/// Values of operators are those of docs/reference/operators.md; `eq` alone is written as the value.
package enum ImportedSubject: Sendable, Equatable {
    case status([ImportedOperator])
    case header(String, [ImportedOperator])
    case cookie(String, [ImportedOperator])
    case body([ImportedOperator])
    /// A JSONPath into the body.
    case json(path: String, [ImportedOperator])
    /// The whole document.
    case document(ImportedValue)
    /// The document at least.
    case documentIncludes(ImportedValue)
    /// A JSON Schema, of the whole document or of what a path finds.
    case schema(ImportedValue, path: String?)
    /// In milliseconds.
    case duration([ImportedOperator])
    /// A condition in CEL, which becomes one of `that`.
    case condition(String)
}

package struct ImportedOperator: Sendable, Equatable {
    /// The operators that sources need, as workflows call them.
    package enum Name: String, Sendable {
        case eq, ne, gt, gte, lt, lte, `in`, not, length, empty, type, exists, contains, matches, schema
        case `is`
        case notIn = "not_in"
        case notContains = "not_contains"
        case notMatches = "not_matches"
        case startsWith = "starts_with"
        case endsWith = "ends_with"
        case closeTo = "close_to"
        case inAnyOrder = "in_any_order"
    }

    package var name: Name
    package var value: ImportedValue

    package init(_ name: Name, _ value: ImportedValue) {
        self.name = name
        self.value = value
    }
}

package enum ImportedSource: Sendable, Equatable {
    case path(String)
    case header(String)
    case cookie(String)
    /// An expression in CEL that reads `response`.
    case expression(String)
}

/// A statement of the source that is not carried over: a comment at its place, and a row of the report.
package struct ImportNote: Sendable, Equatable {
    package enum Kind: String, Sendable {
        /// It is no part of any verdict: a console message, a description without a place.
        case harmless
        /// It is left out, and a verdict may differ.
        case lost
    }

    package var kind: Kind
    /// The request or folder by its names from the top, joined by " › ".
    package var request: String
    /// What of the request: "test script, line 12", "auth".
    package var place: String
    /// The statement as the source has it, shortened by the report.
    package var statement: String
    package var reason: String
    /// What to do by hand.
    package var advice: String
    /// What the source calls the test that the statement is a check of; an empty text for a check without a name, nil where
    /// it is none. Reports count such checks.
    package var test: String?

    package init(
        _ kind: Kind, request: String, place: String, statement: String, reason: String, advice: String,
        test: String? = nil
    ) {
        self.kind = kind
        self.request = request
        self.place = place
        self.statement = statement
        self.reason = reason
        self.advice = advice
        self.test = test
    }
}
