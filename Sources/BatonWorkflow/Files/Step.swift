package import BatonDiagnostics
package import BatonJudging
package import BatonLanguage

/// One step of a workflow.
package final class Step: Sendable {
    /// A name that is unique within the workflow: `name`, else `METHOD url` as written, with ` #2` for the second step
    /// of the same name.
    package let name: String
    package let id: String?
    /// The start of the step, which reports point to.
    package let range: SourceRange
    package let condition: Expression?
    package let action: Action
    /// The flow of the step; nil for one that runs once, unconditionally and without delay.
    package let flow: StepFlow?
    /// The variables that any expression of the step reads by their bare names, each once.
    package let reads: [String]

    package init(
        name: String, id: String?, range: SourceRange, condition: Expression?, action: Action, flow: StepFlow?,
        reads: [String]
    ) {
        self.name = name
        self.id = id
        self.range = range
        self.condition = condition
        self.action = action
        self.flow = flow
        self.reads = reads
    }

    /// One reference each, because actions are passed on often.
    package enum Action: Sendable {
        case request(RequestTemplate)
        case set([VariableAssignment])
        case that([Expression])
        indirect case wait(DurationTemplate)
        indirect case awaiting(Awaited)
        indirect case log(TextTemplate)
        indirect case group(Group)
        case exec(ExecTemplate)
        case workflow(WorkflowCall)
    }

    /// The steps of a group.
    package struct Group: Sendable {
        package let steps: [Step]
        /// The written name of the group, which precedes the names of its steps.
        package let title: String?
        /// Whether its steps run at the same time.
        package var isParallel = false
        /// The ids of steps that steps of another branch wait for.
        package var awaited: Set<String> = []

        package init(steps: [Step], title: String?, isParallel: Bool = false, awaited: Set<String> = []) {
            self.steps = steps
            self.title = title
            self.isParallel = isParallel
            self.awaited = awaited
        }
    }

    /// A step of another branch, by its id, with the place where the name stands.
    package struct Awaited: Sendable {
        package let id: String
        package let range: SourceRange

        package init(id: String, range: SourceRange) {
            self.id = id
            self.range = range
        }
    }
}

extension Step.Action {
    /// The variables that the step sets or captures.
    package var givenNames: [String] {
        switch self {
        case .request(let template): template.captures.map(\.name)
        case .set(let assignments): assignments.map(\.name)
        case .group(let group): group.steps.flatMap(\.action.givenNames)
        case .exec(let template): template.captures.map(\.name)
        case .workflow(let call): call.captures.map(\.name)
        case .that, .wait, .awaiting, .log: []
        }
    }
}

extension Step.Action {
    /// Whether the step calls an endpoint or a workflow that gives a `result`.
    package var givesResult: Bool {
        switch self {
        case .request(let template): template.call != nil
        case .workflow: true
        case .set, .that, .wait, .awaiting, .log, .group, .exec: false
        }
    }
}

extension Step {
    /// The step and all steps within it, at any depth.
    package var all: [Step] {
        var all: [Step] = []
        visit { all.append($0) }
        return all
    }

    package func visit(_ visit: (Step) -> Void) {
        visit(self)
        guard case .group(let group) = action else { return }
        for step in group.steps { step.visit(visit) }
    }
}

/// The rules for whether, when and how often a step runs; most steps have none.
package final class StepFlow: Sendable {
    /// The reason why the step is skipped; nil for a step that runs.
    package let skip: String?
    /// The loops around the step, outermost first.
    package let loops: [Loop]
    package let delay: DurationTemplate?
    /// The maximum duration of a group or a call, with all its passes and attempts.
    package let timeout: DurationTemplate?
    /// Whether the later steps run although this one failed.
    package let continuesOnFailure: Bool

    package init(
        skip: String?, loops: [Loop], delay: DurationTemplate?, timeout: DurationTemplate?, continuesOnFailure: Bool
    ) {
        self.timeout = timeout
        self.skip = skip
        self.loops = loops
        self.delay = delay
        self.continuesOnFailure = continuesOnFailure
    }
}

