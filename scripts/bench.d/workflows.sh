# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # the variables are those of scripts/bench
# The files that scripts/bench has Baton run.

# write_project FOLDER
write_project() {
    mkdir -p "$1"
    cat >"$1/baton.yaml" <<EOF
workflows: workflows
reports: reports
history: .baton/history.sqlite
environments:
  bench:
    base_url: $base
default_environment: bench
EOF
}

# write_chains FOLDER COUNT: two requests, one capture, five checks each.
write_chains() {
    mkdir -p "$1"
    local number
    for number in $(seq -w "$2"); do
        cat >"$1/chain-$number.yaml" <<EOF
name: Sign in and read the profile $number
tags: [bench]
vars:
  username: ada
steps:
  - post: /login
    id: login
    json: { username: \$(username), password: lovelace-1815 }
    expect:
      status: 200
    capture:
      token: \$.token

  - get: /me
    name: Read the profile
    auth: { bearer: \$(token) }
    expect:
      status: 200
      headers: { content-type: { starts_with: application/json } }
      \$.name: Ada Lovelace
      \$.age: { gte: 18 }
EOF
    done
}

# write_logins FOLDER COUNT: all of them need the same login.
write_logins() {
    write_project "$1"
    mkdir -p "$1/workflows"
    local number
    for number in $(seq -w "$2"); do
        cat >"$1/workflows/login-$number.yaml" <<EOF
steps:
  - post: /login
    json: { username: ada, password: lovelace-1815 }
    cache: cache-first
EOF
    done
}

# write_secrets FILE COUNT: secrets that no response holds, as long as tokens are, some with characters that encoders escape.
write_secrets() {
    local number
    for number in $(seq -w "$2"); do
        printf "SECRET_%s='never seen & kept/%s+%s='\n" "$number" "$number" \
            "$(printf 'bench-secret-%s' "$number" | sha256sum | cut -c 1-32)"
    done >"$1"
    chmod 600 "$1"
}

# write_waiters FOLDER COUNT SECONDS: each waits that long for a response that never comes.
write_waiters() {
    mkdir -p "$1"
    local number
    for number in $(seq -w "$2"); do
        cat >"$1/waiting-$number.yaml" <<EOF
name: Wait for nothing $number
steps:
  - get: $slow/
    timeout: ${3}s
EOF
    done
}

# write_single FOLDER: one request, outside any project, so that nothing is written but the console.
write_single() {
    mkdir -p "$1"
    cat >"$1/one.yaml" <<EOF
steps:
  - get: $base/me
    expect:
      status: 200
EOF
}

# write_downloads FOLDER MEGABYTES: a file that large and one of 1 kB at the server, and for each a workflow, outside any
# project, that saves it.
write_downloads() {
    mkdir -p "$1" "$work/files"
    truncate -s "${2}M" "$work/files/large"
    truncate -s 1K "$work/files/small"
    local name
    for name in large small; do
        cat >"$1/$name.yaml" <<EOF
steps:
  - get: $base/files/$name
    save: $name.out
    expect:
      status: 200
      size: $(stat -c %s "$work/files/$name")
EOF
    done
}
