extension Language {
    /// The operators of checks.
    package static let operators = Context(
        "a check",
        [
            Key("eq", .any, "Equal; JSON values never convert."),
            Key("ne", .any, "Not equal."),
            Key("gt", .any, "Greater than; numbers, durations, or text by code point."),
            Key("gte", .any, "Greater than or equal."),
            Key("lt", .any, "Less than."),
            Key("lte", .any, "Less than or equal."),
            Key("in", .listOrExpression, "Equal to one of the list."),
            Key("not_in", .listOrExpression, "Equal to none of the list."),
            Key(
                "contains", .any,
                "Text holds the text, a list holds the element, an object the key; a list wants all of them."),
            Key("not_contains", .any, "Holds none of them."),
            Key("starts_with", .text, "Text begins with this."),
            Key("ends_with", .text, "Text ends with this."),
            Key("matches", .text, "A regular expression (PCRE2) is found in the text."),
            Key("not_matches", .text, "A regular expression is not found in the text."),
            Key("length", .any, "The number of code points, elements or keys: a number or operators."),
            Key("empty", .boolean, "Whether there is nothing in it."),
            Key("exists", .boolean, "Whether it is there at all."),
            Key("type", .any, "`string integer number boolean object array null`, or a list of them."),
            Key(
                "is", .any, "Text of this form: `uuid date datetime email ipv4 ipv6 uri base64 json jwt`, or a list."),
            Key("close_to", .map, "A number that is at most `tolerance` away from `value`."),
            Key("each", .any, "Every element of the list meets this; the empty list does not."),
            Key("any", .any, "At least one element meets this."),
            Key("none", .any, "No element meets this; of the empty list none does."),
            Key("unique", .boolean, "Whether all elements differ from each other."),
            Key("sorted", .plainText, "`asc` or `desc`: numbers by value, texts by code point."),
            Key("schema", .any, "A JSON Schema (draft 2020-12) that the value fits: a file, or the schema itself."),
            Key("not", .any, "None of these operators holds."),
        ],
        foreign: [
            "equals": "eq", "equal": "eq", "==": "eq", "is_equal": "eq", "!=": "ne", "not_equals": "ne", "neq": "ne",
            ">": "gt", ">=": "gte", "<": "lt", "<=": "lte", "greater_than": "gt", "less_than": "lt",
            "greaterThan": "gt", "lessThan": "lt", "min": "gte", "max": "lte", "ge": "gte", "le": "lte",
            "includes": "contains", "include": "contains", "has": "contains", "startsWith": "starts_with",
            "prefix": "starts_with", "endsWith": "ends_with", "suffix": "ends_with", "regex": "matches",
            "pattern": "matches", "match": "matches", "len": "length", "size": "length", "count": "length",
            "present": "exists", "exist": "exists", "one_of": "in", "any_of": "in", "typeof": "type", "format": "is",
            "approx": "close_to",
            "closeTo": "close_to", "near": "close_to", "every": "each", "all": "each", "some": "any",
            "distinct": "unique", "json_schema": "schema",
            "jsonschema": "schema", "jsonSchema": "schema", "matches_schema": "schema", "order": "sorted",
            "sort": "sorted", "isSorted": "sorted",
        ])

    /// `close_to`.
    package static let closeTo = Context(
        "`close_to`",
        [
            Key("value", .any, "The number in the middle."),
            Key("tolerance", .any, "How far away a number may be, above and below; exactly so far is near enough."),
        ],
        foreign: [
            "delta": "tolerance", "within": "tolerance", "epsilon": "tolerance", "by": "tolerance", "abs": "tolerance",
            "to": "value", "number": "value", "expected": "value",
        ])

    /// The words `type` knows.
    package static let typeNames = ["string", "integer", "number", "boolean", "object", "array", "null"]
}
