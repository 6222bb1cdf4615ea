#!/bin/sh
# Installs Baton under a prefix, or removes it.
#
# usage: sh install.sh [--prefix DIR]                Without --prefix into ~/.local, as root into /usr/local.
#        sh install.sh [--prefix DIR] --uninstall    Removes what was installed there.
#        sh install.sh [--prefix DIR] --check        Only tells whether it could be installed there.
#
# In the folder of an unpacked baton-VERSION-linux-ARCHITECTURE.tar.gz it installs what lies beside it. Elsewhere it fetches
# that file from the address in BATON_RELEASE; without an address it takes the file that lies beside it. It is installed only
# if it has the sum that SHA256SUMS gives, which a file beside the script may lack.
set -eu

fail() {
    echo "install.sh: $1" >&2
    shift
    for line in "$@"; do echo "  $line" >&2; done
    exit 1
}

if [ "$(id -u)" -eq 0 ]; then prefix=/usr/local; else prefix=${HOME:?install.sh needs HOME, or --prefix}/.local; fi
action=install
while [ $# -gt 0 ]; do
    case "$1" in
        --prefix)
            [ -n "${2:-}" ] || fail "--prefix needs a folder"
            prefix=$2
            shift
            ;;
        --uninstall) action=uninstall ;;
        --check) action=check ;;
        --help)
            echo "usage: sh install.sh [--prefix DIR] [--uninstall | --check]"
            echo "Installs into DIR, removes what was installed there, or only tells whether it could be installed."
            echo "Without --prefix into ~/.local, as root into /usr/local."
            exit 0
            ;;
        *) fail "unknown argument $1" "usage: sh install.sh [--prefix DIR] [--uninstall | --check]" ;;
    esac
    shift
done
case "$prefix" in /*) ;; *) prefix=$PWD/$prefix ;; esac
list=share/doc/baton/installed-files

# Before anything is fetched or built: each folder that would be written to, or the nearest one above it that there is.
for folder in bin share share/man/man1 share/doc share/doc/baton; do
    folder=$prefix/$folder
    while [ ! -e "$folder" ]; do folder=$(dirname "$folder"); done
    [ -d "$folder" ] || fail "cannot install into $prefix: $folder is not a folder"
    # What the mode says holds neither for root nor on a disk that is read-only.
    if mkdir "$folder/.baton-$$" 2>/dev/null; then
        rmdir "$folder/.baton-$$"
    else
        fail "cannot install into $prefix: $(id -un 2>/dev/null || id -u) may not write into $folder" \
            "name a folder of your own (--prefix \"\$HOME/.local\"), or run this as root"
    fi
done
if [ "$action" = check ]; then exit 0; fi

# The folders that an installation made, each with a slash at its end; `/` is the prefix itself.
folders=
remove_listed() {
    # Folders are removed only if nothing else is in them, and only those that are Baton's own or were made for it.
    while IFS= read -r file; do
        case "$file" in */) ;; *) rm -f "$prefix/$file" ;; esac
    done <"$prefix/$list"
    folders=$(grep '/$' "$prefix/$list" | LC_ALL=C sort -r)
    rm -f "$prefix/$list"
    find "$prefix/share/doc/baton" -depth -type d -exec rmdir {} \; 2>/dev/null || true
    # Those inside of others come first.
    printf '%s\n' "$folders" | while IFS= read -r folder; do
        if [ -n "$folder" ]; then rmdir "$prefix/$folder" 2>/dev/null || true; fi
    done
}

if [ "$action" = uninstall ]; then
    [ -f "$prefix/$list" ] || fail "nothing was installed into $prefix by this script" \
        "another place is named with --prefix; a Debian package is removed with: apt-get remove baton"
    remove_listed
    echo "Baton is removed from $prefix"
    exit 0
fi

scratch=
trap 'if [ -n "$scratch" ]; then rm -rf "$scratch"; fi' EXIT

fetch() {
    if command -v curl >/dev/null; then
        curl -fsSL --retry 3 -o "$2" "$1" || fail "cannot fetch $1"
    elif command -v wget >/dev/null; then
        wget -q -O "$2" "$1" || fail "cannot fetch $1"
    else
        fail "neither curl nor wget is there to fetch $1"
    fi
}

# usage: unpack FOLDER WHERE       the tar.gz $name of the folder, which the user knows as WHERE; its sum must be in SHA256SUMS
# if the folder has that file
unpack() {
    if [ -f "$1/SHA256SUMS" ]; then
        (cd "$1" && grep -F "  $name" SHA256SUMS | sha256sum -c - >/dev/null 2>&1) ||
            fail "$2/$name does not have the sum that SHA256SUMS gives: it is damaged, or not what was released"
    fi
    from=$scratch/unpacked
    mkdir "$from"
    tar -xzf "$1/$name" -C "$from" --strip-components 1 2>/dev/null ||
        fail "$2/$name cannot be unpacked: it is damaged, or only a part of it is there"
}

