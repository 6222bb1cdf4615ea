// How the parts of this module work together.
//
// `SQLite` is the layer over the library. `Database` is a history as files: its folder, its schema, which stands here, its
// locks and journals, and what may be wrong with them. `Tables` turns a run into rows: each case becomes numbers (`result`),
// a note of what questions ask (`result_note`) and, where there is more to tell, its event (`case_event`). `Keeping` copies,
// merges and prunes. `Recording` takes the events of a run into a queue, which one thread writes in batches; what cannot be
// written goes to a journal, which the next run imports. `Reading` finds runs and decodes the cases of one; `Questions` read
// columns of the latest runs, never events, so that a million results answer at once. `Text` lays answers out for people;
// their JSON stands beside each question. A folder knows those that are named before it.
//
// What a database holds may be written by anybody: nothing of it is trusted, not even its schema.

/// The migrations from an empty database to the current schema; `user_version` is the number of those applied.
///
/// A released migration is never changed: a later one corrects it.
enum HistoryMigrations {
    /// "Bato", by which `file` and `HistoryDatabase` recognise the file.
    static let applicationID: Int64 = 0x4261_746F

    static let steps: [String] = [tables + "\n" + views]

    /// SHA-256 of the schema that all steps make, by which a history is known without making another one.
    static let digest = "afdc21509fb15b2f634455885efcd748528c66b90bf02731c2a09e8bd086444f"

    /// Timestamps and durations are microseconds.
    ///
    /// Results are stored in the order of their run, in tables without row ids: a run appends, and reading a run reads
    /// adjacent rows. A passed result is in no index (an index by case costs a fifth of all recording); the latest
    /// results of a case are found through the latest runs.
    ///
    /// A result that simply passed takes about 40 bytes: its outcome is a number, everything that few results have
    /// stands in `result_note`, and of its steps only the durations are stored, beside a plan of steps that many
    /// results share. All that is told of another result is in its event; what questions ask of it is in columns too,
    /// because reading an event takes longer than reading a hundred results.
    private static let tables = """
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
            -- The first line of the commit's message, and who wrote it.
            commit_subject TEXT,
            commit_author TEXT,
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
            blocked INTEGER NOT NULL DEFAULT 0,
            -- What the run covered of its contracts: a JSON list; NULL for a run without a contract.
            contracts TEXT,
            -- 1 for a run that had every case of the project; 0 also where it is not known.
            whole INTEGER NOT NULL DEFAULT 0,
            -- 2 while its events are whole, 1 without bodies, 0 without steps and failures.
            kept INTEGER NOT NULL DEFAULT 2
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
            -- 1 for a flaky result, 2 for a failure in quarantine, 3 for another blocked case, 4 for another failure
            -- for taking too long, 5 for another case that the end of the run cut or kept from beginning, 6 for a case that is
            -- blocked or was cancelled in quarantine, else 0.
            mark INTEGER NOT NULL DEFAULT 0,
            -- From the start of the run.
            started INTEGER NOT NULL,
            duration INTEGER NOT NULL,
            -- The steps of a result that simply passed; else they stand in its event.
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
            -- Why a failure does not count.
            quarantine TEXT,
            -- `prerequisite`, `before` or `after`: why a case ran that was not selected.
            role TEXT,
            owner TEXT,
            -- From 1; NULL where each case ran once.
            repetition INTEGER,
            -- Of the first failure of a step, else of the case; of a flaky result what failed before it passed.
            message TEXT,
            file TEXT,
            line INTEGER,
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

        -- Of results that did not simply pass. A table of its own, so that notes stay small.
        CREATE TABLE case_event (
            run INTEGER NOT NULL,
            position INTEGER NOT NULL,
            -- The event `case-finished` with its steps, as event streams have it, and the `identity` of the case.
            event TEXT NOT NULL,
            PRIMARY KEY (run, position),
            FOREIGN KEY (run, position) REFERENCES result (run, position) ON DELETE CASCADE
        ) STRICT;
        """

