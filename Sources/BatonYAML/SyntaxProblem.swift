/// libyaml's complaint, in its own words and counts of code points. No user ever reads these words.
struct SyntaxProblem {
    var context: String
    var contextIndex: Int
    var problem: String
    var problemIndex: Int
    /// Whether libyaml is within brackets, as far as it has read.
    var isInFlow: Bool

    /// What libyaml 0.2.5 may complain of, by what was probably done wrong.
    enum Kind {
        case colonInValue, noColon
        case lineAmongKeys, lineAmongItems, dashInValue, questionMark
        case flow, content, firstCharacter, colonInFlow
        case openQuote, escape(isUnknown: Bool)
        case undefinedTag, indicator
        case secondDocument
        /// A complaint of the reader or of directives, which are looked at before libyaml is, or one that is new.
        case other
    }

    var kind: Kind {
        switch problem {
        case "mapping values are not allowed in this context": .colonInValue
        case "could not find expected ':'": .noColon
        case "did not find expected key": .lineAmongKeys
        case "did not find expected '-' indicator": .lineAmongItems
        case "block sequence entries are not allowed in this context": .dashInValue
        case "mapping keys are not allowed in this context": .questionMark
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'": .flow
        case "did not find expected node content": .content
        case "found unexpected ':'": .colonInFlow
        case "found character that cannot start any token", "found a tab character that violates indentation",
            "found a tab character where an indentation space is expected":
            .firstCharacter
        case "found unexpected end of stream", "found unexpected document indicator": .openQuote
        case "found unknown escape character": .escape(isUnknown: true)
        case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
            .escape(isUnknown: false)
        case "found undefined tag handle": .undefinedTag
        case "did not find expected <document start>": .secondDocument
        default: byContext
        }
    }

    /// The complaints about what begins with an indicator name the value they were in.
    private var byContext: Kind {
        switch context {
        case "while scanning an anchor", "while scanning an alias", "while scanning a block scalar",
            "while scanning a tag", "while parsing a tag", "while scanning a directive",
            "while scanning a %YAML directive", "while scanning a %TAG directive", "while scanning a tag directive",
            "while parsing a tag directive", "while parsing a %TAG directive":
            .indicator
        default: .other
        }
    }
}
