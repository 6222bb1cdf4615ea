# Lists of what the program and the image consist of (CycloneDX), held against its schema.

make_sbom() {
    local python program=$output/baton-$version.cdx.json image=$output/baton-$version-image.cdx.json
    python=$(scripts/python-packages sbom scripts/package.d/requirements.txt)
    resolved=$work/programs/Package.resolved
    [ -f "$resolved" ] || resolved=Package.resolved
    python3 scripts/package.d/sbom.py program --version "$version" --linked "$linked" --static "$static" \
        --packages "$resolved" --swift "$(swiftc --version 2>&1 | sed -n 's/^Swift version \([0-9.]*\).*/\1/p')" \
        "${static_libraries[@]/#/--library=}" >"$program"
    "$python" scripts/package.d/check_sbom.py "$program"
    if [ -f "$work/root.tar" ]; then
        python3 scripts/package.d/sbom.py image --version "$version" --root "$work/root.tar" >"$image"
        "$python" scripts/package.d/check_sbom.py "$image"
    fi
}
