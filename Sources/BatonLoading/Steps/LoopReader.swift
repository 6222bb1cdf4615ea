import BatonCEL
import BatonDiagnostics
import BatonJSON
import BatonJudging
import BatonLanguage
import BatonWorkflow
import BatonYAML

/// The keys that are read here.
private typealias Keys = Language.Loop

/// Reads `for_each`, `repeat` and `while`, the outermost first; the names of elements are known inside.
struct LoopReader {
    let templates: TemplateReader
    let file: SourceFile
    let data: DataLibrary

    private var scope: Scope { templates.scope }
    private var sink: DiagnosticSink { templates.sink }

    static let keys = Language.KeySet(Keys.keys)

    /// Loops whose bodies are being read.
    final class Open {
        fileprivate var forEach: ForEach?
        fileprivate var times: Template?
        fileprivate var timesRange: SourceRange?
        fileprivate var whileEntry: MapReader.Entry?
        fileprivate var limit: Int?
        /// The templates of the body, in which the elements are known.
        fileprivate(set) var templates: TemplateReader

        fileprivate init(_ templates: TemplateReader) { self.templates = templates }

        fileprivate struct ForEach {
            var source: Loop.Source
            var element: Loop.Element
            var concurrency = 1
            var allowsEmpty = false
            var range: SourceRange
        }
    }

    /// Enters the loops of a step; nil for a step without a loop.
    func open(_ entries: MapReader.Entries) -> Open? {
        guard entries.contains(anyOf: Self.keys) else { return nil }
        let open = Open(templates)
        open.whileEntry = entries[Keys.while]
        if let max = entries[Keys.max] { open.limit = count(max, "max", most: Loop.mostPasses) }
        if let loop = entries[Keys.forEach] {
            let (source, type) = source(loop)
            let name = elementName(entries[Keys.as])
            let slot = name == Root.item.name ? Root.item.rawValue : scope.names.declare(name, type: type)
            open.forEach = Open.ForEach(
                source: source, element: Loop.Element(name: name, slot: slot),
                concurrency: entries[Keys.concurrency].map { count($0, "concurrency", most: Loop.mostConcurrent) } ?? 1,
                allowsEmpty: entries[Keys.allowEmpty]?.value.bool ?? false, range: loop.range)
            open.templates = open.templates.at { $0.enterLoop(element: name, type: type) }
        }
        if let loop = entries[Keys.repeat] {
            open.times = times(loop, open.templates)
            open.timesRange = loop.range
            open.templates = open.templates.at { $0.enterLoop(element: nil, type: .dyn) }
        }
        if open.whileEntry != nil {
            open.templates = open.templates.at { $0.enterLoop(element: nil, type: .dyn) }
        }
        return open
    }

    private func elementName(_ entry: MapReader.Entry?) -> String {
        guard let entry else { return Root.item.name }
        let name = entry.value.scalar?.text ?? ""
        guard Scope.mayDeclare(name, at: entry.value.range, sink) else { return Root.item.name }
        if let taken = scope.ownerOfTakenName(name, at: templates.position) {
            sink.report(.elementNameTaken(name, by: taken, at: entry.value.range))
            return Root.item.name
        }
        return name
    }

    /// A whole number of at least 1.
    private func count(_ entry: MapReader.Entry, _ name: String, most: Int) -> Int {
        let number = entry.value.scalar.flatMap { Int($0.text) } ?? 0
        if number < 1 || number > most {
            sink.report(.countOutOfRange(name, entry.value.scalar?.text ?? "", most: most, at: entry.value.range))
            return 1
        }
        return number
    }

    private func times(_ entry: MapReader.Entry, _ templates: TemplateReader) -> Template {
        let template = templates.template(entry.value)
        if case .literal(let value) = template {
            if let number = value.wholeNumber, (1...Int64(Loop.mostPasses)).contains(number) { return template }
            sink.report(
                .countOutOfRange("repeat", ValueText.json(value), most: Loop.mostPasses, at: entry.value.range))
        } else if !template.type.mayBe(.int), !template.type.mayBe(.double) {
            sink.report(.notCountable("repeat", template.type, at: entry.value.range))
        }
        return template
    }

    // MARK: - for_each

