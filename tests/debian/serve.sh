#!/usr/bin/env bash
# serve.sh FOLDER COMMAND [ARGUMENT...]: runs COMMAND while PostgreSQL 17 with pg_cron and, in transaction mode, PgBouncer
# run in a folder made by make.sh. COMMAND finds them in GROUNDCHECK_TEST_DSN and GROUNDCHECK_TEST_POOLER. They listen on
# sockets in FOLDER alone, begin with empty data, and end with COMMAND whatever happens to it; their mounts with them.
set -euo pipefail

folder=$(realpath "${1:?folder}")
shift
# In the folder and seen from outside. Each run has its own, so that none takes what another left for its own.
inside=/srv/$$
run=$folder$inside

namespace=(setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child)
remove=()
if [ "$(id -u)" != 0 ]; then
  remove=(unshare --user --map-root-user --map-auto)
  namespace+=(--user --map-root-user --map-auto)
fi

# PID 1 of the namespace: when it is killed, the kernel ends everything in it and takes the mounts away.
serve() {
  mount -t proc proc "$folder/proc"
  mount -t tmpfs -o mode=1777 tmpfs "$folder/dev/shm"
  mkdir "$run"
  cat > "$run/more.conf" << CONF
listen_addresses = ''
unix_socket_directories = '$inside'
max_connections = 150
max_worker_processes = 24
fsync = off
full_page_writes = off
shared_preload_libraries = 'pg_cron'
cron.database_name = 'groundcheck_cron'
cron.use_background_workers = on
CONF
  cat > "$run/pgbouncer.ini" << CONF
[databases]
* = host=$inside
[pgbouncer]
listen_addr =
unix_socket_dir = $inside
listen_port = 6432
auth_type = trust
auth_file = $inside/users.txt
auth_user = postgres
auth_dbname = postgres
auth_query = select usename, passwd from pg_shadow where usename = \$1
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
max_prepared_statements = 0
logfile = $inside/pgbouncer.log
CONF
  echo '"postgres" ""' > "$run/users.txt"
  exec chroot "$folder" /bin/bash -euc '
    chown -R postgres:postgres "$1"
    cd "$1"
    as_postgres() { setpriv --reuid=postgres --regid=postgres --init-groups "$@"; }
    PATH=/usr/lib/postgresql/17/bin:/usr/sbin:/usr/bin:/sbin:/bin
    as_postgres initdb --pgdata=data --username=postgres --auth=trust --encoding=UTF8 --no-sync \
      --locale-provider=builtin --builtin-locale=C.UTF-8 --locale=C > initdb.log 2>&1
    cat more.conf >> data/postgresql.conf
    as_postgres postgres --single -D data postgres > single.log 2>&1 <<< "create database groundcheck_cron"
    as_postgres pgbouncer --quiet pgbouncer.ini &
    as_postgres postgres -D data > postgresql.log 2>&1
  ' serve "$inside"
}
export -f serve
export folder inside run

"${namespace[@]}" bash -euc serve &
server=$!
# The files belong to other accounts where user namespaces are used.
finish() {
  kill -KILL "$server" 2> /dev/null || true
  wait "$server" 2> /dev/null || true
  "${remove[@]}" rm -rf "$run"
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

for _ in $(seq 300); do
  if [ -S "$run/.s.PGSQL.6432" ] && [ -S "$run/.s.PGSQL.5432" ] &&
    grep -qs 'ready to accept connections' "$run/postgresql.log"; then
    ready=yes
    break
  fi
  kill -0 "$server" 2> /dev/null || break
  sleep 0.2
done
if [ -z "${ready:-}" ]; then
  echo 'The servers did not start:' >&2
  tail -q -n 20 "$run"/*.log >&2 || true
  exit 1
fi

export GROUNDCHECK_TEST_DSN="host=$run port=5432 user=postgres dbname=postgres"
export GROUNDCHECK_TEST_POOLER="host=$run port=6432 user=postgres dbname=postgres"
"$@"
