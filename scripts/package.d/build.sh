# Builds the program from the last commit, with its version: linked with the system's libraries for Debian, and with Debian's
# static libraries for the tar.gz.

# The static libraries of the tar.gz: the file, and the package of Debian that has it. C++'s are GCC's. What libcurl needs
# has no static library in Debian (Kerberos), and TLS, certificates and name resolution belong to the system anyway.
static_libraries=(
    libpcre2-8.a=libpcre2-dev libz.a=zlib1g-dev libsqlite3.a=libsqlite3-dev libxml2.a=libxml2-dev
    libicuuc.a=libicu-dev libicudata.a=libicu-dev liblzma.a=liblzma-dev
    "libstdc++.a=libstdc++-$(gcc -dumpversion)-dev"
)

# Builds once for a commit: the second program is only linked anew.
build() {
    local key source scratch static name pair missing=()
    key="$(git rev-parse HEAD) $version $(swiftc --version 2>&1 | head -n 1)"
    if [ "$(cat "$work/programs/built" 2>/dev/null)" = "$key" ]; then
        echo "The programs of this commit are built already"
        return
    fi
    # Bootstrap installs the package of a program that there is not.
    for pair in "${static_libraries[@]}"; do
        [ -f "$(static_library "${pair%%=*}")" ] || missing+=("no-such-program=${pair#*=}")
    done
    if [ "${#missing[@]}" -gt 0 ]; then scripts/bootstrap "${missing[@]}"; fi

    source=$(fixed source) scratch=$(fixed build) static=$PWD/$work/static
    rm -rf "$source" "$scratch" "$static" "$work/programs"
    mkdir -p "$source" "$static" "$work/programs"
    git archive HEAD | tar -x -C "$source"
    sed -i "s/text = \".*\"/text = \"$version\"/" "$source/Sources/BatonApplication/Context/Version.swift"
    for pair in "${static_libraries[@]}"; do
        ln -s "$(static_library "${pair%%=*}")" "$static/${pair%%=*}"
    done
    for name in libpcre2-8 zlib sqlite3 libxml-2.0; do
        sed "s|^libdir=.*|libdir=$static|" "$(pkg-config --variable=pcfiledir "$name")/$name.pc" >"$static/$name.pc"
    done

    build_release "$source" "$scratch" baton
    cp "$scratch/release/baton" "$work/programs/baton-linked"
    # pkg-config leads the linker first to a folder that has only the static ones; behind them stands what these need.
    PKG_CONFIG_PATH=$static build_release "$source" "$scratch" baton \
        -Xlinker -licuuc -Xlinker -licudata -Xlinker -llzma -Xlinker -lstdc++
    cp "$scratch/release/baton" "$work/programs/baton-static"
    cp "$source/Package.resolved" "$work/programs/"
    # The other one has the same objects, and ICU's data from libxml2, which would be taken for Foundation's.
    scripts/check-linkage "$work/programs/baton-linked"
    echo "$key" >"$work/programs/built"
}

# usage: fixed NAME       the path of a folder of the build, of the same length in every clone
#
# The compiler writes the length of a file's path into code that names the file, even where the path itself is mapped.
fixed() {
    local length=200 path=$PWD/$work/$1-
    [ "${#path}" -lt "$length" ] || fail "the path of this clone is too long to build in: $PWD"
    printf '%s%s\n' "$path" "$(printf '%*s' $((length - ${#path})) '' | tr ' ' x)"
}

# usage: build_release PACKAGE SCRATCH PRODUCT [ARGUMENT ...]
#
# Swift's libraries get into the program, and no path of this machine, nor the sums of what the compiler read, among it paths.
build_release() {
    local source=$1 scratch=$2 product=$3
    swift build --package-path "$source" --scratch-path "$scratch" -c release --static-swift-stdlib --product "$product" \
        -debug-info-format none --disable-local-rpath -Xlinker --no-export-dynamic \
        -Xswiftc -file-prefix-map -Xswiftc "$source=." -Xswiftc -file-prefix-map -Xswiftc "$scratch=.build" \
        -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
        -Xcc "-ffile-prefix-map=$source=." -Xcc "-ffile-prefix-map=$scratch=.build" "${@:4}"
}

# The path of a static library, as the compiler finds it.
static_library() { readlink -f "$(gcc -print-file-name="$1")"; }
