extension Language {
    /// Keys of requests and calls whose answers come in pages.
    static let pageKeys = [
        Key("paginate", .map, "Sends the request for each further page; checks hold for each page."),
        Key("any_host", .boolean, "Lets `paginate` follow a link to another origin, without credentials."),
    ]

    /// `paginate`.
    package static let paginate = Context(
        "`paginate`",
        [
            Key("next", .any, "Where the link to the next page is; without a link the pages are over."),
            Key("while", .expression, "Sends the request again as long as this is true of the answer."),
            Key("set", .map, "With `while`: what changes for the next page."),
            Key("max", .wholeNumber, "How many pages at most; 1000 unless written."),
        ],
        foreign: ["limit": "max", "until": "while", "link": "next", "header": "next", "path": "next"])

    /// `next` of `paginate`, written as a map.
    package static let nextPage = Context(
        "`next`",
        [
            Key("header", .text, "The header that holds the URL."),
            Key("link", .text, "The relation in the Link headers (RFC 8288), such as `next`."),
        ],
        foreign: ["rel": "link", "path": "next"])
}
