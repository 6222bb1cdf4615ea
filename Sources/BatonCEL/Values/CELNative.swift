/// An object of the host inside expressions, such as `response`, whose members are computed when they are asked for.
package protocol CELNative: AnyObject, Sendable {
    var nativeType: CELNativeType { get }
    /// Whether this is its type; an object that is asked often can tell without handing the type out.
    func isOf(_ type: CELNativeType) -> Bool
    /// Nil when the member is known but not set: an error in an expression, false under `has()`.
    func member(_ name: String) throws(CELError) -> CELValue?
    /// The same for the member at a position of `nativeType.members`: what compiled expressions ask.
    func member(at position: Int) throws(CELError) -> CELValue?
    func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue
    /// What `object[key]` is; nil when there is nothing under the key.
    func index(_ key: CELValue) throws(CELError) -> CELValue?
    /// How it looks as JSON and in text; nil when it has no such form.
    func plainValue() throws(CELError) -> CELValue?
    /// Whether a part of it is tainted though the whole is not: what is made of the whole is tainted then.
    var isPartlyTainted: Bool { get }
    /// What it takes where everything of it is written out.
    var size: CELSize { get }
    func isEqual(to other: any CELNative) -> Bool
    /// What an error says of a member that is not set, as a sentence without a full stop; nil for the usual words.
    func absence(of member: String) -> String?
}

extension CELNative {
    package func isOf(_ type: CELNativeType) -> Bool { nativeType === type }

    package func member(at position: Int) throws(CELError) -> CELValue? {
        try member(nativeType.member(at: position)?.name ?? "")
    }

    package func call(_ method: String, _ arguments: [CELValue]) throws(CELError) -> CELValue {
        throw CELError(.type, "`\(nativeType.name)` has no method `\(method)`")
    }

    package func index(_ key: CELValue) throws(CELError) -> CELValue? {
        guard case .string(let name) = key.kind else {
            throw CELError(.type, "`\(nativeType.name)` is indexed by a string, not \(key.describedType)")
        }
        return try member(name)
    }

    package func plainValue() throws(CELError) -> CELValue? { nil }

    package var isPartlyTainted: Bool { false }

    package var size: CELSize { .scalar }

    package func isEqual(to other: any CELNative) -> Bool { self === other }

    package func absence(of member: String) -> String? { nil }
}
