#!/usr/bin/env bash
# make.sh FOLDER: makes a Debian 13 in FOLDER with PostgreSQL 17, pgvector, pg_cron and PgBouncer; a minute or two, 700 MB.
# For root, or for an account with subordinate ids where user namespaces are allowed (newuidmap of the package uidmap).
# Packages come from the mirror that this machine's apt uses, else from DEBIAN_MIRROR. Exit code 3: it cannot be done here.
set -euo pipefail

folder=$(realpath --canonicalize-missing "${1:?where to make it}")
packages=postgresql-17,postgresql-17-pgvector,postgresql-17-cron,pgbouncer

cannot() {
  echo "No Debian folder: $1" >&2
  exit 3
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# apt with lists and a cache of its own: nothing of the machine's is written, and no root is needed.
if [ -z "${DEBIAN_MIRROR:-}" ] || ! command -v debootstrap > /dev/null; then
  command -v apt-get > /dev/null || cannot "apt-get is not installed, and DEBIAN_MIRROR or debootstrap is missing"
  mkdir -p "$work/lists/partial" "$work/cache/archives/partial"
  apt=(-q -o "Dir::State::Lists=$work/lists" -o "Dir::Cache=$work/cache" -o "APT::Sandbox::User=$(id -un)")
  apt-get "${apt[@]}" update > "$work/update.log" 2>&1 || sed 's/^/  | /' "$work/update.log" >&2
fi
mirror=${DEBIAN_MIRROR:-$(apt-get "${apt[@]}" indextargets --format '$(REPO_URI)' \
  'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1)}
[ -n "$mirror" ] || cannot "apt knows no Debian mirror; set DEBIAN_MIRROR"

if command -v debootstrap > /dev/null; then
  debootstrap=$(command -v debootstrap)
else
  (cd "$work" && apt-get "${apt[@]}" download debootstrap) > /dev/null || cannot "there is no package debootstrap"
  dpkg-deb --extract "$work"/debootstrap_*.deb "$work"
  export DEBOOTSTRAP_DIR=$work/usr/share/debootstrap
  debootstrap=$work/usr/sbin/debootstrap
fi

become=(unshare --mount) # what debootstrap mounts goes with it
if [ "$(id -u)" != 0 ]; then
  become+=(--user --map-root-user --map-auto)
  "${become[@]}" true 2> /dev/null || cannot "it takes root, or subordinate ids and user namespaces"
  export container=lxc # no device nodes: debootstrap binds the machine's
fi
mkdir -p "$folder"
"${become[@]}" "$debootstrap" --variant=minbase --include="$packages" trixie "$folder" "$mirror" \
  > "$work/debootstrap.log" 2>&1 || {
  tail -n 20 "$work/debootstrap.log" "$folder/debootstrap/debootstrap.log" >&2 || true
  exit 1
}
rm -rf "$folder"/var/cache/apt/archives/*.deb
chmod 755 "$folder"
