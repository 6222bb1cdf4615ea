import BatonJSON

extension EventForm {
    static func json(_ program: ProgramRecord) -> JSONValue {
        var object = EventObject()
        object.set("command", program.command)
        object.set("exit_code", program.exitCode.map(Int64.init))
        object.set("signal", program.signal.map(Int64.init))
        object.set("duration", program.duration)
        object.set("output_bytes", program.outputBytes)
        object.set("error_bytes", program.errorBytes)
        object.set("output", program.output)
        object.set("errors", program.errors)
        object.set("note", program.note)
        if program.isPoll { object.set("poll", true) }
        return object.json
    }

    static func program(_ value: JSONValue) throws(RunEventError) -> ProgramRecord {
        let fields = try EventFields(value, "a program")
        var program = ProgramRecord(
            command: try fields.masked("command"),
            exitCode: try fields.optionalInteger("exit_code").map { Int($0) },
            signal: try fields.optionalInteger("signal").map { Int($0) }, duration: try fields.integer("duration"),
            outputBytes: try fields.int("output_bytes"), errorBytes: try fields.int("error_bytes"),
            output: try fields.optionalMasked("output"), errors: try fields.optionalMasked("errors"),
            note: try fields.optionalMasked("note"))
        program.isPoll = try fields.flag("poll")
        return program
    }
}