/// The last step that runs before teardown, which always runs whole.
package struct StepLimit: Sendable, Equatable {
    /// Whether the last step belongs to `setup`, so that no step of `steps` runs.
    package let isInSetup: Bool
    /// The line as the user gave it.
    package let line: Int
    /// The offset of the first byte after the last step.
    package let offset: Int

    package init(isInSetup: Bool, line: Int, offset: Int) {
        self.isInSetup = isInSetup
        self.line = line
        self.offset = offset
    }

    /// The reason why a step of `steps` or `setup` does not run; nil for one that runs.
    package func reason(for step: Step, isInSetup: Bool) -> String? {
        let isBehind = self.isInSetup == isInSetup ? step.range.lower >= offset : self.isInSetup
        return isBehind ? "behind line \(line), with which this run ends" : nil
    }
}

/// The call of a workflow (`workflow`), whose steps run within this one with variables of their own.
package final class WorkflowCall: Sendable {
    /// The maximum depth of calls: the number of files in the chain.
    package static let mostLevels = 32
    /// The maximum number of steps of a file, each call counted with the steps of the called workflow.
    package static let mostSteps = 1_000_000

    package let workflow: Workflow
    /// Values for the inputs, with slots of the called workflow.
    package let arguments: [CallTemplate.Argument]
    /// The caller's session that the called workflow uses; nil for a session of its own.
    package let sharedSession: SessionChoice?
    /// The captures from the outputs, and the checks of them.
    package let captures: [Capture]
    package let checks: [Check]
    package let conditions: [Expression]

    package init(
        workflow: Workflow, arguments: [CallTemplate.Argument], sharedSession: SessionChoice?, captures: [Capture],
        checks: [Check], conditions: [Expression]
    ) {
        self.workflow = workflow
        self.arguments = arguments
        self.sharedSession = sharedSession
        self.captures = captures
        self.checks = checks
        self.conditions = conditions
    }
}

extension Language {
    /// The methods that are keys of a step, in small letters; any word in capitals is a method too.
    package enum Methods {
        package static let names = ["get", "post", "put", "patch", "delete", "head", "options", "trace"]

        package static let keys = names.map {
            Key(
                $0, .text,
                "Sends a request with this method; a URL that begins with `/` is put after the base URL.", takes: "URL",
                example: "\($0): /items")
        }

        /// Any other method: `PROPFIND: /dav` (RFC 9110, 9.1 allows any token).
        package static let others = [Map.OpenKey(pattern: "^[A-Z_-]{2,32}$", content: .scalar)]
    }
}

