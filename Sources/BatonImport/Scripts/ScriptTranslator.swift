/// Where a script stands, and what it may read of its request.
package struct ScriptPlace: Sendable {
    package enum Phase: String, Sendable {
        /// Before the request is sent.
        case before
        /// With its response.
        case after
    }

    /// The request by its names from the top, joined by " › ", for notes.
    package var request: String
    package var phase: Phase
    package var requestName: String
    package var requestDescription: String
    /// What notes call the script: "test script", "pre-request script of the collection".
    package var label: String
    package var collectionName = ""
    package var environmentName = ""
    package var method = "GET"
    /// Whether the URL has a scheme in the source as well.
    package var hasScheme = false
    /// Expressions for the variables that Postman makes up, by their names: `$guid`.
    package var dynamicExpressions: [String: String] = [:]
    /// Code and JSON that variables of the source hold, for scripts that `eval` or parse it.
    package var sharedCode: [String: String] = [:]
    /// Whether the workflow has rows; without them `data.x` is undefined.
    package var hasRows = true
    /// Which scopes have a variable of a name.
    package var scopes = ScopeNames()
    /// Texts that variables of the source hold and no script changes: parts of the names of other variables.
    package var constants: [String: String] = [:]
    /// Whether the workflow runs for several rows, each of which begins anew; in Postman the variables go from one to the next.
    package var isRepeated = false
    /// Names in the workflow that surely have been set since the row began.
    package var assigned: Set<String> = []
    /// The columns of the rows.
    package var columns: Set<String> = []

    package init(
        request: String, phase: Phase, requestName: String, requestDescription: String = "", label: String? = nil
    ) {
        self.request = request
        self.phase = phase
        self.requestName = requestName
        self.requestDescription = requestDescription
        self.label = label ?? (phase == .before ? "pre-request script" : "test script")
    }
}

/// What a script says, as far as it can be said.
package struct ScriptTranslation: Sendable {
    /// Tests of the source: whole ones, and all.
    package struct Checks: Sendable, Equatable {
        package var carried = 0
        package var total = 0
    }

    package var statements: [ImportedStatement] = []
    /// Statements of the script that are carried over whole.
    package var carried = 0
    /// Statements of which a part is left out.
    package var lost = 0
    package var checks = Checks()
    /// Names in the workflow that are surely set when the script has ended and no check has failed.
    package var assigned: Set<String> = []
}

package enum ScriptTranslator {
    /// Code and JSON that the script stores in variables, by their names: what ``ScriptPlace/sharedCode`` holds for all scripts of
    /// the source.
    package static func sharedCode(of script: String) -> [String: String] {
        guard let program = try? JavaScriptParser.program(script) else { return [:] }
        return SharedCode.stored(in: program)
    }

    /// Translates the tree of a script. What cannot be said is a note among the statements.
    package static func statements(
        of script: String, place: ScriptPlace, names: inout VariableNames
    ) -> ScriptTranslation {
        var translation = ScriptTranslation()
        if script.allSatisfy(\.isWhitespace) { return translation }
        let program: JavaScriptProgram
        do {
            program = try JavaScriptParser.program(script)
        } catch {
            translation.lost = 1
            translation.statements = [
                .note(
                    ImportNote(
                        .lost, request: place.request, place: "\(place.label), line \(error.line)",
                        statement: SecretText.hiding(script),
                        reason: "The script cannot be read: \(error.message).",
                        advice: "Correct the script, or write its steps by hand."))
            ]
            return translation
        }
        var evaluator = ScriptEvaluator(place: place, source: program.source, names: names, oldTests: LegacyTests())
        evaluator.run(program)
        if !evaluator.oldTests.toRepeat.isEmpty {
            evaluator = ScriptEvaluator(
                place: place, source: program.source, names: names, oldTests: LegacyTests(after: evaluator.oldTests))
            evaluator.run(program)
        }
        names = evaluator.names
        translation.statements = evaluator.output.map(\.statement)
        translation.lost = evaluator.lostStatements.count
        translation.carried = evaluator.statements.subtracting(evaluator.lostStatements).count
        translation.checks = evaluator.checks
        translation.assigned = evaluator.state.assigned
        return translation
    }
}
