/// The migrations from an empty database to the current schema; `user_version` is the number of those applied.
///
/// A released migration is never changed: a later one corrects it.
enum HistoryMigrations {
    /// "Bato", by which `file` and `HistoryDatabase` recognise the file.
    static let applicationID: Int64 = 0x4261_746F

    static let steps: [String] = [first, contracts, whole, repeated, polled]

    /// SHA-256 of the schema that all steps make, by which a history is known without making another one.
    static let digest = "b64ce922de28a3aec8dfc5cfae4f7a7c5d0ded527cd3155efd5fec9632c20a4e"

    /// What runs covered of their contracts.
    private static let contracts = """
        -- A JSON list; NULL for a run without a contract.
        ALTER TABLE run ADD COLUMN contracts TEXT;
        """

    /// Whether a run had every case of the project.
    private static let whole = """
        -- 0 also for runs of which it is not known.
        ALTER TABLE run ADD COLUMN whole INTEGER NOT NULL DEFAULT 0;
        -- Where the underlined text begins in the excerpt; NULL where it is not known.
        ALTER TABLE failure ADD COLUMN caret INTEGER;
        """

    /// Which repetition of its case a result is.
    private static let repeated = """
        -- From 1; NULL where each case ran once.
        ALTER TABLE result_note ADD COLUMN repetition INTEGER;
        DROP VIEW case_result;
        CREATE VIEW case_result AS
        SELECT result.run, result.position, case_id,
            CASE outcome WHEN 0 THEN 'passed' WHEN 1 THEN 'failed' WHEN 2 THEN 'error' ELSE 'skipped' END AS outcome,
            reason, ifnull(attempts, 1) AS attempts, mark = 1 AS flaky,
            (SELECT started FROM run WHERE id = result.run) + started AS started, duration, signature, quarantine,
            role, owner, repetition
        FROM result
            LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position;
        """

    /// Which steps made their case flaky, and which attempts only waited for `until`.
    private static let polled = """
        -- 1 where the step passed only after a failed attempt, else NULL.
        ALTER TABLE step_detail ADD COLUMN flaky INTEGER;
        -- 1 where another attempt followed because `until` did not hold yet, else NULL.
        ALTER TABLE exchange ADD COLUMN poll INTEGER;
        ALTER TABLE program_attempt ADD COLUMN poll INTEGER;
        """

