/// A moment as a number, so that JavaScript's arithmetic with milliseconds becomes CEL's with durations.
struct ScriptInstant {
    enum Unit { case milliseconds, seconds }

    var time: CELText
    var unit: Unit

    static func milliseconds(of time: ScriptTerm) -> ScriptTerm {
        var result = ScriptTerm(CELText(""), .integer, reads: time.reads)
        result.cel =
            if time.isVolatile {
                CELText("cel.bind(t, \(time.cel.text), int(t) * 1000 + t.getMilliseconds())")
            } else {
                .binary("+", .binary("*", .call("int", time.cel), CELText("1000")), time.cel.method("getMilliseconds"))
            }
        result.isVolatile = time.isVolatile
        result.instant = ScriptInstant(time: time.cel, unit: .milliseconds)
        return result
    }

    /// `Math.floor(Date.now() / 1000)`.
    func wholeSeconds(_ term: ScriptTerm) -> ScriptTerm {
        var result = ScriptTerm(.call("int", time), .integer, reads: term.reads)
        result.isVolatile = term.isVolatile
        result.instant = ScriptInstant(time: time, unit: .seconds)
        return result
    }

    func seconds(_ term: ScriptTerm) -> ScriptTerm {
        var result = ScriptTerm(.binary("/", term.cel, CELText("1000.0")), .number, reads: term.reads)
        result.isVolatile = term.isVolatile
        result.instant = ScriptInstant(time: time, unit: .seconds)
        return result
    }

    /// A duration in CEL of so many seconds.
    static func duration(_ seconds: Double) -> CELText {
        CELText("duration(\"\(CELText.number(seconds))s\")")
    }
}

/// A random number in the making: `Math.floor(Math.random() * 10)` is `random_int(0, 9)`.
struct ScriptChance {
    /// What the number between 0 and 1 is multiplied with.
    var factor: CELText?

    static let random: ScriptTerm = {
        var term = ScriptTerm(.binary("/", CELText("random_int(0, 999999)"), CELText("1000000.0")), .number)
        term.isVolatile = true
        term.chance = ScriptChance()
        return term
    }()

    static func scaled(_ sign: String, _ left: ScriptTerm, _ right: ScriptTerm) -> ScriptTerm? {
        guard sign == "*" else { return nil }
        if right.chance != nil, left.chance == nil { return scaled(sign, right, left) }
        guard let chance = left.chance, right.chance == nil else { return nil }
        var result = ScriptTerm(.binary("*", left.cel, right.cel), .number, reads: left.reads.union(right.reads))
        result.isVolatile = true
        let factor = chance.factor.map { CELText.binary("*", $0, right.cel) } ?? right.cel
        result.chance = right.type == .integer || right.type == .unknown ? ScriptChance(factor: factor) : nil
        return result
    }

    func floored(_ term: ScriptTerm) -> ScriptTerm {
        guard let factor else { return ScriptTerm(CELText("0"), .integer) }
        let last = Int(factor.text).map { CELText("\($0 - 1)") } ?? CELText.binary("-", factor, CELText("1"))
        var result = ScriptTerm(.call("random_int", CELText("0"), last), .integer, reads: term.reads)
        result.isVolatile = true
        return result
    }
}

/// Dates and times: JavaScript's `Date` and moment, as timestamps.
extension ScriptEvaluator {
    /// Arithmetic with a moment in it; nil where there is none.
    func instant(_ sign: String, _ left: ScriptValue, _ right: ScriptValue) throws(ScriptLoss) -> ScriptTerm? {
        guard case .term(let term) = left, let instant = term.instant else {
            if sign == "+", case .term(let other) = right, other.instant != nil {
                return try self.instant(sign, right, left)
            }
            return nil
        }
        if case .number(let number) = right {
            if sign == "/", number == 1000, instant.unit == .milliseconds { return instant.seconds(term) }
            guard sign == "+" || sign == "-" else { return nil }
            let seconds = instant.unit == .milliseconds ? number / 1000 : number
            let time = CELText.binary(sign, instant.time, ScriptInstant.duration(seconds))
            var moved = ScriptTerm(time, reads: term.reads)
            moved.isVolatile = term.isVolatile
            if instant.unit == .milliseconds { return ScriptInstant.milliseconds(of: moved) }
            return ScriptInstant(time: time, unit: .seconds).wholeSeconds(term)
        }
        return nil
    }

