package import BatonCEL
package import BatonValues

/// The clock, random bits and files that functions read. It is a parameter, so that tests can replace it.
package protocol FunctionHost: Sendable {
    func now() throws(CELError) -> Timestamp
    /// 64 unpredictable bits.
    func random() throws(CELError) -> UInt64
    func uuid4() throws(CELError) -> String
    func uuid7() throws(CELError) -> String
    /// The contents of a regular file inside the file root; a relative path counts from the folder of the workflow.
    func read(_ path: String, limit: Int) throws(CELError) -> [UInt8]
}

extension TemplateScope {
    package var host: any FunctionHost { NoHost() }
}

extension FunctionHost {
    /// The host of the scope in which an expression is evaluated.
    static func of(_ activation: any CELActivation) -> any FunctionHost {
        (activation as? any TemplateScope)?.host ?? NoHost()
    }
}

/// The host of expressions outside of a workflow.
package struct NoHost: FunctionHost {
    private static let error = CELError("there is neither a clock nor a file here")

    package init() {}

    package func now() throws(CELError) -> Timestamp { throw Self.error }
    package func random() throws(CELError) -> UInt64 { throw Self.error }
    package func uuid4() throws(CELError) -> String { throw Self.error }
    package func uuid7() throws(CELError) -> String { throw Self.error }
    package func read(_ path: String, limit: Int) throws(CELError) -> [UInt8] { throw Self.error }
}
