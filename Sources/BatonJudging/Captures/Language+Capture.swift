import BatonAPI
package import BatonLanguage

extension Language {
    /// The keys of a capture that is written as a map.
    package enum Capture {
        package static let path = Key(
            "path", .text, "A JSONPath (`$.a`) or a dotted key path (`a.0.b`) into the JSON body.",
            example: "path: $.id")
        package static let header = Key("header", .text, "A header of the response.", example: "header: ETag")
        package static let cookie = Key(
            "cookie", .text, "A cookie that the response sets; `sid@path` is an attribute of it.",
            example: "cookie: sid")
        package static let regex = Key(
            "regex", .text, "A regular expression (PCRE2): its first group, or the whole match if it has none.",
            example: #"regex: "id=([0-9]+)""#)
        package static let xpath = Key(
            "xpath", .text, "An XPath (1.0) into the XML or HTML body.", example: "xpath: //id")
        package static let value = Key("value", .text, "An expression `$(…)`.", example: "value: $(response.status)")
        package static let group = Key(
            "group", .any, "The number or name of the group that `regex` gives; 0 is the whole match.",
            example: "group: 1")
        package static let `in` = Key(
            "in", .any,
            "What `regex` searches: `body` (unless written), `url`, `{ header }`, `{ cookie }`, `{ path }`, `{ xpath }` or `$(…)`.",
            holds: .one(CaptureSubject.map), example: "in: url")
        /// Files may have types of their own.
        package static let types = Values(
            Conversion.names, isOpen: true, takesList: true)
        package static let `as` = Key(
            "as", .any, "The type that the value becomes; `[integer]` for each element of a list.",
            values: types, example: "as: integer")
        package static let format = Key(
            "format", .plainText, "How a date is written: `yyyy-MM-dd HH:mm:ss`, `unix`, `unix_ms`.",
            values: Values(["unix", "unix_ms"], isOpen: true), example: "format: yyyy-MM-dd")
        package static let optional = Key(
            "optional", .boolean, "Gives null where nothing is found.")
        package static let `default` = Key("default", .any, "The value where nothing is found.", example: "default: 0")
        package static let secret = Key(
            "secret", .boolean, "Masks the value in every output.")
        package static let map = Map(
            "a capture",
            [path, header, cookie, regex, xpath, value, group, `in`, `as`, format, optional, `default`, secret])
    }
}

extension Language {
    /// The keys of `in` of a capture that is written as a map.
    package enum CaptureSubject {
        package static let path = Capture.path.restated(
            .text, "A JSONPath or a dotted key path into the JSON body.")
        package static let header = Capture.header.restated(.text, "A header of the response.")
        package static let cookie = Capture.cookie.restated(
            .text, "A cookie that the response sets.")
        package static let xpath = Capture.xpath.restated(.text, "An XPath (1.0) into the XML or HTML body.")
        package static let map = Map("`in`", [path, header, cookie, xpath])
    }
}
