# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034 # the variables are those of the scripts
# What scripts/bench and scripts/weigh run against: nginx with fixed responses, and a server that never answers.

# install_tools [PROGRAM=PACKAGE ...]: nginx, a compiler and these.
install_tools() {
    local had_nginx=true
    command -v nginx >/dev/null || had_nginx=false
    scripts/bootstrap nginx=nginx-light taskset=util-linux pgrep=procps cc=gcc curl=curl python3=python3 "$@"
    # The package starts nginx on port 80, which nobody asked for.
    if ! $had_nginx && [ -d /run/systemd/system ]; then
        if [ "$(id -u)" -eq 0 ]; then systemctl disable --now nginx; else sudo systemctl disable --now nginx; fi
    fi
}

# compile_tools NAME ...
compile_tools() {
    local name flags
    read -ra flags <<<"$(pkg-config --cflags --libs libcurl)"
    for name in "$@"; do
        cc -O2 -o "$work/$name" "$here/$name.c" "${flags[@]}" -pthread
    done
}

servers=()

# start_nginx TOKEN: sets `base`, the address of the fast server, which answers a login with that token.
start_nginx() {
    local port
    base=
    for _ in $(seq 50); do
        port=$((20000 + RANDOM % 12000))
        write_nginx_configuration "$port" "$1" >"$work/nginx.conf"
        nginx -p "$work" -e "$work/nginx.log" -c "$work/nginx.conf" 2>/dev/null &
        local process=$!
        if answers "http://127.0.0.1:$port/me" "$process"; then
            servers+=("$process")
            base=http://127.0.0.1:$port
            break
        fi
    done
    if [ -z "$base" ]; then
        echo "$0: nginx does not start:" >&2
        tail -n 5 "$work/nginx.log" >&2
        exit 1
    fi
}

# Sets `slow`, the address of the server that never answers.
start_slow_server() {
    local port
    mkfifo "$work/slow_port"
    "$work/slow_server" >"$work/slow_port" &
    servers+=($!)
    read -r port <"$work/slow_port"
    slow=http://127.0.0.1:$port
}

# place_server PROCESSORS: has the fast server run on these alone.
place_server() {
    local process
    for process in "${servers[0]}" $(pgrep -P "${servers[0]}"); do taskset -cp "$1" "$process" >/dev/null; done
}

# Whether the process answers there; no more than until it has ended.
answers() {
    while kill -0 "$2" 2>/dev/null; do
        # The server header tells nginx from whatever else may have the port.
        if curl -s -i --max-time 5 "$1" | grep -q 'Ada Lovelace'; then return 0; fi
    done
    return 1
}

stop_servers() {
    for process in "${servers[@]}"; do
        kill "$process" 2>/dev/null || true
        wait "$process" 2>/dev/null || true
    done
}

# write_nginx_configuration PORT TOKEN
write_nginx_configuration() {
    cat <<EOF
daemon off;
user $(id -un) $(id -gn);
worker_processes 1;
pid $work/nginx.pid;
events { worker_connections 1024; }
http {
    access_log off;
    client_body_temp_path $work/nginx-body;
    proxy_temp_path $work/nginx-proxy;
    fastcgi_temp_path $work/nginx-fastcgi;
    uwsgi_temp_path $work/nginx-uwsgi;
    scgi_temp_path $work/nginx-scgi;
    keepalive_timeout 600s;
    keepalive_requests 100000000;
    default_type application/json;
    server {
        listen 127.0.0.1:$1 backlog=1024;
        location = /login {
            return 200 '{"token":"$2","token_type":"Bearer","expires_in":3600,"user":{"id":1,"username":"ada"}}';
        }
        location /files/ {
            root $work;
            default_type application/octet-stream;
        }
        location = /me {
            return 200 '{"id":1,"username":"ada","name":"Ada Lovelace","email":"ada@example.com","age":36,"roles":["user","editor","admin"],"address":{"street":"12 St James Square","city":"London","postcode":"SW1Y","country":"GB"},"registered_at":"1833-06-05T12:00:00Z","settings":{"language":"en","time_zone":"Europe/London","newsletter":false,"theme":"dark"},"orders":[{"id":101,"total":24.50,"items":2},{"id":102,"total":49.00,"items":1}],"balance":1843.07,"note":"The first of all programmers, so they say."}';
        }
    }
}
EOF
}
