import BatonJSON
import BatonJudging
package import BatonRecords
package import BatonSecrets
import BatonWorkflow

/// A plan as JSON for other programs: one case a line, so that very many cases are written as they are encoded.
package struct PlanJSON {
    private let plan: Plan
    private let mask: (String) -> MaskedText
    private let shards: ShardMap?

    /// The version of the form: the value of `baton_list`.
    private static let version = 1

    /// - Parameters:
    ///   - plan: complete, with what its cases need.
    ///   - shards: where each case runs; nil where one machine runs everything.
    ///   - mask: masks the texts of files, except paths: they say which file to run.
    package init(_ plan: Plan, shards: ShardMap? = nil, masking mask: @escaping (String) -> MaskedText) {
        self.shards = shards
        self.plan = plan
        self.mask = mask
    }

    /// Writes the JSON document and a line break, in parts of whole lines.
    ///
    /// - Parameters:
    ///   - notes: how the cases were selected and ordered.
    ///   - leftOut: what was skipped inside the given folders.
    package func write(notes: [String], leftOut: [RunStarted.LeftOut], to output: (String) -> Void) {
        var bytes = Array("{\"baton_list\":\(Self.version),".utf8)
        if let shards {
            bytes += Array("\"shard\":".utf8)
            append(shards.head, to: &bytes)
            bytes.append(UInt8(ascii: ","))
        }
        bytes += Array("\"cases\":[".utf8)
        var last: Shared?
        for (index, planned) in plan.cases.enumerated() {
            bytes += Array(index == 0 ? "\n".utf8 : ",\n".utf8)
            if bytes.count > Self.partSize {
                output(String(decoding: bytes, as: UTF8.self))
                bytes.removeAll(keepingCapacity: true)
            }
            let shared = last.flatMap { $0.holds(of: planned) ? $0 : nil } ?? shared(planned)
            last = shared
            bytes += shared.head
            if let row = planned.identity.row {
                bytes += Array(",\"row\":".utf8)
                append(.string(mask(row).text), to: &bytes)
            }
            if let shards, case .object(let members) = shards.members(at: index) {
                for member in members.members {
                    bytes += Array(",\"\(member.name)\":".utf8)
                    append(member.value, to: &bytes)
                }
            }
            bytes += shared.tail
        }
        bytes += Array((plan.cases.isEmpty ? "],\"notes\":" : "\n],\"notes\":").utf8)
        append(list(notes), to: &bytes)
        bytes += Array(",\"left_out\":".utf8)
        append(.array(leftOut.map(EventForm.json)), to: &bytes)
        bytes += Array("}\n".utf8)
        output(String(decoding: bytes, as: UTF8.self))
    }

    /// Size in bytes from which a part is written.
    private static let partSize = 1 << 16

    private func append(_ value: JSONValue, to bytes: inout [UInt8]) {
        bytes += HarmlessJSON.escaped(JSONWriter.compactBytes(value))
    }

    /// What the rows of a workflow have in common: the text before the row and behind it.
    private struct Shared {
        let identity: CaseIdentity
        let needs: [Int]
        let head: [UInt8]
        let tail: [UInt8]

        func holds(of planned: Plan.Case) -> Bool {
            identity.isSibling(of: planned.identity) && needs.elementsEqual(planned.needs.lazy.map(\.index))
        }
    }

    private func shared(_ planned: Plan.Case) -> Shared {
        let identity = planned.identity
        var name = EventObject()
        name.set("path", identity.path)
        name.set("name", mask(identity.name))
        var (head, tail): ([UInt8], [UInt8]) = ([], [])
        append(name.json, to: &head)
        head.removeLast()
        append(rest(planned), to: &tail)
        tail[0] = UInt8(ascii: ",")
        return Shared(identity: identity, needs: planned.needs.map(\.index), head: head, tail: tail)
    }

    private func rest(_ planned: Plan.Case) -> JSONValue {
        let identity = planned.identity
        let workflow = planned.workflow
        var object = EventObject()
        object.set("variant", identity.variant.map(mask))
        object.set("tags", list(identity.tags) as JSONValue?)
        object.set("owner", identity.owner.map(mask))
        object.set("steps", identity.stepCount)
        object.set("role", identity.role.rawValue)
        object.set("needs", .array(planned.needs.map(json)) as JSONValue?)
        object.set("locks", list(workflow?.locks ?? []) as JSONValue?)
        object.set("quarantine", identity.quarantine.map(json))
        object.set("skipped", workflow?.absence.map(mask))
        if case .invalid? = planned.content { object.set("invalid", true) }
        return object.json
    }

    private func json(_ need: Plan.Need) -> JSONValue {
        let needed = plan.cases[need.index].identity
        var object = EventObject()
        if !need.name.isEmpty { object.set("name", mask(need.name)) }
        object.set("path", needed.path)
        object.set("row", needed.row.map(mask))
        object.set("variant", needed.variant.map(mask))
        return object.json
    }

    private func json(_ quarantine: CaseQuarantine) -> JSONValue {
        var masked = quarantine
        masked.reason = mask(quarantine.reason).text
        masked.owner = quarantine.owner.map { mask($0).text }
        return EventForm.json(masked)
    }

    private func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string(mask($0).text) }) }
}