    /// All results and steps alike, and what the events tell as tables.
    private static let views = """
        CREATE VIEW case_result AS
        SELECT result.run, result.position, case_id,
            CASE outcome WHEN 0 THEN 'passed' WHEN 1 THEN 'failed' WHEN 2 THEN 'error' ELSE 'skipped' END AS outcome,
            reason, ifnull(attempts, 1) AS attempts, mark = 1 AS flaky,
            (SELECT started FROM run WHERE id = result.run) + started AS started, duration, signature,
            quarantine, role, owner, repetition
        FROM result
            LEFT JOIN result_note ON result_note.run = result.run AND result_note.position = result.position;

        CREATE VIEW event_step AS
        SELECT run, case_event.position AS case_position, step.key AS position, step.value AS step,
            (step.value ->> '$.started') - (event ->> '$.started') AS started
        FROM case_event JOIN json_each(event, '$.steps') AS step;

        CREATE VIEW step_result AS
        SELECT run, case_position, position, step ->> '$.section' AS section, step ->> '$.kind' AS kind,
            step ->> '$.name' AS name, step ->> '$.outcome' AS outcome, step ->> '$.reason' AS reason,
            step ->> '$.place.line' AS line, started, step ->> '$.duration' AS duration,
            step ->> '$.checks' AS checks,
            ifnull(step ->> '$.exchanges[#-1].attempt', iif(step ->> '$.program' IS NULL, 0,
                1 + ifnull(json_array_length(step, '$.earlier_programs'), 0))) AS attempts,
            step ->> '$.exchanges[#-1].method' AS method, step ->> '$.exchanges[#-1].url_template' AS url_template,
            step ->> '$.exchanges[#-1].status' AS status, step ->> '$.exchanges[#-1].phases.dns' AS dns,
            step ->> '$.exchanges[#-1].phases.connect' AS connect, step ->> '$.exchanges[#-1].phases.tls' AS tls,
            step ->> '$.exchanges[#-1].phases.send' AS send, step ->> '$.exchanges[#-1].phases.wait' AS wait,
            step ->> '$.exchanges[#-1].phases.receive' AS receive,
            step ->> '$.exchanges[#-1].request_bytes' AS request_bytes,
            step ->> '$.exchanges[#-1].response_bytes' AS response_bytes,
            -- `stored`, `revalidated` or `shared`: the server did not send this response to this request.
            step ->> '$.exchanges[#-1].cache' AS cache, step ->> '$.program.command' AS command,
            -- Minus the number of a signal.
            ifnull(step ->> '$.program.exit_code', -(step ->> '$.program.signal')) AS exit_code,
            step ->> '$.program.output' AS stdout, step ->> '$.program.errors' AS stderr
        FROM event_step
        UNION ALL
        SELECT result.run, result.position, step.key, step.value ->> '$[0]', step.value ->> '$[1]',
            step.value ->> '$[2]', 'passed', NULL, step.value ->> '$[3]',
            (SELECT ifnull(sum(value), 0) FROM json_each(step_durations) AS earlier WHERE earlier.key < step.key),
            step_durations ->> step.key, step.value ->> '$[4]', step.value ->> '$[5]' IS NOT NULL,
            step.value ->> '$[5]', step.value ->> '$[6]', step.value ->> '$[7]',
            NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
        FROM result JOIN step_plan ON step_plan.id = plan JOIN json_each(step_plan.steps) AS step;

        -- step_position is -1 for what happened outside the steps.
        CREATE VIEW failure AS
        SELECT run, case_position, step_position, position, failure ->> '$.kind' AS kind,
            failure ->> '$.message' AS message, failure ->> '$.check' AS check_path,
            failure ->> '$.comparison' AS comparison, failure ->> '$.expected' AS expected,
            failure ->> '$.actual' AS actual, failure ->> '$.differences' AS differences,
            failure ->> '$.explanation' AS explanation, failure ->> '$.server_message' AS server_message,
            failure ->> '$.hint' AS hint, failure ->> '$.place.file' AS file, failure ->> '$.place.line' AS line,
            failure ->> '$.place.column' AS column_number, failure ->> '$.place.excerpt' AS excerpt,
            failure ->> '$.place.width' AS width, failure ->> '$.cause' AS cause
        FROM (
            SELECT run, case_position, event_step.position AS step_position, part.key AS position, part.value AS failure
            FROM event_step JOIN json_each(step, '$.failures') AS part
            UNION ALL
            SELECT run, case_event.position, -1, part.key, part.value
            FROM case_event JOIN json_each(event, '$.failures') AS part
        );

        CREATE VIEW exchange AS
        SELECT run, case_position, event_step.position AS step_position, part.key AS position,
            part.value ->> '$.attempt' AS attempt, part.value ->> '$.method' AS method, part.value ->> '$.url' AS url,
            part.value ->> '$.status' AS status, part.value ->> '$.http_version' AS http_version,
            part.value ->> '$.failure' AS failure, part.value ->> '$.started' AS started,
            part.value ->> '$.duration' AS duration, part.value ->> '$.detail.request_headers' AS request_headers,
            part.value ->> '$.detail.request_body' AS request_body,
            part.value ->> '$.detail.response_headers' AS response_headers,
            part.value ->> '$.detail.response_body' AS response_body, part.value ->> '$.detail.curl' AS curl,
            -- The reason why another attempt followed.
            part.value ->> '$.note' AS note, part.value ->> '$.cache' AS cache,
            -- The URL that responded, where redirects led away from `url`.
            part.value ->> '$.response_url' AS response_url,
            -- 1 where another attempt followed because `until` did not hold yet, else NULL.
            part.value ->> '$.poll' AS poll
        FROM event_step JOIN json_each(step, '$.exchanges') AS part;

        -- What a step started before its last attempt.
        CREATE VIEW program_attempt AS
        SELECT run, case_position, event_step.position AS step_position, part.key AS position,
            part.value ->> '$.command' AS command,
            ifnull(part.value ->> '$.exit_code', -(part.value ->> '$.signal')) AS exit_code,
            part.value ->> '$.duration' AS duration, part.value ->> '$.output' AS stdout,
            part.value ->> '$.errors' AS stderr, part.value ->> '$.note' AS note, part.value ->> '$.poll' AS poll
        FROM event_step JOIN json_each(step, '$.earlier_programs') AS part;

        -- Failed attempts at a whole workflow, each with its first failure.
        CREATE VIEW case_attempt AS
        SELECT run, case_event.position AS case_position, part.value ->> '$.attempt' AS number,
            part.value ->> '$.outcome' AS outcome, part.value ->> '$.started' AS started,
            part.value ->> '$.duration' AS duration, part.value ->> '$.failures[0].step' AS step,
            part.value ->> '$.failures[0].failure.kind' AS kind,
            part.value ->> '$.failures[0].failure.message' AS message
        FROM case_event JOIN json_each(event, '$.earlier') AS part;
        """
}
