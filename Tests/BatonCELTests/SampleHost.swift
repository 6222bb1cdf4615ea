import BatonCEL
import BatonJSON

/// Stands for the host's `response` in tests.
final class SampleResponse: CELNative {
    static let headers = CELNativeType(
        "headers", methods: [CELNativeType.Method("values", [.string], .list(.string))], openType: .string)

    static let type = CELNativeType(
        "response",
        members: [
            CELNativeType.Member("status", .int), CELNativeType.Member("json", .dyn),
            CELNativeType.Member("body", .string), CELNativeType.Member("duration", .duration),
            CELNativeType.Member("headers", .native(headers)), CELNativeType.Member("certificate", .dyn),
        ])

    private let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    var nativeType: CELNativeType { Self.type }

    func member(_ name: String) throws(CELError) -> CELValue? {
        switch name {
        case "status": .int(200 as Int)
        case "json": CELValue(json: json)
        case "body": .string("hello")
        case "duration": .duration(.milliseconds(250))
        case "headers": .native(SampleHeaders())
        default: nil
        }
    }
}

final class SampleHeaders: CELNative {
    var nativeType: CELNativeType { SampleResponse.headers }

    func member(_ name: String) throws(CELError) -> CELValue? {
        name == "location" ? .string("/there") : nil
    }

    func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue {
        CELValue(.list([.string("a"), .string("b")]))
    }
}

/// The names that tests use: `response`, `token` (a secret), `count`, `name`, `unset`, `json`, `env`, `steps`.
enum Sample {
    static let json: JSONValue = [
        "id": 7, "name": "Ada", "items": [["price": 1], ["price": 2], ["price": -1]], "big": 18_446_744_073_709,
    ]

    static let declarations: CELDeclarations = {
        let step = CELNativeType("step", members: [CELNativeType.Member("token", .string)])
        var declarations = CELDeclarations()
        declarations.declare("response", slot: 0, type: .native(SampleResponse.type))
        declarations.declare("token", slot: 1, type: .string)
        declarations.declare("count", slot: 2, type: .int)
        declarations.declare("name", slot: 3, type: .string)
        declarations.declare("unset", slot: 4)
        declarations.declare("json", slot: 5)
        declarations.declare(
            "env", slot: 6,
            type: .native(
                CELNativeType(
                    "env", members: [CELNativeType.Member("name", .string), CELNativeType.Member("base_url", .string)]))
        )
        declarations.declare(
            "steps", slot: 7,
            type: .native(CELNativeType("steps", members: [CELNativeType.Member("login", .native(step))])))
        return declarations
    }()

    static func activation(json: JSONValue = Sample.json) -> FixedActivation {
        FixedActivation([
            .native(SampleResponse(json)), CELValue(.string("s3cret"), isTainted: true), .int(3 as Int),
            .string("Ada"), nil, CELValue(json: json), nil, nil,
        ])
    }

    static func issues(_ text: String) -> [CELDiagnostic] {
        var issues: [CELDiagnostic] = []
        _ = CELProgram.compile(text, in: declarations) { issues.append($0) }
        return issues
    }

    /// The value; an issue of compiling is thrown as an error with its message.
    static func evaluate(_ text: String, json: JSONValue = Sample.json) throws(CELError) -> CELValue {
        var issue: CELDiagnostic?
        guard let program = CELProgram.compile(text, in: declarations, report: { issue = issue ?? $0 }) else {
            throw CELError(.argument, issue?.message ?? "no issue was reported")
        }
        return try program.evaluate(activation(json: json))
    }
}
