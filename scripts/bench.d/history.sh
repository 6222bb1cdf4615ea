# shellcheck shell=bash
# shellcheck disable=SC2154 # the variables are those of scripts/bench
# What the history costs, and how quickly it answers.

made_runs=500 made_cases=2000 recorded=200

# write_checks FOLDER COUNT: a project of workflows that send nothing.
write_checks() {
    mkdir -p "$1/workflows"
    echo "name: checks" >"$1/baton.yaml"
    local number
    for number in $(seq "$2"); do
        printf 'name: Check %s\nsteps:\n  - that: 1 < 2\n' "$number" >"$1/workflows/check-$number.yaml"
    done
}

# measure_history: one more result of each series.
measure_history() {
    local folder=$work/history before
    if [ ! -d "$folder" ]; then
        write_checks "$folder" 1
        (cd "$folder" && "$baton" run >/dev/null)
        python3 "$here/made_history.py" "$folder/.baton/history.sqlite" "$made_runs" "$made_cases"
        write_checks "$work/recorded" "$recorded"
        write_checks "$work/passing" "$made_cases"
        (cd "$work/passing" && "$baton" run >/dev/null)
        before=$(stat -c %s "$work/passing/.baton/history.sqlite")
        (cd "$work/passing" && "$baton" run >/dev/null)
        echo $((($(stat -c %s "$work/passing/.baton/history.sqlite") - before) / 1000)) >"$work/results/history-size"
    fi
    (cd "$folder" && python3 "$here/cold_questions.py" "$baton" 20) >>"$work/results/history-question"
    must recorded "$work/recorded" "$baton" run
    must unrecorded "$work/recorded" "$baton" run --no-history
}

history_rows() {
    row "a question to a history of $made_runs runs of $made_cases cases: the slowest of nine, 95th percentile" \
        0.1 "$(calculate %.3f "$(middle <"$work/results/history-question")")" s "" ""
    row "recording $recorded cases, wall clock" \
        50 "$(calculate %.0f "1000 * ($(median recorded wall) - $(median unrecorded wall))")" ms "" ""
    row "history of a run of $made_cases passing cases beyond the first" \
        100 "$(<"$work/results/history-size")" kB "" ""
}
