package import BatonJSON

extension EventForm {
    package static func json(_ shard: Shard) -> JSONValue {
        var object = EventObject()
        object.set("index", shard.index)
        object.set("total", shard.total)
        object.set("group", shard.group)
        object.set("attempt", shard.attempt)
        object.set("planned", shard.proof.caseCount)
        object.set("plan", shard.proof.cases)
        object.set("basis", shard.proof.basis)
        object.set("places", shard.places.map { .number(JSONNumber(Int64($0))) })
        return object.json
    }

    static func shard(_ value: JSONValue) throws(RunEventError) -> Shard {
        let fields = try EventFields(value, "a shard")
        let shard = Shard(
            index: try fields.int("index"), total: try fields.int("total"), group: try fields.optionalString("group"),
            attempt: try fields.int("attempt"),
            proof: PlanProof(
                caseCount: try fields.int("planned"), cases: try fields.string("plan"),
                basis: try fields.string("basis")),
            places: try fields.list("places") { value throws(RunEventError) in
                guard case .number(let number) = value, let place = number.int, let place = Int(exactly: place) else {
                    throw RunEventError(.malformed, "`places` of a shard holds something that is no number")
                }
                return place
            })
        guard (1...Shard.most).contains(shard.total), (1...shard.total).contains(shard.index), shard.attempt >= 1,
            shard.proof.caseCount >= 0, shard.places.allSatisfy({ (0..<shard.proof.caseCount).contains($0) })
        else { throw RunEventError(.malformed, "there is no such shard \(shard.index) of \(shard.total)") }
        return shard
    }
}
