import BatonCEL
import BatonDiagnostics
import BatonJudging
import BatonLanguage
import BatonWorkflow

/// Checks the names in expressions against those that the files define; an unknown one is an error at its place.
extension Scope {
    /// Members of the roots whose names are known from the files.
    func check(
        _ reference: [String], _ expression: Expression, _ position: Position, _ sink: DiagnosticSink
    ) {
        let root = Root(named: reference[0])
        checkResponse(root, reference, expression, position, sink)
        checkLoop(root, reference[0], expression, position, sink)
        if root == .row, !hasRows { sink.report(.noRow(at: expression.range)) }
        guard reference.count >= 2 else { return checkWhole(root, expression, sink) }
        let member = reference[1]
        func require(_ isKnown: Bool, _ known: @autoclosure () -> [String]) {
            if isKnown { return }
            // `has(vars.token)` may test a variable of a later step, or of a step that is skipped.
            if root == .vars, names.known[member]?.later != nil { return }
            sink.report(
                .undefinedMember(member, of: reference[0], at: expression.range, known: known().sorted()))
        }
        switch root {
        case .secrets:
            noteSecret(member, expression.range)
            if let secrets = position.environment.map(\.secrets) ?? secrets, !secrets.contains(member) {
                sink.report(.undeclaredSecret(member, known: secrets, at: expression.range))
            }
        case .process:
            if member == "env", reference.count >= 3 { noteVariable(reference[2]) }
        case .vars: require(names.known[member]?.slot != nil, names.known.variableSlots.names)
        case .inputs:
            gathered.readsInputs = true
            require(names.inputs.contains(member), Array(names.inputs))
        case .steps:
            require(names.steps[member] != nil, names.steps.names)
            gathered.steps.append(member)
            if let step = names.steps[member] { check(reference, of: step.names, expression, sink) }
        case .needs:
            require(names.needs[member] != nil, Array(names.needs.keys))
            if let outputs = names.needs[member] ?? nil { check(reference, ofNeed: outputs, expression, sink) }
        case .env:
            let known = position.environment?.variables ?? environmentVariables
            if member == "vars", reference.count >= 3, !known.contains(reference[2]) {
                sink.report(
                    .undefinedMember(
                        reference[2], of: "env.vars", at: expression.range, known: known.sorted()))
            }
        default: break
        }
    }

    /// Checks `steps.login.token`: the names that a step gives are known from the file.
    private func check(_ reference: [String], of names: [String], _ expression: Expression, _ sink: DiagnosticSink) {
        let id = reference[1]
        guard reference.count >= 3 else {
            noteCertificate(nil)
            gathered.uses.keptResponses[id] = .body
            gathered.uses.readsJSONLater = true
            return
        }
        let member = reference[2]
        if member == "response" {
            noteCertificate(reference.dropFirst(3).first)
            let part = reference.dropFirst(3).first
            if part == "json" || part == nil { gathered.uses.readsJSONLater = true }
            let kept = Retention.needed(for: part)
            gathered.uses.keptResponses[id] = max(gathered.uses.keptResponses[id] ?? .nothing, kept)
        } else if member != "ran", !names.contains(member) {
            sink.report(
                .undefinedMember(member, of: "steps.\(id)", at: expression.range, known: names + ["ran", "response"]))
        }
    }

    /// Checks `needs.login.token`: the outputs of a workflow are known from its file.
    private func check(
        _ reference: [String], ofNeed outputs: [String], _ expression: Expression, _ sink: DiagnosticSink
    ) {
        guard reference.count >= 3, !outputs.contains(reference[2]) else { return }
        sink.report(
            .undefinedMember(
                reference[2], of: "needs.\(reference[1])", at: expression.range, known: outputs.sorted()))
    }

    /// Checks the use of a whole root, where the member is computed and its name unknown.
    private func checkWhole(_ root: Root?, _ expression: Expression, _ sink: DiagnosticSink) {
        switch root {
        case .secrets: sink.report(.computedSecret(at: expression.range))
        case .inputs: gathered.readsInputs = true
        case .steps:
            noteCertificate(nil)
            gathered.uses.keepsAllResponses = true
            gathered.uses.readsJSONLater = true
        default: break
        }
    }

    /// Reports `item`, `index` and the names that `as` gives outside of such a loop.
    private func checkLoop(
        _ root: Root?, _ name: String, _ expression: Expression, _ position: Position, _ sink: DiagnosticSink
    ) {
        switch root {
        case .item:
            if position.loops.contains(where: { $0.element == name }) { return }
            if let element = position.loops.last(where: { $0.element != nil })?.element {
                sink.report(.elementHasName(element, at: expression.range))
            } else {
                sink.report(.outsideLoop(name, at: expression.range))
            }
        case .index:
            if position.loops.isEmpty { sink.report(.outsideLoop(name, at: expression.range)) }
        default:
            if closedElements.contains(name), !position.loops.contains(where: { $0.element == name }) {
                sink.report(.outsideLoop(name, at: expression.range))
            }
        }
    }

    /// Reports `response` and `request` where there is none yet.
    private func checkResponse(
        _ root: Root?, _ reference: [String], _ expression: Expression, _ position: Position, _ sink: DiagnosticSink
    ) {
        switch root {
        case .response:
            let member = reference.dropFirst().first
            noteCertificate(member)
            let readsJSON = member == "json" || member == nil
            if readsJSON { gathered.ofResponse.json += 1 }
            if position.part == .step || position.part == .result, !hasResponse {
                sink.report(.noResponseYet(at: expression.range))
            }
            if position.part != .response, position.part != .program {
                gathered.uses.lastResponse = max(gathered.uses.lastResponse, .needed(for: member))
                if readsJSON { gathered.uses.readsJSONLater = true }
            }
        case .request:
            if position.part != .response { sink.report(.requestOutsideResponse(at: expression.range)) }
            // The headers and body of a multipart request contain a boundary that is made when it is sent.
            if ["headers", "body", nil].contains(reference.dropFirst().first) { gathered.ofResponse.sentHeaders += 1 }
        case .cached: checkCached(reference, expression, position, sink)
        case .outcome, .result:
            gathered.ofResponse.outcome += 1
            // The expressions of an endpoint decide its outcome, so that they cannot read it.
            let isKnown = position.part == .response || position.part == .result && root == .result
            if !isKnown || parent != nil {
                sink.report(.outcomeOutsideResponse(reference[0], at: expression.range))
            } else if root == .result, position.result == nil {
                sink.report(.noResult(at: expression.range))
            }
        default: break
        }
    }

    /// Checks `cached`, which is a response or null.
    private func checkCached(
        _ reference: [String], _ expression: Expression, _ position: Position, _ sink: DiagnosticSink
    ) {
        guard position.hasCached, position.part == .response else {
            return sink.report(.cachedWithoutBoth(at: expression.range))
        }
        guard let member = reference.dropFirst().first else { return }
        if member == "certificate" { noteCertificate(member) }
        let known = Roots.responseType.members.map(\.name)
        if !known.contains(member) {
            sink.report(.undefinedMember(member, of: reference[0], at: expression.range, known: known))
        }
    }
}
