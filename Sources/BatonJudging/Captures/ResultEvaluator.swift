import BatonAPI
package import BatonCEL
import BatonDiagnostics
import BatonJSON
package import BatonLanguage

/// Computes an endpoint's `result` from a response.
package struct ResultEvaluator {
    private let response: StepResponse
    private let scope: any TemplateScope

    package init(_ response: StepResponse, scope: any TemplateScope) {
        self.response = response
        self.scope = scope
    }

    /// The value, or all failures because of which there is none.
    package func evaluate(_ result: EndpointTemplate.Result) -> (value: CELValue?, failures: [StepFailure]) {
        switch result {
        case .mapped(let type, let range): mapped(to: type, at: range)
        case .captures(let captures): taken(captures)
        }
    }

    private func mapped(to type: MappedType, at range: SourceRange) -> (CELValue?, [StepFailure]) {
        if case .record(let record) = type, record.definition.readsResponse, !record.definition.readsJSON {
            return mapped(.null, to: type, at: range)
        }
        switch response.json {
        case .empty:
            return (nil, [StepFailure(.noData, "result: the body is empty, \(type.title) is wanted", at: range)])
        case .failed(let error):
            return (nil, [StepFailure(.notJSON, "result: the body is not JSON: \(error.description)", at: range)])
        case .value(let root): return mapped(root, to: type, at: range)
        }
    }

    private func mapped(_ root: JSONValue, to type: MappedType, at range: SourceRange) -> (CELValue?, [StepFailure]) {
        var mapper = RecordMapper(ValueConverter(base: response.http.url)) {
            [response] part throws(ConversionFailure) in
            try (part as? FieldSource)?.value(in: response)
        }
        do {
            let value = CELValue(try mapper.map(root, to: type))
            scope.noteSecrets(mapper.secrets)
            scope.noteSecret(value)
            return (value, [])
        } catch {
            scope.noteSecrets(error.secrets)
            return (nil, StepFailure(error, of: "result", range).all)
        }
    }

    private func taken(_ captures: [Capture]) -> (CELValue?, [StepFailure]) {
        let evaluator = CaptureEvaluator(response, scope: scope)
        var map = CELMap()
        var failures: [StepFailure] = []
        for capture in captures {
            do throws(StepFailure) {
                let value = try evaluator.evaluate(capture)
                scope.noteSecret(value)
                _ = map.insert(.string(capture.name), value)
            } catch {
                failures += error.all
            }
        }
        guard failures.isEmpty else { return (nil, failures) }
        // A secret part does not make the other parts secret.
        let whole = CELValue.map(map)
        return (whole.isTainted ? .native(ResultView(map)) : whole, [])
    }
}

/// The result of an endpoint with a secret part: only that part, and any value computed from the whole, is secret.
package final class ResultView: CELNative {
    private let map: CELMap
    package let size: CELSize
    package let nativeType = CELNativeType("result", openType: .dyn, isRecord: true)

    package init(_ map: CELMap) {
        self.map = map
        size = CELValue.map(map).size
    }

    package func member(_ name: String) throws(CELError) -> CELValue? { map.value(named: name) }

    package func plainValue() throws(CELError) -> CELValue? { .mapOfParts(map) }

    package var isPartlyTainted: Bool { true }

    package func isEqual(to other: any CELNative) -> Bool {
        guard let other = other as? ResultView, let own = try? CELValue.map(map).toJSON() else { return false }
        return own == (try? CELValue.map(other.map).toJSON())
    }
}