    private func source(_ entry: MapReader.Entry) -> (Loop.Source, CELType) {
        let node = entry.value
        if let items = node.items {
            if items.isEmpty { sink.report(.emptyList(at: node.range)) }
            return (.list(templates.template(node)), .dyn)
        }
        if node.isMapping { return written(node) }
        let template = templates.template(node)
        if case .expression = template {
            if !template.type.mayBe(.anyList) { sink.report(.notList(template.type.description, at: node.range)) }
        } else {
            sink.report(.notList(node.kindName, at: node.range))
        }
        // The element of a typed list has its fields, so that a misspelt one is found here.
        if case .list(let element) = template.type { return (.list(template), element) }
        return (.list(template), .dyn)
    }

    private func written(_ node: YAMLNode) -> (Loop.Source, CELType) {
        let written = MapReader(sink: sink).entries(of: node, as: Language.ForEach.map)
        let nothing = (Loop.Source.list(.literal(.array([]))), CELType.dyn)
        guard let entry = written.first(where: { $0.key != Language.ForEach.separator }) else { return nothing }
        let separator = written[Language.ForEach.separator]
        if entry.key == Language.ForEach.range { return range(entry.value) ?? nothing }
        guard let format = DataFormat(entry.name, separator: .read(separator, into: sink)) else { return nothing }
        let data = DataFile(path: templates.text(entry.value)) { bytes throws(DataError) in
            try DataReader.rows(bytes, format)
        }
        _ = DataFileCheck(sink: sink, file: file, data: self.data).rowCount(data, format)
        return (.file(data), format == .lines ? .string : .dyn)
    }

    private func range(_ node: YAMLNode) -> (Loop.Source, CELType)? {
        guard let items = node.items, items.count == 2 else {
            sink.report(.unclearRange(at: node.range))
            return nil
        }
        let ends = items.map(templates.template)
        var numbers: [Int64] = []
        for (item, end) in zip(items, ends) {
            if case .literal(let value) = end {
                guard let number = value.wholeNumber else {
                    sink.report(.notCountable("range", end.type, at: item.range))
                    return nil
                }
                numbers.append(number)
            } else if !end.type.mayBe(.int), !end.type.mayBe(.double) {
                sink.report(.notCountable("range", end.type, at: item.range))
            }
        }
        if numbers.count == 2 {
            let (span, overflow) = numbers[1].subtractingReportingOverflow(numbers[0])
            if span < 0 || overflow {
                sink.report(.emptyRange(numbers[0], numbers[1], at: node.range))
            } else if span >= Loop.mostPasses {
                sink.report(.tooManyPasses(at: node.range))
            }
        }
        return (.range(ends[0], ends[1]), .int)
    }
}

extension LoopReader.Open {
    /// Leaves the loops of a step after its body was read.
    ///
    /// - Parameters:
    ///   - given: the names that the body captures and sets.
    ///   - ids: the ids of the steps in the body.
    ///   - own: the id of the looped step, where that calls something.
    ///   - results: the ids of all steps in the body that call something.
    func close(given names: [String], ids: [String], own: String?, results: [String]) -> [Loop] {
        let ownResults = own.map { [$0] } ?? []
        var loops: [Loop] = []
        var given: [Loop.Given] = []
        // The condition is read after the body and as a part of the pass, because it may read the pass's values.
        let condition = whileEntry.flatMap { templates.condition($0.value) }
        if let loop = forEach, loop.concurrency > 1 {
            given = names.map { Loop.Given(name: $0, slot: templates.scope.names.gather($0)) }
            for id in ids { templates.scope.names.gatherStep(id, givesResult: results.contains(id)) }
        }
        if let loop = forEach {
            loops.append(
                Loop(
                    source: loop.source, element: loop.element, concurrency: loop.concurrency,
                    allowsEmpty: loop.allowsEmpty, given: given, ids: ids,
                    results: loop.concurrency > 1 ? results : ownResults, range: loop.range))
        }
        if let times, let range = timesRange {
            loops.append(
                Loop(
                    source: .times(times), element: nil, concurrency: 1, allowsEmpty: false, given: [], ids: [],
                    results: ownResults, range: range))
        }
        if let entry = whileEntry, let condition {
            loops.append(
                Loop(
                    source: .condition(
                        condition,
                        limit: Loop.Limit(
                            passes: limit ?? Loop.standardLimit, isWritten: limit != nil)), element: nil,
                    concurrency: 1, allowsEmpty: true,
                    given: [], ids: [], results: ownResults, range: entry.range))
        }
        if let name = forEach?.element.name, name != Root.item.name { templates.scope.closedElements.insert(name) }
        return loops
    }
}

extension JSONValue {
    /// The number as an integer; nil for one with a fraction.
    fileprivate var wholeNumber: Int64? {
        guard case .number(let number) = self, number.isInteger else { return nil }
        return number.int
    }
}