    func isoText(_ time: ScriptTerm, _ zone: String?) throws(ScriptLoss) -> ScriptTerm {
        dateText(time, "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", nil)
    }

    func dateText(_ time: ScriptTerm, _ form: String, _ zone: String?) -> ScriptTerm {
        var arguments = [time.cel, CELText(CELText.quoted(form))]
        if let zone { arguments.append(CELText(CELText.quoted(zone))) }
        var result = ScriptTerm(
            CELText("format_date(\(arguments.map(\.text).joined(separator: ", ")))"), .string, reads: time.reads)
        result.isVolatile = time.isVolatile
        return result
    }

    /// `new Date(…)`.
    func date(_ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard let first = values.first else { return .moment(Self.now, zone: nil) }
        if values.count > 1 {
            throw ScriptLoss("A date of several numbers.", "Write it as text: `timestamp(\"2026-08-21T00:00:00Z\")`.")
        }
        return .moment(try timestamp(first), zone: nil)
    }

    func timestamp(_ value: ScriptValue) throws(ScriptLoss) -> ScriptTerm {
        switch value {
        case .moment(let term, _): return term
        case .number(let milliseconds):
            return ScriptTerm(.call("timestamp", CELText(CELText.number((milliseconds / 1000).rounded(.down)))))
        case .string(let text):
            guard let full = Self.rfc3339(text) else {
                throw ScriptLoss("A date in a form of its own.", "Write it as RFC 3339.")
            }
            return ScriptTerm(.call("timestamp", CELText(CELText.quoted(full))))
        case .term(let term):
            if let instant = term.instant {
                var time = ScriptTerm(instant.time, reads: term.reads)
                time.isVolatile = term.isVolatile
                return time
            }
            var result: ScriptTerm
            if term.type.isNumber {
                result = ScriptTerm(
                    .call("timestamp", .call("int", .binary("/", term.cel, CELText("1000")))), reads: term.reads)
            } else {
                result = ScriptTerm(.call("timestamp", term.cel), reads: term.reads)
            }
            result.isVolatile = term.isVolatile
            return result
        default: throw ScriptLoss("A date made of what is none.")
        }
    }

