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
    package func evaluate(_ capture: Capture) -> Result<CELValue, CaptureProblem> {
        do throws(CaptureProblem) {
            var value = try self.value(of: capture)
            value.isTainted = value.isTainted || capture.isSecret
            return .success(value)
        } catch {
            return .failure(error)
        }
    }

    private func value(of capture: Capture) throws(CaptureProblem) -> CELValue {
        let found: Found
        do {
            found = try find(capture.source)
        } catch {
            throw problem(error, capture)
        }
        switch found {
        case .value(let value): return try converted(value, capture)
        case .missing(let message, let hint):
            return try substitute(capture) {
                CaptureProblem(.mappingMissing, "\(capture.name): \(message)", hint: hint, at: capture.range)
            }
        case .unreadable(let kind, let message, let values, let hint):
            let shown = capture.isSecret ? "" : values
            throw CaptureProblem(kind, "\(capture.name): \(message)\(shown)", hint: hint, at: capture.range)
        }
    }

    private var converter: ValueConverter { response.base.map { ValueConverter(base: $0) } ?? ValueConverter() }

    /// The value converted to the type of `as`. With a type, null counts as missing.
    private func converted(_ value: CELValue, _ capture: Capture) throws(CaptureProblem) -> CELValue {
        guard let conversion = capture.conversion else { return value }
        // A secret is not shown, even if it has the wrong type.
        scope.noteSecret(value.tainted(capture.isSecret))
        do {
            return try converter.convert(value, to: conversion, noting: scope.noteSecrets)
        } catch {
            scope.noteSecrets(error.secrets)
            var failures = error
            if capture.isSecret || value.holdsTaint { failures.hideValues() }
            guard value.isNull else { throw CaptureProblem(failures, of: capture) }
            failures.hint("`optional: true` lets null through")
            return try substitute(capture) { CaptureProblem(failures, of: capture) }
        }
    }

    /// The value of the capture where nothing was found.
    private func substitute(
        _ capture: Capture, _ problem: () -> CaptureProblem
    ) throws(CaptureProblem) -> CELValue {
        switch capture.absence {
        case .fails: throw problem()
        case .givesNull: return .null
        case .gives(let template): return try value(of: template, capture)
        }
    }

    /// The value of a default, which is converted by `as` like a value of the response.
    private func value(of template: Template, _ capture: Capture) throws(CaptureProblem) -> CELValue {
        let value: CELValue
        do {
            value = try template.value(from: scope)
        } catch {
            throw problem(error, capture)
        }
        guard let conversion = capture.conversion, !value.isNull else { return value }
        do {
            return try converter.convert(value, to: conversion)
        } catch {
            var failures = error
            if value.holdsTaint || capture.isSecret { failures.hideValues() }
            guard let failure = failures.items.first?.failure else { throw CaptureProblem(failures, of: capture) }
            throw CaptureProblem(
                failure.kind, "\(capture.name): expected \(failure.wanted) as the default, got \(failure.brief)",
                expected: failure.wanted, actual: failure.got, hint: failure.hint, at: capture.range)
        }
    }

    private func problem(_ failure: TemplateFailure, _ capture: Capture) -> CaptureProblem {
        CaptureProblem(
            failure.kind, "\(capture.name): \(failure.message)", hint: failure.hint, at: failure.range)
    }
}
