import BatonJSON
import BatonRecords

/// The steps of results that simply passed, read from `step_plan`.
struct StepPlan {
    private var template: [RunDetail.Step] = []

    /// Steps that are no list are left out: a damaged history is read as far as possible.
    ///
    /// - Parameter json: a list of steps as `StepPlanTable` writes it.
    init(_ json: String) {
        for (position, step) in Self.list(json).enumerated() {
            guard case .array(let parts) = step, parts.count >= 5 else { continue }
            var entry = RunDetail.Step(
                position: position, name: Self.text(parts[2]) ?? "", outcome: .passed, line: Self.number(parts[3]) ?? 0,
                duration: 0)
            entry.section = Self.text(parts[0]).flatMap(StepSection.init) ?? .steps
            entry.kind = Self.text(parts[1]).flatMap(StepKind.init) ?? .request
            entry.checks = Self.number(parts[4]) ?? 0
            entry.method = parts.count > 5 ? Self.text(parts[5]) : nil
            entry.urlTemplate = parts.count > 6 ? Self.text(parts[6]) : nil
            entry.status = parts.count > 7 ? Self.number(parts[7]) : nil
            template.append(entry)
        }
    }

    /// - Parameter durations: a JSON list of the durations in microseconds.
    func steps(_ durations: String) -> [RunDetail.Step] {
        let durations = Self.list(durations)
        var started: Microseconds = 0
        return template.map { step in
            var step = step
            step.started = started
            defer { started &+= step.duration }
            if durations.indices.contains(step.position) {
                step.duration = Microseconds(Self.number(durations[step.position]) ?? 0)
            }
            return step
        }
    }

    private static func list(_ json: String) -> [JSONValue] {
        if case .array(let list)? = try? JSONParser.parse(Array(json.utf8)) { list } else { [] }
    }

    private static func text(_ value: JSONValue) -> String? {
        if case .string(let text) = value { text } else { nil }
    }

    private static func number(_ value: JSONValue) -> Int? {
        if case .number(let number) = value { number.int.map { Int($0) } } else { nil }
    }
}