    /// A text of ECMA-262's form of dates as RFC 3339 has it; a time without a zone is taken as UTC.
    private static func rfc3339(_ text: String) -> String? {
        var digits = ""
        var shape = ""
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
                shape.append("0")
            } else {
                shape.append(character)
            }
        }
        guard let year = Int(digits.prefix(4)), year > 0 else { return nil }
        let day = "0000-00-00"
        if shape == day { return text + "T00:00:00Z" }
        guard shape.hasPrefix(day + "T00:00") else { return nil }
        var rest = shape.dropFirst(16)
        let hasSeconds = rest.hasPrefix(":00")
        if hasSeconds { rest = rest.dropFirst(3) }
        if rest.first == "." { rest = rest.dropFirst().drop { $0 == "0" } }
        let time = text.dropLast(rest.count)
        let whole = hasSeconds ? String(time) : time + ":00"
        switch rest {
        case "": return whole + "Z"
        case "Z", "+00:00", "-00:00": return whole + text.suffix(rest.count)
        case "+0000", "-0000": return whole + text.suffix(5).prefix(3) + ":" + text.suffix(2)
        default: return nil
        }
    }

    /// `date.setDate(date.getDate() + 7)` and its like: nil for any other call.
    mutating func changeDate(
        _ owner: JavaScriptExpression, _ name: String, _ arguments: [JavaScriptExpression]
    ) throws(ScriptLoss) -> ScriptValue? {
        guard name.hasPrefix("set"), case .identifier(let variable) = owner.kind, let cell = scope.cell(of: variable),
            case .moment(let time, let zone)? = state.cells[cell]?.value, let argument = arguments.first
        else { return nil }
        let unit = name.dropFirst(3).replacing("UTC", with: "")
        let seconds: [String: Double] = [
            "Date": 86_400, "Hours": 3600, "Minutes": 60, "Seconds": 1, "Milliseconds": 0.001, "Time": 0.001,
        ]
        guard case .binary(let sign, let left, let right) = argument.kind, sign == "+" || sign == "-",
            case .call(let getter, _, _) = left.kind, case .member(let target, let method, _) = getter.kind,
            target.rootName == variable, method.replacing("UTC", with: "") == "get\(unit)",
            let each = seconds[String(unit)],
            case .number(let count) = try evaluate(right)
        else { throw ScriptLoss("A part of a date is set.", "Add a `duration` to the time.") }
        var moved = ScriptTerm(.binary(sign, time.cel, ScriptInstant.duration(count * each)), reads: time.reads)
        moved.isVolatile = time.isVolatile
        assign(variable, .moment(moved, zone: zone))
        return .undefined
    }

    /// Methods of a `Date` or moment.
    mutating func callDate(_ time: ScriptTerm, _ zone: String?, _ name: String, _ values: [ScriptValue])
        throws(ScriptLoss) -> ScriptValue
    {
        let plain = name.replacing("UTC", with: "")
        if let getter = Self.getters[plain] {
            var result = ScriptTerm(time.cel.method(getter), .integer, reads: time.reads)
            result.isVolatile = time.isVolatile
            return .term(result)
        }
        switch name {
        case "toUTCString", "toGMTString": return .term(dateText(time, "EEE, dd MMM yyyy HH:mm:ss 'GMT'", nil))
        case "startOf", "endOf":
            guard case .string(let unit)? = values.first, unit.hasPrefix("day") else {
                throw ScriptLoss("The start or end of a unit of time.")
            }
            let form = "yyyy-MM-dd'T\(name == "startOf" ? "00:00:00" : "23:59:59.999")Z'"
            var day = ScriptTerm(.call("timestamp", dateText(time, form, nil).cel), reads: time.reads)
            day.isVolatile = time.isVolatile
            return .moment(day, zone: zone)
        case "toISOString", "toJSON": return .term(try isoText(time, nil))
        case "getTime", "valueOf": return .term(ScriptInstant.milliseconds(of: time))
        case "unix":
            return .term(ScriptInstant(time: time.cel, unit: .seconds).wholeSeconds(time))
        case "utc", "clone", "local", "toDate": return .moment(time, zone: name == "utc" ? nil : zone)
        case "format": return .term(try formatted(time, values.first, zone))
        case "add", "subtract": return .moment(try moved(time, name == "add" ? "+" : "-", values), zone: zone)
        case "tz":
            guard case .string(let name)? = values.first else { throw ScriptLoss("A time zone that only a run knows.") }
            return .moment(time, zone: name)
        case "isBefore", "isAfter", "isSame":
            let other = try values.first.map { (value) throws(ScriptLoss) in try timestamp(value) } ?? Self.now
            if values.count > 1 { throw ScriptLoss("Times are compared by a unit.") }
            return fact(
                .binary(name == "isBefore" ? "<" : name == "isAfter" ? ">" : "==", time.cel, other.cel), nil, time,
                other)
        // A text that is no date is an error of the expression, and fails the check.
        case "isValid": return fact(.binary("==", time.cel, time.cel), nil, time)
        case "toString": return .term(try isoText(time, nil))
        case "getTimezoneOffset", "utcOffset": return .number(0)
        default: throw ScriptLoss("`\(name)` of a date.", "Use `format_date`, or add a `duration` to the time.")
        }
    }

    private static let getters: [String: String] = [
        "getFullYear": "getFullYear", "getMonth": "getMonth", "getDate": "getDate", "getDay": "getDayOfWeek",
        "getHours": "getHours", "getMinutes": "getMinutes", "getSeconds": "getSeconds",
        "getMilliseconds": "getMilliseconds",
        "year": "getFullYear", "month": "getMonth", "date": "getDate", "day": "getDayOfWeek", "hour": "getHours",
        "minute": "getMinutes", "second": "getSeconds",
    ]

    private static let units: [String: Double] = [
        "day": 86_400, "d": 86_400, "week": 604_800, "w": 604_800, "hour": 3600, "h": 3600, "minute": 60, "m": 60,
        "second": 1, "s": 1, "millisecond": 0.001, "ms": 0.001,
    ]

    private func moved(_ time: ScriptTerm, _ sign: String, _ values: [ScriptValue]) throws(ScriptLoss) -> ScriptTerm {
        guard values.count == 2, case .string(let word) = values[1] else {
            throw ScriptLoss("A time is moved by an object of units.")
        }
        let unit = word.count > 2 && word.hasSuffix("s") ? String(word.dropLast()) : word
        guard let seconds = Self.units[unit] else {
            throw ScriptLoss(
                "A time is moved by \(word), whose length differs.", "Move it by days: `now() + duration(\"720h\")`.")
        }
        var result: ScriptTerm
        switch try number(values[0]) {
        case .number(let count):
            let distance = count * seconds
            let opposite = sign == "+" ? "-" : "+"
            result = ScriptTerm(
                .binary(distance < 0 ? opposite : sign, time.cel, ScriptInstant.duration(abs(distance))),
                reads: time.reads)
        case .term(let count):
            let text = CELText.binary(
                "+", .call("string", .binary("*", count.cel, CELText(CELText.number(seconds)))), CELText("\"s\""))
            result = ScriptTerm(.binary(sign, time.cel, .call("duration", text)), reads: time.reads.union(count.reads))
        default: throw ScriptLoss("A time is moved by what is no number.")
        }
        result.isVolatile = time.isVolatile
        return result
    }

    /// `moment(…)`.
    func moment(_ values: [ScriptValue]) throws(ScriptLoss) -> ScriptValue {
        guard let first = values.first else { return .moment(Self.now, zone: nil) }
        guard values.count > 1, case .string(let form) = values[1] else {
            return .moment(try timestamp(first), zone: nil)
        }
        let text = try self.term(asText(first))
        let call = CELText.call("parse_date", text.cel, CELText(CELText.quoted(try Self.dateForm(form))))
        return .moment(ScriptTerm(call, reads: text.reads), zone: nil)
    }

    private func formatted(_ time: ScriptTerm, _ form: ScriptValue?, _ zone: String?) throws(ScriptLoss) -> ScriptTerm {
        guard let form else { return dateText(time, "yyyy-MM-dd'T'HH:mm:ssXXX", zone) }
        guard case .string(let text) = form else { throw ScriptLoss("A form of dates that only a run knows.") }
        if text == "X" {
            return try self.term(asText(.term(ScriptTerm(.call("int", time.cel), .integer, reads: time.reads))))
        }
        if text == "x" { return try self.term(asText(.term(ScriptInstant.milliseconds(of: time)))) }
        return dateText(time, try Self.dateForm(text), zone)
    }

    private static let forms: [(String, String)] = [
        ("YYYY", "yyyy"), ("YY", "yy"), ("MMMM", "MMMM"), ("MMM", "MMM"), ("MM", "MM"), ("M", "M"), ("DDDD", "DDD"),
        ("DD", "dd"), ("D", "d"), ("dddd", "EEEE"), ("ddd", "EEE"), ("HH", "HH"), ("H", "H"), ("hh", "hh"), ("h", "h"),
        ("kk", "kk"), ("mm", "mm"), ("m", "m"), ("ss", "ss"), ("s", "s"), ("A", "a"), ("a", "a"), ("ZZ", "xx"),
        ("Z", "XXX"), ("Q", "Q"), ("SSSSSSSSS", "SSSSSSSSS"), ("SSSSSS", "SSSSSS"), ("SSS", "SSS"), ("SS", "SS"),
        ("S", "S"),
    ]

    /// moment's letters as Unicode's.
    static func dateForm(_ form: String) throws(ScriptLoss) -> String {
        var result = ""
        var literal = ""
        var rest = form[...]
        func flush() {
            if !literal.isEmpty {
                let needsQuotes = literal.contains { $0.isLetter || $0 == "'" }
                result += needsQuotes ? "'\(literal.replacing("'", with: "''"))'" : literal
            }
            literal = ""
        }
        while let character = rest.first {
            if character == "[", let end = rest.firstIndex(of: "]") {
                literal += rest[rest.index(after: rest.startIndex)..<end]
                rest = rest[rest.index(after: end)...]
            } else if let known = forms.first(where: { rest.hasPrefix($0.0) }) {
                flush()
                result += known.1
                rest = rest.dropFirst(known.0.count)
            } else if character.isLetter, character != "T" {
                throw ScriptLoss(
                    "The letter `\(character)` in a form of dates.",
                    "Write the form with Unicode's letters in `format_date`.")
            } else {
                literal.append(character)
                rest = rest.dropFirst()
            }
        }
        flush()
        return result
    }
}
