/// Variables that Postman makes up at each use: `{{$guid}}`.
package struct DynamicVariable: Sendable {
    /// In CEL.
    package var expression: String
    /// Whether the value is a text; else it is a number or a boolean.
    package var isText: Bool

    private static func text(_ expression: String) -> DynamicVariable {
        DynamicVariable(expression: expression, isText: true)
    }

    private static func typed(_ expression: String) -> DynamicVariable {
        DynamicVariable(expression: expression, isText: false)
    }

    /// By name, without `{{` and `}}`.
    package static let all: [String: DynamicVariable] = [
        "$guid": .text("uuid()"),
        "$randomUUID": .text("uuid()"),
        "$timestamp": .typed("int(now())"),
        "$isoTimestamp": .text(#"format_date(now(), "yyyy-MM-dd'T'HH:mm:ss.SSSXXX")"#),
        "$randomInt": .typed("random_int(0, 1000)"),
    ]

    /// The expressions alone, by name.
    package static let expressions = all.mapValues(\.expression)
}
