/// One status code or a range of them: `304`, `200...299`.
public protocol StatusCodes: Sendable {
    /// Whether the status is among them.
    func contains(status: Int) -> Bool
}

extension Int: StatusCodes {
    /// Whether it is this status.
    public func contains(status: Int) -> Bool { self == status }
}

extension ClosedRange: StatusCodes where Bound == Int {
    /// Whether the status is in the range.
    public func contains(status: Int) -> Bool { contains(status) }
}

extension Range: StatusCodes where Bound == Int {
    /// Whether the status is in the range.
    public func contains(status: Int) -> Bool { contains(status) }
}