extension Language {
    /// A step.
    package enum Step {
        package static let name = Key(
            "name", .plainText, "What the step is called; a second one of a name gets ` #2`.",
            unlessWritten: "what it does, as written: `GET /items/$(id)`", example: "name: Log in")
        package static let id = Key(
            "id", .plainText, "The name under which later expressions find the step, `steps.ID`; unique in the file.",
            example: "id: login")
        package static let `if` = Key(
            "if", .expression, "Runs the step only where this is true; otherwise it is skipped.",
            example: #"if: env.name == "staging""#)
        package static let query = Key(
            "query", .mapOrExpression, "Parameters added to the URL's query; a list repeats the key.",
            example: "query: { page: 2 }")
        package static let headers = Key(
            "headers", .mapOrExpression, "Headers of the request; a list sends one several times, null leaves one out.",
            example: "headers: { accept: application/json }")
        package static let cookies = Key(
            "cookies", .mapOrExpression, "Cookies sent beside those of the session; one written here wins.",
            example: "cookies: { theme: dark }")
        package static let save = Key(
            "save", .text, "Streams the body of the response into this file.", takes: "path",
            example: "save: report.pdf")
        package static let stream = Key(
            "stream", .any,
            "Reads the response as events while they arrive.", takes: "`true` or map",
            holds: .one(Stream.map), kinds: [.map, .boolean], example: "stream: true")
        package static let auth = Key(
            "auth", .any, "How the request authenticates; `none` for not at all.", takes: "map or `none`",
            holds: .one(Auth.map),
            kinds: [.map, .text, .null], example: "auth: { bearer: $(process.env.TOKEN) }")
        package static let session = Key(
            "session", .plainText,
            "The session that is used; `needs.NAME` is a copy of a needed workflow's, and `shared` hands the current one to a called `workflow`.",
            takes: "name, `none`, `needs.NAME` or `shared`", unlessWritten: "the session of the workflow",
            example: "session: admin")
        package static let expect = Key(
            "expect", .map, "What the response must be.", unlessWritten: "a status of 2xx", holds: .one(Expect.map),
            variants: [
                .init(beside: workflow, .one(WorkflowExpect.map)), .init(beside: exec, .one(ExecExpect.map)),
            ], example: "expect: { status: 200 }")
        package static let capture = Key(
            "capture", .map, "Values taken from the response, as variables.", holds: .each(Capture.map),
            example: "capture: { id: $.id }")
        package static let call = Key(
            "call", .text, "Calls an endpoint of an API file.", takes: "API and endpoint", example: "call: shop.list")
        package static let workflow = Key(
            "workflow", .text, "Runs the steps of another workflow file here.", takes: "path",
            example: "workflow: login.yaml")
        package static let with = Key(
            "with", .map, "Values for the inputs of the endpoint or the workflow that is called.",
            example: "with: { user: ada }")
        package static let set = Key("set", .map, "Sets variables, in order.", example: "set: { page: 1 }")
        package static let that = Key(
            "that", .conditions, "Conditions that must hold, without a request.", example: "that: 1 < 2")
        package static let wait = Key("wait", .duration, "Waits this long.", example: "wait: 1s")
        package static let awaiting = Key(
            "await", .plainText,
            "In a branch of `parallel`: waits for the step with that `id` in another branch, until its stream is open, or else until it has passed.",
            takes: "`id` of a step",
            example: "await: listening")
        package static let log = Key(
            "log", .text, "Writes a text to the console and to the JUnit file.", example: "log: The order is paid.")
        package static let steps = Key(
            "steps", .list, "A group: steps with one condition, one loop or one name.",
            holds: .list(Step.map), example: "steps: [{ get: /items }, { get: /orders }]")
        package static let exec = Key(
            "exec", .list, "Starts a program, only with `--allow-exec`: its name, written out, and its arguments.",
            takes: "list of texts",
            example: "exec: [git, status]")
        package static let cwd = Key(
            "cwd", .text, "The folder that the program of `exec` runs in, inside the file root.", takes: "path",
            unlessWritten: "the folder of the file",
            example: "cwd: data")
        package static let env = Key(
            "env", .any,
            "Of a request or a `call`: the environment of baton.yaml that it goes to. Of `exec`: variables that the program gets; null takes one away.",
            takes: "name, or map for `exec`",
            example: "env: payments")
        package static let contract = Key(
            "contract", .any,
            "`false` holds nothing of this request against the contract; a map says what violations do here.",
            takes: "`false` or map",
            holds: .one(Contract.ofRequest), kinds: [.boolean, .map], example: "contract: { request: none }")
        package static let sample = Key(
            "sample", .map, "The response in a run with `--stub`.", holds: .one(Sample.map),
            example: "sample: { json: { id: 5 } }")
        package static let parallel = Key(
            "parallel", .list, "Steps, or groups of them, that run at the same time.", holds: .list(Step.map),
            example: "parallel: [{ get: /items }, { get: /orders }]")
        /// Keys of every step, whatever it does.
        package static let common = [name, id, `if`]
        package static let map: Map = Map(
            "a step",
            Methods.keys + Step.common + Flow.keys + Loop.keys + RequestFlow.keys + Pages.keys + [
                query, headers, cookies,
            ] + Body.keys + [
                save, stream, auth, session, expect, capture, call, workflow, with, set, that, wait, awaiting, log,
                steps, exec, cwd, env, parallel, contract, sample,
            ] + Transfer.keys,
            rules: [
                .atMostOne(Body.keys), .needs([RequestFlow.every, RequestFlow.within], RequestFlow.until),
                .needs([Loop.as, Loop.concurrency, Loop.allowEmpty], Loop.forEach), .needs([Loop.max], Loop.while),
                .needs([Pages.anyHost], Pages.paginate),
            ], openKeys: Methods.others, isAlwaysMap: true)
    }
}

extension Language {
    /// Keys of every step about whether, when and how often it runs.
    package enum Flow {
        package static let skip = Key(
            "skip", .plainText, "Leaves the step out, always; the value says why, and reports show it.",
            example: "skip: The export is not ready.")
        package static let delay = Key(
            "delay", .duration, "Waits this long before the step begins, once, behind `if`.", example: "delay: 1s")
        package static let continueOnFailure = Key(
            "continue_on_failure", .boolean, "Runs the later steps although this one failed; the workflow still fails.",
            unlessWritten: "`false`")
        package static let namespaces = Key(
            "namespaces", .map, "What prefixes of XPaths mean here and in the steps within.",
            example: #"namespaces: { s: "urn:example:stock" }"#)
        package static let keys = [skip, delay, continueOnFailure, namespaces]
    }
}