    /// Timestamps and durations are microseconds; a step's start counts from the start of its case.
    ///
    /// Results are stored in the order of their run, in tables without row ids: a run appends, and reading a run reads
    /// adjacent rows. A passed result is in no index (an index by case costs a fifth of all recording); the latest
    /// results of a case are found through the latest runs.
    ///
    /// A result that simply passed takes about 40 bytes: its outcome is a number, everything that few results have
    /// stands in `result_note`, and of its steps only the durations are stored, beside a plan of steps that many
    /// results share. The views `case_result` and `step_result` show all results and steps alike.
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
            -- The number of the CI build, as its service shows it.
            build TEXT,
            -- The page of the commit.
            commit_url TEXT,
            -- The branch with which the runs of other branches are compared.
            default_branch TEXT,
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
            -- A hash of the other columns, equal in all histories.
            key INTEGER NOT NULL UNIQUE,
            path TEXT NOT NULL,
            name TEXT NOT NULL,
            row_name TEXT,
            -- What the case that needs it gave to its inputs.
            variant TEXT
        ) STRICT;

        CREATE TABLE result (
            run INTEGER NOT NULL REFERENCES run (id) ON DELETE CASCADE,
            position INTEGER NOT NULL,
            case_id INTEGER NOT NULL REFERENCES workflow_case (id),
            -- 0 passed, 1 failed, 2 error, 3 skipped.
            outcome INTEGER NOT NULL,
            -- 1 for a flaky result, 2 for a failure in quarantine, 3 for another blocked case, else 0.
            mark INTEGER NOT NULL DEFAULT 0,
            -- From the start of the run.
            started INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            -- The steps of a result that simply passed; else they stand in step_detail.
            plan INTEGER REFERENCES step_plan (id),
            -- A JSON list of the durations of these steps.
            step_durations TEXT,
            PRIMARY KEY (run, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX result_bad ON result (case_id, run) WHERE outcome IN (1, 2);
        CREATE INDEX result_flaky ON result (case_id, run) WHERE mark = 1;

        CREATE TABLE result_note (
            run INTEGER NOT NULL,
            position INTEGER NOT NULL,
            reason TEXT,
            attempts INTEGER NOT NULL DEFAULT 1,
            signature TEXT,
            -- The reason why a failure does not count.
            quarantine TEXT,
            -- `prerequisite`, `before` or `after`: why a case ran that was not selected.
            role TEXT,
            owner TEXT,
            PRIMARY KEY (run, position),
            FOREIGN KEY (run, position) REFERENCES result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- Each list of steps once.
        CREATE TABLE step_plan (
            id INTEGER PRIMARY KEY,
            -- A hash of the steps, equal in all histories.
            key INTEGER NOT NULL UNIQUE,
            -- A JSON list, for each step: section, kind, name, line, number of checks, method, URL template, status.
            steps TEXT NOT NULL
        ) STRICT;

        CREATE TABLE step_detail (
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
            FOREIGN KEY (run, case_position) REFERENCES result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        CREATE VIEW case_result AS
        SELECT result.run, result.position, case_id,
            CASE outcome WHEN 0 THEN 'passed' WHEN 1 THEN 'failed' WHEN 2 THEN 'error' ELSE 'skipped' END AS outcome,
            reason, ifnull(attempts, 1) AS attempts, mark = 1 AS flaky,
            (SELECT started FROM run WHERE id = result.run) + started AS started, duration, signature, quarantine,
            role, owner
        FROM result
            LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position;

        CREATE VIEW step_result AS
        SELECT run, case_position, position, section, kind, name, outcome, reason, line, started, duration, checks,
            attempts, method, url_template, status, dns, connect, tls, send, wait, receive, request_bytes,
            response_bytes, cache, command, exit_code
        FROM step_detail
        UNION ALL
        SELECT result.run, result.position, step.key, json_extract(step.value, '$[0]'),
            json_extract(step.value, '$[1]'), json_extract(step.value, '$[2]'), 'passed', NULL,
            json_extract(step.value, '$[3]'),
            (SELECT ifnull(sum(value), 0) FROM json_each(step_durations) AS earlier WHERE earlier.key < step.key),
            json_extract(step_durations, '$[' || step.key || ']'), json_extract(step.value, '$[4]'),
            json_extract(step.value, '$[5]') IS NOT NULL, json_extract(step.value, '$[5]'),
            json_extract(step.value, '$[6]'), json_extract(step.value, '$[7]'),
            NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM result JOIN step_plan ON step_plan.id = plan JOIN json_each(step_plan.steps) AS step;

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
            FOREIGN KEY (run, case_position) REFERENCES result (run, position) ON DELETE CASCADE
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
            FOREIGN KEY (run, case_position) REFERENCES result (run, position) ON DELETE CASCADE
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
            FOREIGN KEY (run, case_position) REFERENCES result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;

        -- Of steps that went wrong.
        CREATE TABLE program_output (
            run INTEGER NOT NULL,
            case_position INTEGER NOT NULL,
            step_position INTEGER NOT NULL,
            stdout TEXT,
            stderr TEXT,
            PRIMARY KEY (run, case_position, step_position),
            FOREIGN KEY (run, case_position) REFERENCES result (run, position) ON DELETE CASCADE
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
            FOREIGN KEY (run, case_position) REFERENCES result (run, position) ON DELETE CASCADE
        ) STRICT, WITHOUT ROWID;
        """
}
