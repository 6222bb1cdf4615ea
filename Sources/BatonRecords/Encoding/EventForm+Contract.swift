package import BatonJSON
import BatonSecrets

extension EventForm {
    package static func json(_ coverage: ContractCoverage) -> JSONValue {
        var object = EventObject()
        object.set("file", coverage.file)
        object.set("title", coverage.title)
        object.set("operations", coverage.operations.map(json))
        if coverage.unknownCount > 0 { object.set("unknown", coverage.unknownCount) }
        return object.json
    }

    package static func coverage(_ value: JSONValue) throws(RunEventError) -> ContractCoverage {
        let fields = try EventFields(value, "the coverage of a contract")
        return ContractCoverage(
            file: try fields.masked("file"), title: try fields.optionalMasked("title"),
            operations: try fields.list("operations") { value throws(RunEventError) in try operation(value) },
            unknownCount: Int(clamping: try fields.optionalInteger("unknown") ?? 0))
    }

    private static func json(_ operation: ContractCoverage.Operation) -> JSONValue {
        var object = EventObject()
        object.set("method", operation.method)
        object.set("path", operation.path)
        object.set("statuses", operation.statuses.map(json))
        return object.json
    }

    private static func operation(_ value: JSONValue) throws(RunEventError) -> ContractCoverage.Operation {
        let fields = try EventFields(value, "an operation")
        return ContractCoverage.Operation(
            method: try fields.string("method"), path: try fields.masked("path"),
            statuses: try fields.list("statuses") { value throws(RunEventError) in try status(value) })
    }

    private static func json(_ status: ContractCoverage.Status) -> JSONValue {
        var object = EventObject()
        object.set("status", status.name)
        object.set("declared", status.isDeclared)
        if status.count > 0 { object.set("count", status.count) }
        return object.json
    }

    private static func status(_ value: JSONValue) throws(RunEventError) -> ContractCoverage.Status {
        let fields = try EventFields(value, "a status of an operation")
        return ContractCoverage.Status(
            name: try fields.string("status"), isDeclared: try fields.flag("declared"),
            count: Int(clamping: max(0, try fields.optionalInteger("count") ?? 0)))
    }
}
