import BatonJudging
package import BatonLanguage

extension Language {
    /// Keys of requests and calls whose responses come in pages.
    package enum Pages {
        package static let paginate = Key(
            "paginate", .map, "Sends the request for each further page; checks hold for each page.",
            holds: .one(Paginate.map), example: "paginate: { next: $.next }")
        package static let anyHost = Key(
            "any_host", .boolean,
            "Whether a link may lead to another origin; credentials stay behind, and a body with a secret fails the step.",
            unlessWritten: "`false`")
        package static let keys = [paginate, anyHost]
    }
}

extension Language {
    /// `paginate`.
    package enum Paginate {
        package static let next = Key(
            "next", .any,
            "Where a response has the URL of the next page; nothing, null and an empty text mean that there is none.",
            takes: "path, `$(…)` or map",
            holds: .one(NextPage.map), example: "next: $.next")
        package static let `while` = Key(
            "while", .expression, "Sends the request again as long as this is true of the response.",
            example: "while: response.json.next != null")
        package static let set = Key(
            "set", .map, "With `while`: variables that change for the next page.", example: "set: { page: $(page + 1) }"
        )
        package static let max = Key(
            "max", .wholeNumber, "How many pages at most; if there are more, the step fails.", unlessWritten: "`1000`",
            example: "max: 20")
        package static let map = Map(
            "`paginate`", [next, `while`, set, max],
            rules: [.exactlyOne([next, `while`]), .needs([`while`], set), .needs([set], `while`)])
    }
}

extension Language {
    /// `next` of `paginate`, written as a map.
    package enum NextPage {
        package static let header = Key("header", .text, "The header that holds the URL.", example: "header: X-Next")
        package static let link = Key(
            "link", .text, "The relation in the `Link` headers (RFC 8288), most often `next`.", takes: "word",
            example: "link: next")
        package static let map = Map(
            "`next`", [header, link], rules: [.exactlyOne([header, link])])
    }
}
