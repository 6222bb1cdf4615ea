# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # the variables are those of scripts/bench
# Medians and ratios, instruction counts and the table of scripts/bench.

# values SERIES wall|cpu|memory: of each run, in seconds or MB.
values() {
    awk -F'[:,}]' -v field="$2" '
        field == "wall" { print $2 }
        field == "cpu" { print $4 + $6 }
        field == "memory" { print $8 / 1000 }
    ' "$work/results/$1"
}

# The median of the numbers on standard input.
middle() {
    sort -g | awk '
        { value[NR] = $1 }
        END { print NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2 }'
}

# median SERIES FIELD
median() {
    values "$1" "$2" | middle
}

# ratio SERIES SERIES FIELD: the median of the quotients of runs that followed each other, so that a machine which was
# slower for a while was so above and below the line.
ratio() {
    paste <(values "$1" "$3") <(values "$2" "$3") | awk '{ print $1 / $2 }' | middle
}

# least SERIES FIELD COUNT: of so many runs at a time the least. What disturbs a run only ever makes it dearer.
least() {
    values "$1" "$2" | awk -v count="$3" '
        NR % count == 1 || count == 1 || $1 < least { least = $1 }
        NR % count == 0 { print least }'
}

# least_ratio SERIES SERIES FIELD COUNT: the median of the quotients of what is left of so many runs at a time.
least_ratio() {
    paste <(least "$1" "$3" "$4") <(least "$2" "$3" "$4") | awk '{ print $1 / $2 }' | middle
}

# count_instructions SERIES FOLDER PROGRAM [ARGUMENT ...]
count_instructions() {
    local series=$1 folder=$2
    shift 2
    echo "Counting the instructions of ${1##*/}"
    rm -rf "$folder/.baton" "$folder/reports"
    (cd "$folder" && valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) |
        sed -n 's/.*Collected : \([0-9]*\).*/\1/p' | tail -n 1 >"$work/results/$series.instructions"
}

# row WHAT GOAL RESULT UNIT BATON MEASURE: one line of the table; the goal and the result are numbers of that unit.
row() {
    local verdict
    verdict=$(awk -v goal="$2" -v result="$3" 'BEGIN { print result <= goal ? "met" : "missed" }')
    printf '| %s | at most %s %s | %s %s | %s | %s | %s |\n' "$1" "$2" "$4" "$3" "$4" "$5" "$6" "$verdict"
}

# part_row SERIES WHAT GOAL: a line of the table about figures of baton-bench, if it was there.
part_row() {
    if [ -f "$work/results/$1" ]; then
        row "$2" "$3" "$(calculate %.3f "$(middle <"$work/results/$1")")" s "" ""
    fi
}

