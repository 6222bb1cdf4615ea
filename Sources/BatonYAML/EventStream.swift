import CLibYAML

/// libyaml's parser over a text that must outlive it; holds one event at a time.
struct EventStream: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let event: UnsafeMutablePointer<yaml_event_t>

    /// Nil when memory is short.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        self.parser = parser
        event = .allocate(capacity: 1)
        event.initialize(to: yaml_event_t())
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_event_delete(event)
        event.deallocate()
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Goes to the next event; false when the parser found a problem.
    mutating func advance() -> Bool {
        yaml_event_delete(event)
        return yaml_parser_parse(parser, event) == 1
    }

    var type: yaml_event_type_t { event.pointee.type }
    var start: yaml_mark_t { event.pointee.start_mark }
    var end: yaml_mark_t { event.pointee.end_mark }

    /// The contents of a scalar event, valid until the next `advance`.
    var scalarText: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: event.pointee.data.scalar.value, count: event.pointee.data.scalar.length)
    }

    var scalarStyle: yaml_scalar_style_t { event.pointee.data.scalar.style }

    var isFlow: Bool {
        switch event.pointee.type {
        case YAML_MAPPING_START_EVENT: event.pointee.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
        case YAML_SEQUENCE_START_EVENT: event.pointee.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
        default: false
        }
    }

    /// The name after `&`, or after `*` for an alias.
    var anchor: String? {
        let name =
            switch event.pointee.type {
            case YAML_ALIAS_EVENT: event.pointee.data.alias.anchor
            case YAML_SCALAR_EVENT: event.pointee.data.scalar.anchor
            case YAML_MAPPING_START_EVENT: event.pointee.data.mapping_start.anchor
            case YAML_SEQUENCE_START_EVENT: event.pointee.data.sequence_start.anchor
            default: nil as UnsafeMutablePointer<yaml_char_t>?
            }
        return name.map { String(cString: $0) }
    }

    var hasTag: Bool {
        switch event.pointee.type {
        case YAML_SCALAR_EVENT: event.pointee.data.scalar.tag != nil
        case YAML_MAPPING_START_EVENT: event.pointee.data.mapping_start.tag != nil
        case YAML_SEQUENCE_START_EVENT: event.pointee.data.sequence_start.tag != nil
        default: false
        }
    }

    /// What `advance` stumbled over.
    var problem: SyntaxProblem {
        SyntaxProblem(
            context: parser.pointee.context.map { String(cString: $0) } ?? "",
            contextIndex: parser.pointee.context_mark.index,
            problem: parser.pointee.problem.map { String(cString: $0) } ?? "",
            problemIndex: parser.pointee.problem_mark.index,
            isInFlow: parser.pointee.flow_level > 0)
    }
}
