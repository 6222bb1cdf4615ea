import BatonJSON

extension ProgramRecord {
    var json: JSONValue {
        var object = EventObject()
        object.set("command", command)
        object.set("exit_code", exitCode.map(Int64.init))
        object.set("signal", signal.map(Int64.init))
        object.set("duration", duration)
        object.set("output_bytes", outputBytes)
        object.set("error_bytes", errorBytes)
        object.set("output", output)
        object.set("errors", errors)
        object.set("note", note)
        if isPoll { object.set("poll", true) }
        return object.json
    }

    init(_ value: JSONValue) throws(RunEventError) {
        let fields = try EventFields(value, "a program")
        self.init(
            command: try fields.masked("command"),
            exitCode: try fields.optionalInteger("exit_code").map { Int($0) },
            signal: try fields.optionalInteger("signal").map { Int($0) }, duration: try fields.integer("duration"),
            outputBytes: try fields.int("output_bytes"), errorBytes: try fields.int("error_bytes"),
            output: try fields.optionalMasked("output"), errors: try fields.optionalMasked("errors"),
            note: try fields.optionalMasked("note"))
        isPoll = try fields.flag("poll")
    }
}