# json_row WHAT GOAL: Baton's parser against CPython's, turn by turn.
json_row() {
    if [ -f "$work/results/json" ]; then
        row "$1" "$2" "$(paste "$work/results/json" "$work/results/json-python" |
            awk '{ print $1 / $2 }' | middle | awk '{ printf "%.2f", $1 }')" × \
            "$(milliseconds "$(middle <"$work/results/json")")" \
            "\`json.loads\` of $(python3 --version), $(milliseconds "$(middle <"$work/results/json-python")")"
    fi
}

# cache_rows: what the cache saves, and what it costs.
cache_rows() {
    local hit request
    if [ -f "$work/results/cache-hit" ]; then
        hit=$(middle <"$work/results/cache-hit")
        request=$(middle <"$work/results/loopback")
        row "a response from memory" 0.1 "$(paste "$work/results/cache-hit" "$work/results/loopback" |
            awk '{ print $1 / $2 }' | middle | awk '{ printf "%.3f", $1 }')" × \
            "$(microseconds "$hit / $hits")" "a request over loopback, $(microseconds "$request / $hits")"
    fi
    row "requests that 50 parallel workflows send which need the same login" \
        1 "$(sort -g "$work/results/logins-sent" | tail -n 1)" "" "" ""
}

# calculate FORMAT EXPRESSION
calculate() {
    awk -v format="$1" "BEGIN { printf format, $2 }"
}

microseconds() {
    calculate '%.1f µs' "$1 * 1000000"
}

milliseconds() {
    calculate '%.1f ms' "$1 * 1000"
}

head_rows() {
    echo "| what | goal | result | Baton | compared with | |"
    echo "| --- | --- | --- | --- | --- | --- |"
}

# The lines of what needs no server, in processor time.
part_rows() {
    part_row expressions "$evaluations evaluations of \`response.status == 200 && size(response.json.items) > 0\`" 0.4
    json_row "10 MB of JSON to a tree" 1.0
    part_row schemas "a document of 1 MB, 10,000 items, held against a JSON Schema" 0.05
    part_row plan "10,000 workflows that need each other, planned and brought to their ends" 1.0
    part_row cache-open "a cache of 10,000 responses on disk opened, memory filled" 0.2
}

# The table with these lines alone.
report_parts() {
    head_rows
    part_rows
    echo
    echo "Medians of $runs runs in turns on $(nproc) cores ($(uname -m)), $(date -u +%Y-%m-%d); processor time."
}

report() {
    local raw_cpu chain_cpu raw_wall chain_wall curl_wall single_wall check_wall memory crowd_cpu alone_cpu
    raw_cpu=$(calculate '%.9f' "$(least raw-1 cpu "$pairs" | middle) / $requests")
    chain_cpu=$(calculate '%.9f' "$(least chain-1 cpu "$pairs" | middle) / $requests")
    raw_wall=$(least raw-anywhere wall "$pairs" | middle)
    chain_wall=$(least chain-2 wall "$pairs" | middle)
    curl_wall=$(median curl wall)
    single_wall=$(median single wall)
    check_wall=$(median check wall)
    memory=$(median chain-2 memory)
    # Measured once a turn, and so held against the median of all that none waits beside. What those that wait cost by
    # themselves (loading, connecting, failing, reporting) is taken off.
    alone_cpu=$(calculate '%.9f' "$(median chain-1 cpu) / $requests")
    crowd_cpu=$(calculate '%.9f' "($(median crowd cpu) - $(median waiting cpu)) / $requests")

    head_rows
    row "CPU per request, $workflows workflows of 2 requests, 1 capture, 5 checks; JUnit and history on" \
        2.3 "$(calculate %.2f "$(least_ratio chain-1 raw-1 cpu "$pairs")")" × \
        "$(microseconds "$chain_cpu")" "raw libcurl loop in C, $(microseconds "$raw_cpu")"
    row "wall clock of the same, 2 jobs" \
        1.15 "$(calculate %.2f "$(least_ratio chain-2 raw-anywhere wall "$pairs")")" × \
        "$(milliseconds "$chain_wall")" "the raw loop on one thread, $(milliseconds "$raw_wall")"
    row "one workflow of one request, start to exit" \
        1.5 "$(calculate %.2f "$(ratio single curl wall)")" × \
        "$(milliseconds "$single_wall")" "\`curl\` on the same URL, $(milliseconds "$curl_wall")"
    row "peak memory of those $workflows workflows" 31 "$(calculate %.1f "$memory")" MB "" ""
    row "load and check $workflows files, no requests" 0.1 "$(calculate %.3f "$check_wall")" s "" ""
    row "CPU per request with $waiters other transfers waiting" \
        1.5 "$(calculate %.2f "$crowd_cpu / $alone_cpu")" × \
        "$(microseconds "$crowd_cpu")" "with none waiting, $(microseconds "$alone_cpu")"
    row "memory for a body of $megabytes MB that is saved, above that for a small one" \
        8 "$(calculate %.1f "$(median large memory) - $(median small memory)")" MB "" ""
    row "CPU per request with $secrets secrets to mask" \
        1.05 "$(calculate %.3f "$(least_ratio secrets-1 bare-1 cpu "$pairs")")" × \
        "$(microseconds "$(least secrets-1 cpu "$pairs" | middle) / $requests")" \
        "with none given, $(microseconds "$(least bare-1 cpu "$pairs" | middle) / $requests")"
    part_rows
    cache_rows
    history_rows
    if $callgrind; then
        local raw_count chain_count secrets_count
        raw_count=$(<"$work/results/raw-1.instructions")
        chain_count=$(<"$work/results/chain-1.instructions")
        secrets_count=$(<"$work/results/secrets-1.instructions")
        printf '| %s | | %s × | %s | %s | |\n' "instructions per request (callgrind)" \
            "$(calculate %.2f "$chain_count / $raw_count")" "$(calculate %d "$chain_count / $requests")" \
            "raw libcurl loop in C, $(calculate %d "$raw_count / $requests")"
        printf '| %s | | %s × | %s | %s | |\n' "the same with $secrets secrets to mask" \
            "$(calculate %.3f "$secrets_count / $chain_count")" "$(calculate %d "$secrets_count / $requests")" \
            "with none given, $(calculate %d "$chain_count / $requests")"
    fi
    echo
    echo "Medians of $runs turns on $(machine). Where a loop or secrets are compared, each turn has $pairs runs of both, of which the least counts; CPU per request is measured with program and server on one processor."
    doubts "$(median chain-1 wall)" "$(median crowd wall)"
}

machine() {
    local system
    system=$(. /etc/os-release && echo "${PRETTY_NAME:-Linux}")
    echo "$(nproc) cores ($(uname -m)), $system, $(curl --version | sed -n '1s/^curl \([^ ]*\).*/libcurl \1/p'), $(
        nginx -v 2>&1 | sed 's|.*/\([0-9.]*\).*|nginx \1|'
    ), $(date -u +%Y-%m-%d)"
}

# What makes the figures doubtful.
doubts() {
    if awk -v all="$1" -v patience="$patience" 'BEGIN { exit !(all > 0.8 * patience) }'; then
        echo "Doubtful: the transfers waited for $patience s only, hardly longer than all the others took."
    fi
    if awk -v wall="$2" -v patience="$patience" 'BEGIN { exit !(wall < patience) }'; then
        echo "Doubtful: the waiting transfers did not wait until their timeouts."
    fi
    if awk -v cores="$(nproc)" '{ exit !($1 > cores + 1) }' /proc/loadavg; then
        echo "Doubtful: other programs kept the machine busy."
    fi
}

# write_page PAGE TABLE: the table goes between two marks, which a new page gets.
write_page() {
    local begin='<!-- scripts/bench --write puts its table here -->' end='<!-- end of the table -->'
    if [ ! -f "$1" ]; then
        mkdir -p "$(dirname "$1")"
        printf '# Performance\n\n%s\n%s\n' "$begin" "$end" >"$1"
    fi
    if ! grep -qF "$begin" "$1" || ! grep -qF "$end" "$1"; then
        echo "scripts/bench: $1 lacks the line $begin or $end" >&2
        exit 1
    fi
    awk -v begin="$begin" -v end="$end" -v table="$2" '
        $0 == end { inside = 0 }
        !inside { print }
        $0 == begin { inside = 1; while ((getline line < table) > 0) print line }
    ' "$1" >"$1.new"
    mv "$1.new" "$1"
}
