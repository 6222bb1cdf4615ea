/// The migrations from an empty database to the current schema; `user_version` is the number of those applied.
///
/// A released migration is never changed: a later one corrects it.
enum HistoryMigrations {
    /// "Bato", by which `file` and `HistoryDatabase` recognise the file.
    static let applicationID: Int64 = 0x4261_746F

    static let steps: [String] = [first]

    /// Timestamps and durations are microseconds; a step's start counts from the start of its case.
    ///
    /// Results are stored in the order of their run, in tables without row ids: a run appends, and reading a run reads
    /// adjacent rows. A passed result is in no index (an index by case costs a fifth of all recording); the latest
    /// results of a case are found through the latest runs.
    private static let first = """
        CREATE TABLE run (
            id INTEGER PRIMARY KEY,
            uuid TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL,
            started INTEGER NOT NULL,
            duration INTEGER,
            exit_code INTEGER,
            project TEXT NOT NULL,
            environment TEXT,
            base_url TEXT,
            host TEXT NOT NULL,
            tested_version TEXT,
            branch TEXT,
            commit_hash TEXT,
            parent_hash TEXT,
            dirty INTEGER NOT NULL DEFAULT 0,
            ci_provider TEXT,
            ci_url TEXT,
            attempt INTEGER NOT NULL DEFAULT 1,
            shard_index INTEGER,
            shard_total INTEGER,
            plan_hash TEXT NOT NULL,
            tool_version TEXT NOT NULL,
            jobs INTEGER NOT NULL,
            dry_run INTEGER NOT NULL DEFAULT 0,
            planned INTEGER NOT NULL,
            passed INTEGER NOT NULL DEFAULT 0,
            failed INTEGER NOT NULL DEFAULT 0,
            errors INTEGER NOT NULL DEFAULT 0,
            skipped INTEGER NOT NULL DEFAULT 0,
            requests INTEGER NOT NULL DEFAULT 0,
            -- Cases that passed after a failure.
            flaky INTEGER NOT NULL DEFAULT 0,
            -- Cases that failed and do not count.
            quarantined INTEGER NOT NULL DEFAULT 0,
            -- Cases that never ran because what they need did not pass.
            blocked INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX run_started ON run (started);
        CREATE INDEX run_running ON run (id) WHERE state = 'running';

        CREATE TABLE workflow_case (
            id INTEGER PRIMARY KEY,
            path TEXT NOT NULL,
            name TEXT NOT NULL,
            row_name TEXT,
            -- What the case that needs it gave to its inputs.
            variant TEXT
        ) STRICT;

        CREATE TABLE case_result (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            case_id INTEGER NOT NULL REFERENCES workflow_case (id),
            outcome TEXT NOT NULL,
            reason TEXT,
            attempts INTEGER NOT NULL DEFAULT 1,
            flaky INTEGER NOT NULL DEFAULT 0,
            started INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            signature TEXT,
            -- The reason why a failure does not count.
            quarantine TEXT,
            -- `prerequisite`, `before` or `after`: why a case ran that was not selected.
            role TEXT,
            owner TEXT,
            PRIMARY KEY (run, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX case_result_bad ON case_result (case_id, run) WHERE outcome IN ('failed', 'error');
        CREATE INDEX case_result_flaky ON case_result (case_id, run) WHERE flaky = 1;

        CREATE TABLE step_result (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            position INTEGER NOT NULL,
            section TEXT NOT NULL,
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            outcome TEXT NOT NULL,
            reason TEXT,
            line INTEGER NOT NULL,
            started INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            checks INTEGER NOT NULL,
            attempts INTEGER NOT NULL,
            method TEXT,
            url_template TEXT,
            status INTEGER,
            dns INTEGER,
            connect INTEGER,
            tls INTEGER,
            send INTEGER,
            wait INTEGER,
            receive INTEGER,
            request_bytes INTEGER,
            response_bytes INTEGER,
            -- `stored`, `revalidated` or `shared`: the server did not send this response to this request.
            cache TEXT,
            command TEXT,
            -- Minus the number of a signal.
            exit_code INTEGER,
            PRIMARY KEY (run, case_position, position),
            FOREIGN KEY (run, case_position) REFERENCES case_result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- step_position is -1 for what happened outside the steps.
        CREATE TABLE failure (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            step_position INTEGER NOT NULL,
            position INTEGER NOT NULL,
            kind TEXT NOT NULL,
            message TEXT NOT NULL,
            check_path TEXT,
            comparison TEXT,
            expected TEXT,
            actual TEXT,
            differences TEXT,
            explanation TEXT,
            server_message TEXT,
            hint TEXT,
            file TEXT NOT NULL,
            line INTEGER NOT NULL,
            column_number INTEGER NOT NULL,
            excerpt TEXT,
            width INTEGER NOT NULL,
            signature TEXT NOT NULL,
            cause TEXT,
            PRIMARY KEY (run, case_position, step_position, position),
            FOREIGN KEY (run, case_position) REFERENCES case_result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE body (
            hash TEXT NOT NULL PRIMARY KEY,
            content BLOB NOT NULL
        ) STRICT;

        -- In full for steps that went wrong, else only in the figures of step_result.
        CREATE TABLE exchange (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            step_position INTEGER NOT NULL,
            position INTEGER NOT NULL,
            attempt INTEGER NOT NULL,
            method TEXT NOT NULL,
            url TEXT NOT NULL,
            status INTEGER,
            http_version TEXT,
            failure TEXT,
            started INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            request_headers TEXT,
            request_body TEXT REFERENCES body (hash) ON DELETE SET NULL,
            response_headers TEXT,
            response_body TEXT REFERENCES body (hash) ON DELETE SET NULL,
            curl TEXT,
            -- The reason why another attempt followed.
            note TEXT,
            cache TEXT,
            -- The URL that responded, where redirects led away from `url`.
            response_url TEXT,
            PRIMARY KEY (run, case_position, step_position, position),
            FOREIGN KEY (run, case_position) REFERENCES case_result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX exchange_request_body ON exchange (request_body) WHERE request_body IS NOT NULL;
        CREATE INDEX exchange_response_body ON exchange (response_body) WHERE response_body IS NOT NULL;

        -- Failed attempts at a whole workflow, each with its first failure.
        CREATE TABLE case_attempt (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            number INTEGER NOT NULL,
            outcome TEXT NOT NULL,
            started INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            step TEXT,
            kind TEXT,
            message TEXT,
            PRIMARY KEY (run, case_position, number),
            FOREIGN KEY (run, case_position) REFERENCES case_result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- Of steps that went wrong.
        CREATE TABLE program_output (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            step_position INTEGER NOT NULL,
            stdout TEXT,
            stderr TEXT,
            PRIMARY KEY (run, case_position, step_position),
            FOREIGN KEY (run, case_position) REFERENCES case_result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- What a step started before its last attempt.
        CREATE TABLE program_attempt (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            step_position INTEGER NOT NULL,
            position INTEGER NOT NULL,
            command TEXT NOT NULL,
            exit_code INTEGER,
            duration INTEGER NOT NULL,
            stdout TEXT,
            stderr TEXT,
            note TEXT,
            PRIMARY KEY (run, case_position, step_position, position),
            FOREIGN KEY (run, case_position) REFERENCES case_result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