# Fetches and unpacks the tar.gz of the release for this machine.
fetch_release() {
    release=${BATON_RELEASE%/}
    fetch "$release/SHA256SUMS" "$scratch/SHA256SUMS"
    name=$(sed -n "s/^[0-9a-f]*  \(baton-.*-linux-$architecture\.tar\.gz\)\$/\1/p" "$scratch/SHA256SUMS")
    [ -n "$name" ] || fail "$release has no tar.gz for linux-$architecture"
    fetch "$release/$name" "$scratch/$name"
    unpack "$scratch" "$release"
}

# Unpacks the tar.gz for this machine that lies beside this script.
take_beside() {
    name=
    for file in "${here:-/nowhere}"/baton-*-linux-"$architecture".tar.gz; do
        [ -f "$file" ] || continue
        [ -z "$name" ] || fail "two releases lie beside this script: $name and ${file##*/}" \
            "leave only the one that you want, or unpack it and run the install.sh in it"
        name=${file##*/}
    done
    [ -n "$name" ] ||
        fail "no baton-VERSION-linux-$architecture.tar.gz lies beside this script, and BATON_RELEASE is not set" \
            "set BATON_RELEASE to the address of the folder with the files of a release"
    unpack "$here" "$here"
}

# Piped into a shell, this script lies in no folder.
here=
if [ "${0##*/}" = install.sh ]; then here=$(dirname "$0"); fi
if [ -n "$here" ] && [ -x "$here/bin/baton" ]; then
    from=$here
else
    case "$(uname -sm)" in
        "Linux x86_64") architecture=amd64 ;;
        "Linux aarch64") architecture=arm64 ;;
        *) fail "there is no release for $(uname -sm)" "build it from source: scripts/install in a clone" ;;
    esac
    scratch=$(mktemp -d)
    if [ -n "${BATON_RELEASE:-}" ]; then fetch_release; else take_beside; fi
fi

# Names the packages of Debian and Ubuntu for the libraries that are not there.
missing_libraries() {
    ldd "$from/bin/baton" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found.*/\1/p' | sort -u
}

# A program that does not start here is not installed.
if ! words=$("$from/bin/baton" --version 2>&1); then
    # The loader tells only the first obstacle, ldd all of them.
    obstacles=$(printf '%s\n' "$words"; ldd "$from/bin/baton" 2>&1 || true)
    case "$obstacles" in
        *GLIBC_*)
            needed=$(printf '%s\n' "$obstacles" | sed -n 's/.*`GLIBC_\([0-9.]*\).*/\1/p' | sort -t. -k1,1n -k2,2n | tail -n 1)
            has=$(getconf GNU_LIBC_VERSION 2>/dev/null | sed 's/glibc //')
            fail "this system's C library is too old: Baton needs glibc $needed, and here is glibc ${has:-of an older version}" \
                "use a newer system (Debian 12, Ubuntu 24.04, or later), or the container image" \
                "or build Baton here, with Swift: scripts/install in a clone"
            ;;
        *"error while loading shared libraries"* | *"cannot open shared object file"*)
            libraries=$(missing_libraries | tr '\n' ' ')
            fail "libraries that Baton needs are not installed: ${libraries% }" \
                "Debian and Ubuntu: apt-get install libcurl4; Fedora and RHEL: dnf install libcurl"
            ;;
        *"Exec format error"* | *"cannot execute binary file"*)
            fail "this program is for another kind of processor than this machine's, $(uname -m)"
            ;;
        *"not found"* | *"No such file"*)
            fail "this system cannot run the program: it has another C library than glibc, as Alpine Linux has" \
                "use the container image, or a system with glibc"
            ;;
        *) fail "the program does not start here:" "$words" ;;
    esac
fi

if [ -f "$prefix/$list" ]; then remove_listed; fi
# Those that an earlier installation made, and those that this one makes.
folders=$(
    printf '%s\n' "$folders" | while IFS= read -r folder; do
        if [ -n "$folder" ] && [ -d "$prefix/$folder" ]; then echo "$folder"; fi
    done
    if [ ! -d "$prefix" ]; then echo /; fi
    { (cd "$from" && find bin share -type d) && echo share/doc && echo share/doc/baton; } |
        while IFS= read -r folder; do if [ ! -d "$prefix/$folder" ]; then echo "$folder/"; fi; done
)
mkdir -p "$prefix/share/doc/baton"
{ (cd "$from" && find bin share -type f) && printf '%s\n' "$folders"; } | grep . | sort -u >"$prefix/$list"
while IFS= read -r file; do
    case "$file" in */) continue ;; esac
    mkdir -p "$(dirname "$prefix/$file")"
    # Renamed into its place: a program that runs is not disturbed.
    cp "$from/$file" "$prefix/$file.new"
    if [ "$file" = bin/baton ]; then chmod 755 "$prefix/$file.new"; else chmod 644 "$prefix/$file.new"; fi
    mv -f "$prefix/$file.new" "$prefix/$file"
done <"$prefix/$list"

echo "Baton $words is installed: $prefix/bin/baton"
case ":$PATH:" in
    *":$prefix/bin:"*)
        first=$(command -v baton || true)
        if [ "$first" != "$prefix/bin/baton" ]; then echo "note: \`baton\` is another one here: $first comes first on the PATH"; fi
        ;;
    *) echo "note: $prefix/bin is not on the PATH; for this shell: export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
