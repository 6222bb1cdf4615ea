import BatonJudging
package import BatonLanguage

extension Language {
    /// Keys of requests and calls whose responses come in pages.
    package enum Pages {
        package static let paginate = Key(
            "paginate", .map, "Sends the request for each further page; checks hold for each page.",
            holds: .one(Paginate.map), example: "paginate: { next: $.next }")
        package static let anyHost = Key(
            "any_host", .boolean, "Lets `paginate` follow a link to another origin, without credentials.")
        package static let keys = [paginate, anyHost]
    }
}

extension Language {
    /// `paginate`.
    package enum Paginate {
        package static let next = Key(
            "next", .any, "Where the link to the next page is; without a link the pages are over.",
            holds: .one(NextPage.map), example: "next: $.next")
        package static let `while` = Key(
            "while", .expression, "Sends the request again as long as this is true of the response.",
            example: "while: response.json.next != null")
        package static let set = Key(
            "set", .map, "With `while`: what changes for the next page.", example: "set: { page: $(page + 1) }")
        package static let max = Key(
            "max", .wholeNumber, "How many pages at most; 1000 unless written.", example: "max: 20")
        package static let map = Map("`paginate`", [next, `while`, set, max])
    }
}

extension Language {
    /// `next` of `paginate`, written as a map.
    package enum NextPage {
        package static let header = Key("header", .text, "The header that holds the URL.", example: "header: X-Next")
        package static let link = Key(
            "link", .text, "The relation in the Link headers (RFC 8288), such as `next`.", example: "link: next")
        package static let map = Map(
            "`next`", [header, link], rules: [.exactlyOne([header, link])])
    }
}
