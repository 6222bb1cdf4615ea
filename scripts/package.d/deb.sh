# The Debian package.

make_deb() {
    local root=$work/deb file
    rm -rf "$root"
    make_tree "$linked" "$root/usr" vendor-completions
    licences >"$root/usr/share/doc/baton/copyright"
    python3 scripts/package.d/check_links.py "$root/usr/share/doc/baton"
    {
        echo "baton ($debian_version) unstable; urgency=medium"
        printf '\n  * What is new stands in CHANGELOG.md.\n\n'
        echo " -- $maintainer  $(date -R -d "@$SOURCE_DATE_EPOCH")"
    } | gzip -9n >"$root/usr/share/doc/baton/changelog.gz"
    mkdir -p "$root/DEBIAN"
    control "$root" >"$root/DEBIAN/control"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    file=$output/baton_${debian_version}_$architecture.deb
    dpkg-deb --build --root-owner-group -Zxz "$root" "$file"
    lintian --allow-root --fail-on error,warning --tag-display-limit 0 "$file"
}

# usage: control ROOT       prints what dpkg reads of the package
control() {
    local depends size
    # dpkg-shlibdeps takes the least version of each library that has all symbols which the program uses. Options of libcurl
    # are no symbols: CURLOPT_QUICK_EXIT is of 7.87.
    mkdir -p "$work/shlibdeps/debian"
    printf 'Source: baton\n\nPackage: baton\nArchitecture: any\n' >"$work/shlibdeps/debian/control"
    depends=$(cd "$work/shlibdeps" && dpkg-shlibdeps -O "$OLDPWD/$1/usr/bin/baton" |
        sed 's/^shlibs:Depends=//; s/libcurl4 ([^)]*)/libcurl4 (>= 7.87.0)/')
    size=$(du -sk --apparent-size "$1/usr" | cut -f1)
    cat <<END
Package: baton
Version: $debian_version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $size
Depends: $depends
Recommends: ca-certificates, git
Section: devel
Priority: optional
Description: runs API workflows from YAML files
 Workflows chain requests, pass values from one response to the next request
 and check the responses. A run ends with a verdict, explains each failure at
 its line, and writes reports such as JUnit XML and a page. The history tells
 since when a case fails.
END
}
