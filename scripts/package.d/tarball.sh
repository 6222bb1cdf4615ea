# The tar.gz: for systems that are not Debian, and for users who are not root.

make_tar() {
    local name=baton-$version-linux-$architecture root pair packages
    root=$work/tar/$name
    rm -rf "$work/tar"
    make_tree "$static" "$root" site-functions
    mapfile -t packages < <(for pair in "${static_libraries[@]}"; do echo "${pair#*=}"; done | sort -u)
    licences "${packages[@]}" >"$root/share/doc/baton/copyright"
    python3 scripts/package.d/check_links.py "$root/share/doc/baton"
    install -m 755 scripts/package.d/install.sh "$root/install.sh"
    packed "$work/tar" "$name" | gzip -9n >"$output/$name.tar.gz"
}

# usage: packed FOLDER NAME ...       an archive of these, with nothing in it that tells who made it when
packed() {
    tar -C "$1" --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --mode=u=rwX,go=rX \
        --mtime="@$SOURCE_DATE_EPOCH" -c "${@:2}"
}
