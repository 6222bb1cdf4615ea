extension RunRows {
    static let runSQL = """
        INSERT OR IGNORE INTO run (id, uuid, state, started, project, environment, base_url, host, tested_version, branch,
            commit_hash, parent_hash, dirty, ci_provider, ci_url, attempt, plan_hash, tool_version, jobs, dry_run,
            planned)
        VALUES (\(unusedNumber), ?, 'running', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Above those of all runs, and of all results: a tool that does not check foreign keys may have deleted a run and
    /// left its results, which must not become those of another.
    private static let unusedNumber = """
        1 + max(ifnull((SELECT max(id) FROM run), 0), ifnull((SELECT max(run) FROM case_result), 0))
        """

    static let finishSQL = """
        UPDATE run SET state = ?, duration = ?, exit_code = ?, passed = ?, failed = ?, errors = ?, skipped = ?,
            flaky = ?, quarantined = ?, blocked = ?, requests = ?
        WHERE id = ?
        """

    static let identityColumns: [StaticString] = ["id", "path", "name", "row_name", "variant"]

    static let caseColumns: [StaticString] = [
        "run", "position", "case_id", "outcome", "reason", "attempts", "flaky", "started", "duration", "signature",
        "quarantine", "role", "owner",
    ]

    static let attemptSQL = """
        INSERT OR IGNORE INTO case_attempt (run, case_position, number, outcome, started, duration, step, kind, message)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let stepColumns: [StaticString] = [
        "run", "case_position", "position", "section", "kind", "name", "outcome", "reason", "line", "started",
        "duration", "checks", "attempts", "method", "url_template", "status", "dns", "connect", "tls", "send", "wait",
        "receive", "request_bytes", "response_bytes",
    ]

    static let fullStepSQL = """
        INSERT OR IGNORE INTO step_result
            (\(stepColumns.map(\.description).joined(separator: ", ")), cache, command, exit_code)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let programSQL = """
        INSERT OR IGNORE INTO program_output (run, case_position, step_position, stdout, stderr)
        VALUES (?, ?, ?, ?, ?)
        """

    static let programAttemptSQL = """
        INSERT OR IGNORE INTO program_attempt (run, case_position, step_position, position, command, exit_code,
            duration, stdout, stderr, note)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let failureSQL = """
        INSERT OR IGNORE INTO failure (run, case_position, step_position, position, kind, message, check_path,
            comparison, expected, actual, differences, explanation, server_message, hint, cause, file, line,
            column_number, excerpt, width, signature)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    static let exchangeSQL = """
        INSERT OR IGNORE INTO exchange (run, case_position, step_position, position, attempt, method, url, status,
            http_version, failure, started, duration, request_headers, request_body, response_headers, response_body,
            curl, note, cache, response_url)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
}
