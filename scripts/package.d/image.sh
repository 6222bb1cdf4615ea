# The container image: a small Debian with the Debian package, as an archive of the Open Container Initiative.

make_image() {
    local suite deb storage container name=baton-$version-linux-$architecture
    suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
    deb=$(find "$output" -name 'baton_*.deb')
    if [ -z "$deb" ]; then make_deb && deb=$(find "$output" -name 'baton_*.deb'); fi
    # Essential packages, certificates, Baton with what it depends on; no documentation but the licences.
    mmdebstrap --variant=essential --include=ca-certificates --include="$deb" \
        --hook-dir=/usr/share/mmdebstrap/hooks/file-mirror-automount \
        --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
        --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
        --customize-hook='echo baton:x:1000:1000::/home/baton:/bin/sh >>"$1/etc/passwd"' \
        --customize-hook='echo baton:x:1000: >>"$1/etc/group"' \
        --customize-hook='install -d -o 1000 -g 1000 "$1/home/baton" "$1/work"' \
        --customize-hook='rm -rf "$1"/var/log/* "$1/var/cache/ldconfig/aux-cache" "$1"/etc/*- "$1/var/lib/dpkg/lock"* "$1"/etc/resolv.conf "$1"/etc/hostname' \
        "$suite" "$work/root.tar"
    storage=$(mktemp -d)
    builder=(buildah --storage-driver vfs --root "$storage/root" --runroot "$storage/run")
    container=$("${builder[@]}" from scratch)
    "${builder[@]}" add "$container" "$work/root.tar" / >/dev/null
    "${builder[@]}" config --user baton --workingdir /work --entrypoint '["baton"]' --cmd '["--help"]' \
        --label org.opencontainers.image.title=Baton --label "org.opencontainers.image.version=$version" \
        --label "org.opencontainers.image.revision=$(git rev-parse HEAD)" "$container"
    rm -rf "$work/image"
    "${builder[@]}" commit --quiet --disable-compression=false --timestamp "$SOURCE_DATE_EPOCH" --format oci \
        "$container" "oci:$work/image:baton:${version//+/-}" >/dev/null
    rm -rf "$storage"
    packed "$work/image" . >"$output/$name.oci.tar"
}
