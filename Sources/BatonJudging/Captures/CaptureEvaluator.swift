import BatonAPI
package import BatonCEL
import BatonHTTP
package import BatonLanguage

/// Takes values out of a response.
package struct CaptureEvaluator {
    let response: StepResponse
    let scope: any TemplateScope

    package init(_ response: StepResponse, scope: any TemplateScope) {
        self.response = response
        self.scope = scope
    }

    /// The captured value, tainted where it is secret.
    package func evaluate(_ capture: Capture) throws(StepFailure) -> CELValue {
        do throws(StepFailure) {
            var value = try self.value(of: capture)
            value.isTainted = value.isTainted || capture.isSecret
            return value
        } catch {
            if capture.isSecret { noteSecrets(readBy: capture.source) }
            throw error
        }
    }

    /// Notes the values from which a secret could not be taken: the failure and the response show them.
    private func noteSecrets(readBy source: Capture.Source) {
        switch source {
        case .expression(let expression):
            for value in expression.program.explain(scope).sources { scope.noteSecret(value.tainted(true)) }
        case .search(let search):
            guard case .source(let inner) = search.subject else { return }
            noteSecrets(readBy: inner)
            if case .value(let value)? = try? find(inner) { scope.noteSecret(value.tainted(true)) }
        case .header, .cookie, .path, .events, .xpath: return
        }
    }

    private func value(of capture: Capture) throws(StepFailure) -> CELValue {
        switch try named(capture, { () throws(StepFailure) in try find(capture.source) }) {
        case .value(let value): return try converted(value, capture)
        case .missing(let message, let hint):
            return try substitute(capture) {
                StepFailure(.mappingMissing, "\(capture.name): \(message)", hint: hint, at: capture.range)
            }
        case .unreadable(let kind, let message, let values, let hint):
            let shown = capture.isSecret ? "" : values
            throw StepFailure(kind, "\(capture.name): \(message)\(shown)", hint: hint, at: capture.range)
        }
    }

    private var converter: ValueConverter { response.base.map { ValueConverter(base: $0) } ?? ValueConverter() }

    /// The value converted to the type of `as`. With a type, null counts as missing.
    private func converted(_ value: CELValue, _ capture: Capture) throws(StepFailure) -> CELValue {
        guard let conversion = capture.conversion else { return value }
        // A secret is not shown, even if it has the wrong type.
        let value = value.tainted(capture.isSecret)
        scope.noteSecret(value)
        do {
            return try converter.convert(value, to: conversion, noting: scope.noteSecrets)
        } catch {
            scope.noteSecrets(error.secrets)
            var failures = error
            guard value.isNull else { throw StepFailure(failures, of: capture) }
            failures.accept("`optional: true` lets null through")
            return try substitute(capture) { StepFailure(failures, of: capture) }
        }
    }

    /// The value of the capture where nothing was found.
    private func substitute(
        _ capture: Capture, _ failure: () -> StepFailure
    ) throws(StepFailure) -> CELValue {
        switch capture.absence {
        case .fails: throw failure()
        case .givesNull: return .null
        case .gives(let template): return try value(of: template, capture)
        }
    }

    /// The value of a default, which is converted by `as` like a value of the response.
    private func value(of template: Template, _ capture: Capture) throws(StepFailure) -> CELValue {
        let value = try named(capture) { () throws(StepFailure) in try template.value(from: scope) }
        guard let conversion = capture.conversion, !value.isNull else { return value }
        do {
            return try converter.convert(value.tainted(capture.isSecret), to: conversion)
        } catch {
            guard let failure = error.items.first?.failure else { throw StepFailure(error, of: capture) }
            throw StepFailure(
                failure.kind, "\(capture.name): expected \(failure.wanted) as the default, got \(failure.brief)",
                expected: failure.wanted, actual: failure.got, hint: failure.advice, at: capture.range)
        }
    }

    private func named<Value>(_ capture: Capture, _ body: () throws(StepFailure) -> Value) throws(StepFailure) -> Value
    {
        do throws(StepFailure) {
            return try body()
        } catch {
            throw StepFailure(error.kind, "\(capture.name): \(error.message)", hint: error.hint, at: error.range)
        }
    }
}
