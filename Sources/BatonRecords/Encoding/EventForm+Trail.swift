import BatonJSON

/// The details of exchanges whose steps have been encoded before, without them: what led to a failure, and with `--trace`
/// all.
extension EventForm {
    static func encodeTrail(_ record: CaseRecord, into object: inout EventObject) {
        var trail: [JSONValue] = []
        for step in record.steps {
            for (position, exchange) in step.exchanges.enumerated() where exchange.isDetailLate {
                guard let detail = exchange.detail else { continue }
                var entry = EventObject()
                entry.set("step", step.index)
                entry.set("exchange", position)
                entry.set("detail", json(detail))
                trail.append(entry.json)
            }
        }
        object.set("trail", trail)
    }

    static func addingTrail(_ fields: EventFields, to steps: [StepRecord]) throws(RunEventError) -> [StepRecord] {
        var steps = steps
        let entries = try fields.list("trail") { value throws(RunEventError) in
            let entry = try EventFields(value, "a part of the trail")
            return (try entry.int("step"), try entry.int("exchange"), try detail(try entry.value("detail")))
        }
        for (index, position, detail) in entries {
            guard let place = steps.firstIndex(where: { $0.index == index }),
                steps[place].exchanges.indices.contains(position)
            else {
                throw RunEventError(
                    .malformed, "the trail names exchange \(position) of step \(index), which did not come")
            }
            var exchanges = steps[place].exchanges
            exchanges[position].detail = detail
            exchanges[position].isDetailLate = true
            steps[place] = steps[place].copy(exchanges: exchanges)
        }
        return steps
    }
}
