extension Language {
    /// Keys of every step that say whether, when and how often it is done.
    package static let flowKeys = [
        Key("skip", .plainText, "Leaves the step out; the value says why."),
        Key("delay", .duration, "Waits this long before the step begins."),
        Key(
            "continue_on_failure", .boolean, "Runs the later steps although this one failed; the workflow still fails."),
        namespacesKey,
    ]

    /// What every step may hold beside what it does.
    static let everyStepKeys = Words(of: commonStepKeys + flowKeys + loopKeys)

    /// Keys of requests and calls that send them more than once.
    package static let requestFlowKeys = [
        retryKey,
        Key("until", .expression, "Sends the request again until this is true; checks see the last answer."),
        Key("every", .duration, "The pause between two polls of `until`; 1 s unless written."),
        Key("within", .duration, "How long `until` polls at most; 60 s unless written."),
    ]

    static let retryKey = Key(
        "retry", .any, "Sends the request again after a failure: how many more times at most, or a map.")

    /// `retry` written as a map.
    package static let retry = Context(
        "`retry`",
        [
            Key(
                "attempts", .wholeNumber,
                "How many attempts may follow the first; 3 unless this or `within` is written."),
            Key("every", .duration, "The first pause; 1 s unless written."),
            Key("backoff", .plainText, "How pauses grow: `exponential` (they double), `linear` or `constant`."),
            Key("max", .duration, "The longest pause, also where `Retry-After` asks for more; 60 s unless written."),
            Key("jitter", .boolean, "Whether pauses are shortened by chance, by up to a half; true unless written."),
            Key("within", .duration, "How long after the first attempt began another may begin."),
            Key("on", .any, "What is tried again: kinds of failure, statuses, or a list of these."),
        ],
        foreign: [
            "count": "attempts", "max_attempts": "attempts", "limit": "attempts", "interval": "every", "delay": "every",
            "wait": "every", "max_delay": "max", "max_interval": "max", "timeout": "within", "when": "on",
            "status": "on", "statuses": "on",
        ])
}
